import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { EntryKind, NewEntry, Posting } from '../rules.ts'
import { debtorsOf } from '../store/debtors.ts'
import { lockCredit, lockReceivables } from '../store/entries.ts'
import { appendEntries } from './append-entries.ts'

interface Memo {
  readonly memoId: string
  readonly customerId: string
  readonly currency: string
  readonly number: string
  readonly bookedOn: CalendarDate
  /** Money that was received at an accounting platform and settles no invoice yet; its number says that it is a payment. */
  readonly isReceived?: boolean
}

/** Books an issued credit memo: the customer can settle invoices with it. */
export const bookCreditMemo = (ctx: Ctx, memo: Memo & { totalMinor: bigint }): Promise<void> =>
  append(ctx, memo, 'credit_memo', memo.memoId, nameOfCredit(memo), [
    {
      ledgerAccount: givenFrom(memo),
      customerId: memo.customerId,
      currency: memo.currency,
      amountMinor: memo.totalMinor,
    },
    creditLeg(memo, -memo.totalMinor),
  ])

/** Names a memo in the description of an entry. */
export const nameOfCredit = ({ isReceived, number }: Pick<Memo, 'isReceived' | 'number'>): string =>
  isReceived ? number : `Credit memo ${number}`

const givenFrom = ({ isReceived }: Memo) => (isReceived ? 'clearing' : 'credits_given')

/** Voids a credit memo. Refuses wrong_state when a part of it is applied, or when it has no balance. */
export async function bookCreditMemoVoid(ctx: Ctx, memo: Memo): Promise<void> {
  const credit = await lockCredit(ctx, memo.memoId)
  if (!credit || credit.remainingMinor !== credit.issuedMinor || credit.issuedMinor === 0n)
    throw refuse('wrong_state', 'Part of this credit memo is applied. Unapply it first.')
  await append(ctx, memo, 'credit_memo_void', memo.memoId, `${nameOfCredit(memo)} voided`, [
    {
      ledgerAccount: givenFrom(memo),
      customerId: memo.customerId,
      currency: memo.currency,
      amountMinor: -credit.remainingMinor,
    },
    creditLeg(memo, credit.remainingMinor),
  ])
}

export type CreditApplied =
  | { readonly ok: true }
  | { readonly ok: false; readonly limitMinor: bigint; readonly limitedBy: 'memo' | 'invoice' }

/**
 * Settles an invoice with a credit memo. The limit is the memo's balance and the part of the receivable that
 * no payment has reserved.
 */
export async function bookCreditApplied(ctx: Ctx, memo: AppliedMemo): Promise<CreditApplied> {
  const [receivable] = await lockReceivables(ctx, [memo.invoiceId])
  const credit = await lockCredit(ctx, memo.memoId)
  const payable = receivable ? receivable.remainingMinor - receivable.reservedMinor : 0n
  const usable = credit?.remainingMinor ?? 0n
  if (memo.amountMinor > usable) return { ok: false, limitMinor: usable, limitedBy: 'memo' }
  if (memo.amountMinor > payable) return { ok: false, limitMinor: payable, limitedBy: 'invoice' }
  await bookCreditsApplied(ctx, [memo])
  return { ok: true }
}

type AppliedMemo = Memo & {
  applicationId: string
  invoiceId: string
  invoiceNumber: string
  amountMinor: bigint
}

/**
 * Settles invoices with credit memos, which must be locked like the receivables. The database refuses more than a memo
 * or an invoice has.
 */
export async function bookCreditsApplied(ctx: Ctx, memos: readonly AppliedMemo[]): Promise<void> {
  const debtors = await debtorsOf(
    ctx,
    memos.map(({ invoiceId }) => invoiceId),
  )
  await appendEntries(
    ctx,
    memos.map((memo) =>
      entryOf(
        ctx,
        memo,
        'credit_applied',
        memo.applicationId,
        `${nameOfCredit(memo)} applied to invoice ${memo.invoiceNumber}`,
        [creditLeg(memo, memo.amountMinor), receivableLeg(memo, debtors, -memo.amountMinor)],
      ),
    ),
  )
}

/** Reverses an application: reopens the invoice by its amount and makes that credit usable again. */
export async function bookCreditUnapplied(
  ctx: Ctx,
  memo: Memo & { applicationId: string; invoiceId: string; invoiceNumber: string; amountMinor: bigint },
): Promise<void> {
  await lockReceivables(ctx, [memo.invoiceId])
  await lockCredit(ctx, memo.memoId)
  const debtors = await debtorsOf(ctx, [memo.invoiceId])
  const description = `${nameOfCredit(memo)} unapplied from invoice ${memo.invoiceNumber}`
  await append(ctx, memo, 'credit_unapplied', memo.applicationId, description, [
    creditLeg(memo, -memo.amountMinor),
    receivableLeg(memo, debtors, memo.amountMinor),
  ])
}

const creditLeg = (memo: Memo, amountMinor: bigint): Posting => ({
  ledgerAccount: 'customer_credit',
  customerId: memo.customerId,
  creditMemoId: memo.memoId,
  currency: memo.currency,
  amountMinor,
})

const receivableLeg = (
  memo: Memo & { invoiceId: string },
  debtors: ReadonlyMap<string, string>,
  amountMinor: bigint,
): Posting => ({
  ledgerAccount: 'receivable',
  customerId: debtors.get(memo.invoiceId) ?? memo.customerId,
  invoiceId: memo.invoiceId,
  currency: memo.currency,
  amountMinor,
})

const append = (...entry: Parameters<typeof entryOf>): Promise<void> =>
  appendEntries(entry[0], [entryOf(...entry)])

function entryOf(
  ctx: Ctx,
  memo: Memo,
  kind: EntryKind,
  sourceId: string,
  description: string,
  postings: Posting[],
): NewEntry {
  const type = kind.startsWith('credit_memo') ? 'credit_memo' : 'credit_application'
  return {
    id: nextId(ctx),
    kind,
    bookedOn: memo.bookedOn,
    customerId: memo.customerId,
    source: { type, id: sourceId },
    description,
    postings,
  }
}
