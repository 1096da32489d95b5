import type { BulkAction, LeftOutReason } from '../../../../domain/invoices/bulk-actions.ts'

export const invoicesText = (count: number): string =>
  count === 1 ? '1 invoice' : `${count.toLocaleString('en-US')} invoices`

interface ActionWords {
  /** Before the number of invoices: 'Send 12 invoices'. */
  readonly verb: string
  readonly effect: string
  /** Null for an action that takes no words. */
  readonly note: { readonly label: string; readonly hint: string } | null
  readonly progress: string
  readonly done: (count: number) => string
}

const REASON = { label: 'Reason', hint: 'Kept in the history of each invoice.' }

export const ACTION_WORDS: Readonly<Record<BulkAction, ActionWords>> = {
  send: {
    verb: 'Send',
    effect:
      'Drafts are issued and emailed. Open invoices are emailed again, with a note if they’re past due.',
    note: { label: 'Message', hint: 'Above the amount in every email.' },
    progress: 'Sending invoices',
    done: (count) => `${invoicesText(count)} sent`,
  },
  remind: {
    verb: 'Send reminders for',
    effect:
      'The next reminder of each invoice goes out now, on weekends and holidays too. Invoices of a customer at the same step share an email.',
    note: null,
    progress: 'Sending reminders',
    done: (count) => `Reminders sent for ${invoicesText(count)}`,
  },
  void: {
    verb: 'Void',
    effect: 'Nothing is owed on them any more, and their pay links stop working. This can’t be undone.',
    note: REASON,
    progress: 'Voiding invoices',
    done: (count) => `${invoicesText(count)} voided`,
  },
  write_off: {
    verb: 'Write off',
    effect:
      'What remains is booked as a loss, and their pay links stop working. You can undo it for the same invoices in the list.',
    note: REASON,
    progress: 'Writing off invoices',
    done: (count) => `${invoicesText(count)} written off`,
  },
  undo_write_off: {
    verb: 'Undo the write-off of',
    effect:
      'What was written off is owed again, and their pay links, promises, disputes and payment plans come back.',
    note: null,
    progress: 'Undoing write-offs',
    done: (count) => `Write-off undone for ${invoicesText(count)}`,
  },
  pdfs: {
    verb: 'Download the PDFs of',
    effect: 'The PDFs come in one ZIP file, which is kept for a day.',
    note: null,
    progress: 'Preparing PDFs',
    done: (count) => `The PDFs of ${invoicesText(count)} are ready`,
  },
}

/** Reads after a number: 'Left out: 2 drafts, 1 paid already'. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  draft: 'not issued yet',
  closed: 'void or written off',
  not_written_off: 'not written off',
  paid: 'paid already',
  partly_paid: 'partly paid',
  payment_under_way: 'with a payment under way',
  nothing_to_pay: 'without an amount',
  no_address: 'without an email address',
  no_reminder_left: 'without a reminder left in a flow',
  too_early: 'too early for the next reminder',
  gap: 'too soon after the customer’s last reminder',
  flow_paused: 'in a paused flow',
  customer_paused: 'with reminders to the customer paused',
  invoice_paused: 'with reminders of the invoice paused',
  disputed: 'disputed',
  promised: 'with a promise to pay',
  payment_plan: 'on a payment plan',
  automatic_payment: 'charged automatically',
  bounced: 'with an address whose emails come back',
  complained: 'with an address that reported spam',
  unsubscribed: 'with an address that unsubscribed',
  template_problem: 'with a template that can’t be rendered',
  no_contact: 'without a number or address for this kind of message',
  channel_failed: 'not taken by the service that sends it',
  message_changed: 'changed meanwhile',
  text_outdated: 'with an own text that no longer fits',
  put_back: 'put back by a person',
  books_not_read: 'waiting until the accounting platform is read again',
  weekend: 'waiting for the weekend’s end',
  holiday: 'waiting for a holiday’s end',
  missed: 'past their day',
  replaced: 'with a later reminder due',
  account_off: 'with reminders switched off for the account',
  customer_inactive: 'with an inactive customer',
  customer_off: 'with reminders to the customer switched off',
  group_off: 'with reminders to the group switched off',
  below_minimum: 'below the step’s minimum',
  settled: 'settled meanwhile',
  open_again: 'open again',
  skipped_by_person: 'skipped by a person',
  gone: 'deleted meanwhile',
  refused: 'refused',
}
