import type { ConflictKind, ConflictRow, Fact } from '../tables.ts'

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

/** Label of a currency in which a record of other books is, and not the one here. They can't be the same. */
export const OTHER_CURRENCY = 'Currency'

export interface ChoiceText {
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
  effect:
    'Posts it as the customer’s credit there, without its invoices. Use it there for what is still open on them.',
}
const LEAVE_OUT: ChoiceText = {
  choice: 'leave_out',
  label: 'Leave it out',
  effect:
    'Posts nothing. It counts as entered there, so enter it there first: the books say what is still owed.',
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
  partly_joined: [
    { choice: 'leave_out', label: 'Entered', effect: 'You have entered there what is missing.' },
  ],
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
    {
      ...LEAVE_OUT,
      effect:
        'It counts as entered on this bill, so correct it there first: the books say what is still owed. The task goes on for other bills.',
    },
  ],
  other_books: [
    {
      choice: 'same_record',
      label: 'Same invoice',
      effect:
        'One invoice from now on. The new books say what is owed: payments recorded here count as entered there, so enter there what is missing first.',
    },
    {
      choice: 'other_record',
      label: 'Another invoice',
      effect:
        'Reads it from the new books beside the one here, which is then missing there. You decide about that next.',
    },
  ],
  not_in_books: [
    {
      choice: 'keep',
      label: 'Keep open',
      effect:
        'Quittance goes on collecting what is owed. Enter the invoices in the new books if they belong there.',
    },
    {
      choice: 'void',
      label: 'Void',
      effect: 'Nothing more is owed. An invoice on which something was paid or credited stays open.',
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

/** Texts of choices of a move about credit memos. */
const OF_MEMOS: Partial<Readonly<Record<ConflictChoice, Pick<ChoiceText, 'label' | 'effect'>>>> = {
  same_record: {
    label: 'Same credit memo',
    effect:
      'One credit memo from now on. The new books say what is left of it: what was used here counts as used there, so enter there what is missing first.',
  },
  other_record: {
    label: 'Another credit memo',
    effect:
      'Reads it from the new books beside the one here, which is then missing there. You decide about that next.',
  },
  keep: {
    label: 'Keep open',
    effect: 'The credit can be used as before. Enter the credit memos in the new books if they belong there.',
  },
  void: {
    label: 'Void',
    effect: 'The credit can’t be used any more. A credit memo of which a part was used stays open.',
  },
}

/** Leaving something out that settles nothing. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  late_fee:
    'Posts nothing. The fee stays as it is on each side. If it was waived here, you can remove its line there. If you enter it there yourself, waive it here.',
  surcharge: 'Posts nothing. Enter the surcharge there yourself.',
}

type OfConflict = Pick<ConflictRow, 'kind' | 'subject_type' | 'ours' | 'theirs'>

/**
 * Returns the choices that a person has, with what each will do. Only a payment can become credit, unless people enter it there by hand
 * (`isByHand`). A credit memo can't take another total, and nothing another currency.
 */
export function choicesOf(conflict: OfConflict, isByHand: boolean): readonly ChoiceText[] {
  const { kind, subject_type: subjectType } = conflict
  return CHOICES[kind]
    .filter(({ choice }) => choice !== 'as_credit' || (subjectType === 'payment' && !isByHand))
    .map((one) => {
      if (one.choice === 'same_record' && (isOtherMemo(conflict) || isOtherCurrency(conflict)))
        return READ_AGAIN
      if (one.choice === 'leave_out' && kind !== 'partly_joined')
        return { ...one, effect: LEFT_OUT[subjectType] ?? one.effect }
      return subjectType === 'credit_memo' ? { ...one, ...OF_MEMOS[one.choice] } : one
    })
}

const isOtherCurrency = ({ theirs }: OfConflict): boolean =>
  theirs.some(({ label }) => label === OTHER_CURRENCY)

/** Whether a credit memo there has another total, or is void and was used here. */
function isOtherMemo({ subject_type, ours, theirs }: OfConflict): boolean {
  const factOf = (facts: readonly Fact[], name: string) => facts.find(({ label }) => label === name)?.value
  const total = factOf(ours, 'Total')
  return subject_type === 'credit_memo' && total !== (factOf(theirs, 'Total') ?? factOf(ours, 'Left'))
}
