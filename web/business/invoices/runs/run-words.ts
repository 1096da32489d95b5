import type { BulkAction, LeftOutReason } from '../../../../domain/invoices/bulk-actions.ts'

export const invoicesText = (count: number): string =>
  count === 1 ? '1 invoice' : `${count.toLocaleString('en-US')} invoices`

interface ActionWords {
  /** Before the number of invoices: 'Send 12 invoices'. */
  readonly verb: string
  readonly effect: string
  readonly noteLabel: string
  readonly noteHint: string
  readonly progress: string
  readonly done: (count: number) => string
}

export const ACTION_WORDS: Readonly<Record<BulkAction, ActionWords>> = {
  send: {
    verb: 'Send',
    effect:
      'Drafts are issued and emailed. Open invoices are emailed again, with a note if they’re past due.',
    noteLabel: 'Message',
    noteHint: 'Above the amount in every email.',
    progress: 'Sending invoices',
    done: (count) => `${invoicesText(count)} sent`,
  },
  void: {
    verb: 'Void',
    effect: 'Nothing is owed on them any more, and their pay links stop working. This can’t be undone.',
    noteLabel: 'Reason',
    noteHint: 'Kept in the history of each invoice.',
    progress: 'Voiding invoices',
    done: (count) => `${invoicesText(count)} voided`,
  },
  write_off: {
    verb: 'Write off',
    effect: 'What remains is booked as a loss, and their pay links stop working.',
    noteLabel: 'Reason',
    noteHint: 'Kept in the history of each invoice.',
    progress: 'Writing off invoices',
    done: (count) => `${invoicesText(count)} written off`,
  },
}

/** Reads after a number: 'Left out: 2 drafts, 1 paid already'. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  draft: 'not issued yet',
  closed: 'void or written off',
  paid: 'paid already',
  partly_paid: 'partly paid',
  payment_under_way: 'with a payment under way',
  nothing_to_pay: 'without an amount',
  no_address: 'without an email address',
  gone: 'deleted meanwhile',
  refused: 'refused',
}
