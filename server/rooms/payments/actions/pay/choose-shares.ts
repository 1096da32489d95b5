import type { Text } from '../../../../../domain/languages/msg.ts'
import { checkPaymentAmount } from '../../../../../domain/money/amount-check.ts'
import { displayAmount, sumMinor } from '../../../../../domain/money/money.ts'
import { allocateOldestFirst } from '../../../../../domain/payments/allocation.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../../invoices/index.ts'
import { lockReceivables, openReceivablesOf, type Share } from '../../../ledger/index.ts'

/** An amount to distribute over a customer's invoices. */
export interface MoneyToSpread {
  readonly customerId: string
  /** The customer that this one was merged into, whose invoices its credit may settle too. */
  readonly mergedInto?: string | null
  readonly currency: string
  readonly totalMinor: bigint
  /** False for credit, which is never in a trust account. */
  readonly maySettleDeposits?: boolean
}

interface NamedShare {
  readonly invoice: string
  readonly amount: string
}

/**
 * Checks the shares that staff named under the invoices' lock and returns them, oldest due date first.
 * Refuses not_found for an invoice of another customer, or messages by field: `invoices.0.amount`.
 */
export async function namedShares(
  ctx: Ctx,
  money: MoneyToSpread,
  named: readonly NamedShare[],
): Promise<Share[]> {
  const ids = named.map((share) => share.invoice.toLowerCase())
  if (new Set(ids).size < ids.length) throw refuseFields({ invoices: ['List each invoice once.'] })
  await lockReceivables(ctx, ids)
  const facts = await readInvoiceFacts(ctx, ids)
  const debtors = debtorsOf(money)
  if (facts.length < ids.length || facts.some((invoice) => !debtors.includes(invoice.customerId)))
    throw refuse('not_found')
  if (new Set(facts.map((invoice) => invoice.depositTo)).size > 1)
    throw refuseFields({
      invoices: ['Money for the trust account is recorded apart from other payments. Choose one kind.'],
    })
  const byId = new Map(facts.map((invoice) => [invoice.id, invoice]))
  const fields: Record<string, Text[]> = {}
  const amounts = new Map<string, bigint>()
  for (const [index, share] of named.entries()) {
    const checked = checkShare(share.amount, byId.get(ids[index]!)!, money)
    if (typeof checked === 'bigint') amounts.set(ids[index]!, checked)
    else fields[`invoices.${index}.amount`] = [checked]
  }
  const sum = sumMinor(amounts.values())
  if (sum > money.totalMinor)
    fields.invoices = [`The invoices add up to ${displayAmount(sum, money.currency)}, more than the total.`]
  if (Object.keys(fields).length > 0) throw refuseFields(fields)
  return facts.map((invoice) => ({ invoiceId: invoice.id, amountMinor: amounts.get(invoice.id)! }))
}

const debtorsOf = ({ customerId, mergedInto = null }: MoneyToSpread): string[] =>
  mergedInto === null ? [customerId] : [customerId, mergedInto]

function checkShare(
  amount: string,
  invoice: InvoiceFacts,
  { currency, maySettleDeposits = true }: MoneyToSpread,
): bigint | Text {
  if (!maySettleDeposits && invoice.depositTo === 'trust')
    return 'Credit can’t pay a deposit to the trust account.'
  if (invoice.currency !== currency) return `This invoice is in ${invoice.currency}.`
  if (invoice.state !== 'open') return 'This invoice can’t be paid.'
  const balanceMinor = invoice.remainingMinor - invoice.reservedMinor
  const checked = checkPaymentAmount(amount, { currency, required: true, balanceMinor })
  return checked.ok ? checked.minor! : checked.text
}

/** Distributes the amount over the customer's oldest invoices, under their lock. Money for a trust account is named. */
export async function oldestShares(ctx: Ctx, money: MoneyToSpread): Promise<Share[]> {
  const open: string[] = []
  for (const id of debtorsOf(money))
    open.push(...(await openReceivablesOf(ctx, id, money.currency)).map((one) => one.invoiceId))
  const locked = await lockReceivables(ctx, open)
  const facts = await readInvoiceFacts(
    ctx,
    locked.map((one) => one.invoiceId),
  )
  const deposits = new Set(facts.filter((one) => one.depositTo === 'trust').map((one) => one.id))
  const items = locked
    .filter((one) => !deposits.has(one.invoiceId))
    .map((one) => ({
      id: one.invoiceId,
      dueDate: one.dueDate,
      remainingMinor: one.remainingMinor - one.reservedMinor,
    }))
  const { allocations } = allocateOldestFirst(money.totalMinor, items)
  return allocations.map(({ id, amountMinor }) => ({ invoiceId: id, amountMinor }))
}
