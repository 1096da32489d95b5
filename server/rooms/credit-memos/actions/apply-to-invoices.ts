import { type Ctx, nextId } from '../../../platform/context.ts'
import { todayOf } from '../../accounts/index.ts'
import { bookCreditsApplied } from '../../ledger/index.ts'
import { insertApplications } from '../store/open-memos.ts'

/** An amount of a memo for an invoice. */
export interface MemoShare {
  readonly memo: { readonly id: string; readonly number: string; readonly isReceived: boolean }
  readonly invoice: { readonly id: string; readonly number: string }
  readonly amountMinor: bigint
}

/**
 * Settles invoices of a customer with their credit memos, as a part of a payment. The memos and the receivables must
 * be locked, and the amounts limited by what they have.
 */
export async function applyToInvoices(
  ctx: Ctx,
  owner: { readonly customerId: string; readonly currency: string },
  shares: readonly MemoShare[],
): Promise<void> {
  if (shares.length === 0) return
  const applications = shares.map(({ memo, invoice, amountMinor }) => ({
    id: nextId(ctx),
    memo,
    invoice,
    amountMinor,
  }))
  await insertApplications(
    ctx,
    applications.map(({ id, memo, invoice, amountMinor }) => ({
      id,
      memoId: memo.id,
      invoiceId: invoice.id,
      amountMinor,
    })),
  )
  const bookedOn = await todayOf(ctx)
  await bookCreditsApplied(
    ctx,
    applications.map(({ id, memo, invoice, amountMinor }) => ({
      ...owner,
      applicationId: id,
      memoId: memo.id,
      number: memo.number,
      isReceived: memo.isReceived,
      invoiceId: invoice.id,
      invoiceNumber: invoice.number,
      bookedOn,
      amountMinor,
    })),
  )
}
