import { sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { applyToInvoices } from '../../../credit-memos/index.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import type { Receivable, Share } from '../../../ledger/index.ts'
import { divideCredit } from '../../rules/divide-credit.ts'
import { sharesThatFit } from '../../rules/fit-shares.ts'
import { type CreditShare, type CreditUse, settleCreditUse } from '../../store/credit-uses.ts'
import { lockPayment } from '../../store/payments.ts'
import type { CreditOwner, CreditSource } from './read-credit.ts'
import { spendUnapplied } from './spend-unapplied.ts'

/** Credit that a payment uses when it is confirmed. Memos, invoices and payments are locked. */
export interface PlannedCredit {
  readonly use: CreditUse
  readonly shares: readonly CreditShare[]
  readonly sources: readonly CreditSource[]
  readonly receivables: readonly Receivable[]
}

/**
 * Uses the credit that was planned with a payment. What was used otherwise since, or what an invoice no longer owes,
 * is left out, so that nothing is settled twice. `paid`: the payment's own shares that no reservation covers.
 */
export async function spendPlannedCredit(
  ctx: Ctx,
  { use, shares, sources, receivables }: PlannedCredit,
  paid: readonly Share[],
): Promise<void> {
  const byInvoice = new Map(paid.map(({ invoiceId, amountMinor }) => [invoiceId, amountMinor]))
  const open = receivables.map((one) => ({
    ...one,
    remainingMinor: one.remainingMinor - (byInvoice.get(one.invoiceId) ?? 0n),
  }))
  const used = await settleWithCredit(ctx, use, sharesThatFit(use.customerId, shares, open), sources)
  await settleCreditUse(ctx, use.id, used, sumMinor(used.map((share) => share.amountMinor)))
  await failpoint('credit.planned_used')
}

/**
 * Settles invoices with a customer's credit and returns what was settled, by invoice. Everything must be locked, and
 * the shares fit the invoices; credit that is missing makes them smaller.
 */
export async function settleWithCredit(
  ctx: Ctx,
  owner: CreditOwner,
  shares: readonly Share[],
  sources: readonly CreditSource[],
): Promise<Share[]> {
  const parts = divideCredit(shares, sources)
  if (parts.length === 0) return []
  const facts = await readInvoiceFacts(
    ctx,
    shares.map((share) => share.invoiceId),
  )
  const numbers = new Map(facts.map((invoice) => [invoice.id, invoice.number]))
  await applyToInvoices(
    ctx,
    { customerId: owner.customerId, currency: owner.currency },
    parts.flatMap(({ source: { memo }, invoiceId, amountMinor }) =>
      memo ? [{ memo, invoice: { id: invoiceId, number: numbers.get(invoiceId) ?? '' }, amountMinor }] : [],
    ),
  )
  for (const { payment } of sources) {
    const own = parts.filter((part) => payment !== null && part.source.payment?.id === payment.id)
    if (payment === null || own.length === 0) continue
    await spendUnapplied(
      ctx,
      (await lockPayment(ctx, payment.id))!,
      own.map(({ invoiceId, amountMinor }) => ({ invoiceId, amountMinor })),
    )
  }
  return sumByInvoice(parts)
}

function sumByInvoice(parts: readonly Share[]): Share[] {
  const sums = new Map<string, bigint>()
  for (const { invoiceId, amountMinor } of parts)
    sums.set(invoiceId, (sums.get(invoiceId) ?? 0n) + amountMinor)
  return [...sums].map(([invoiceId, amountMinor]) => ({ invoiceId, amountMinor }))
}
