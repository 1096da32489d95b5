import type { ConflictKind } from '../tables.ts'

export type ConflictChoice =
  | 'try_again'
  | 'as_credit'
  | 'leave_out'
  | 'post_again'
  | 'read_again'
  | 'read_all'
  | 'settled'
  | 'other_payment'
  | 'same_record'
  | 'other_record'
  | 'keep'
  | 'void'

/** Cause of the conflict about invoices that the plan has no room for. */
export const OVER_QUOTA = 'over_quota'

interface ChoiceText {
  readonly choice: ConflictChoice
  readonly label: string
  readonly effect: string
}

const TRY_AGAIN: ChoiceText = {
  choice: 'try_again',
  label: 'Try again',
  effect: 'Posts it again with its amounts here.',
}
const AS_CREDIT: ChoiceText = {
  choice: 'as_credit',
  label: 'Post as credit',
  effect: 'Posts it as the customer’s credit there, without its invoices.',
}
const LEAVE_OUT: ChoiceText = {
  choice: 'leave_out',
  label: 'Leave it out',
  effect: 'Posts nothing. Here it stays paid; enter it there yourself.',
}
const READ_AGAIN: ChoiceText = {
  choice: 'read_again',
  label: 'Read it again',
  effect: 'Reads it from the platform. The difference closes when it is gone.',
}
const SETTLED: ChoiceText = {
  choice: 'settled',
  label: 'Close',
  effect: 'You have settled it yourself. It opens again when it changes there.',
}

const CHOICES: Readonly<Record<ConflictKind, readonly ChoiceText[]>> = {
  not_posted: [TRY_AGAIN, AS_CREDIT, LEAVE_OUT],
  removed_there: [
    { choice: 'post_again', label: 'Post it again', effect: 'Posts the payment there again.' },
    LEAVE_OUT,
  ],
  paid_twice: [READ_AGAIN, SETTLED],
  void_but_paid: [READ_AGAIN, SETTLED],
  not_read: [READ_AGAIN, SETTLED],
  memo_changed: [READ_AGAIN, SETTLED],
  customer_gone: [READ_AGAIN, SETTLED],
  entered_otherwise: [
    {
      choice: 'other_payment',
      label: 'Another payment',
      effect:
        'It has nothing to do with this one, which is still to be entered. Otherwise correct it there: this closes by itself.',
    },
    { ...LEAVE_OUT, effect: 'Ends the task. Here it stays paid, and what differs there stays as it is.' },
  ],
  other_books: [
    {
      choice: 'same_record',
      label: 'It is the same',
      effect:
        'Joins them. From now on the new books say what is owed, and what was paid here counts as entered there.',
    },
    {
      choice: 'other_record',
      label: 'It is another one',
      effect: 'Reads it from the new books as a record of its own, beside the one here.',
    },
  ],
  not_in_books: [
    {
      choice: 'keep',
      label: 'Keep them',
      effect: 'They stay open here and are collected. Enter them in the new books if they belong there.',
    },
    {
      choice: 'void',
      label: 'Void them',
      effect: 'Nothing of them is owed any more. Those on which something was paid or used here are kept.',
    },
  ],
  over_quota: [
    {
      choice: 'read_all',
      label: 'Read everything',
      effect: 'Reads all invoices again. Choose it once your plan allows more.',
    },
    SETTLED,
  ],
}

/** Leaving something out that settles nothing. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  late_fee:
    'Posts nothing. The fee stays as it is on each side. If it was waived here, you can remove its line there. If you enter it there yourself, waive it here.',
  surcharge: 'Posts nothing. Enter the surcharge there yourself.',
}

/** Returns the choices that a person has, with what each will do. Only a payment can become credit. */
export const choicesOf = (kind: ConflictKind, subjectType: string): readonly ChoiceText[] =>
  CHOICES[kind]
    .filter(({ choice }) => choice !== 'as_credit' || subjectType === 'payment')
    .map((one) =>
      one.choice === 'leave_out' ? { ...one, effect: LEFT_OUT[subjectType] ?? one.effect } : one,
    )
