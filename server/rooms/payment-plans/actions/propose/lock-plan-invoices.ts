import { isUnpaid } from '../../../../../domain/invoices/invoice-status.ts'
import type { CurrencyCode } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { lockReceivables } from '../../../ledger/index.ts'
import { livePlansOf } from '../../store/plans.ts'

/** Locked invoices of one customer that a plan can cover, the one due first at the start. Amounts in minor units. */
export interface PlannableInvoices {
  readonly customerId: string
  readonly currency: CurrencyCode
  readonly totalMinor: bigint
  readonly invoices: readonly {
    readonly invoiceId: string
    readonly number: string
    readonly remainingMinor: bigint
    readonly chargedMinor: bigint
  }[]
}

/**
 * Locks the invoices of a plan. `planId` names the proposal that already has them. Refuses not_found for an unknown one, and
 * invalid_input beside `invoices` when a plan can’t cover them.
 */
export async function lockPlanInvoices(
  ctx: Ctx,
  ids: readonly string[],
  planId: string | null = null,
): Promise<PlannableInvoices> {
  const unique = [...new Set(ids.map((id) => id.toLowerCase()))]
  const receivables = await lockReceivables(ctx, unique)
  const facts = await readInvoiceFacts(ctx, unique)
  if (facts.length < unique.length) throw refuse('not_found')
  const [first] = facts
  const wrong = (text: string) => refuseFields({ invoices: [text] })
  if (facts.some(({ customerId }) => customerId !== first!.customerId))
    throw wrong('Choose invoices of one customer.')
  if (facts.some(({ currency }) => currency !== first!.currency))
    throw wrong('Choose invoices in one currency.')
  const deposit = facts.find(({ depositTo }) => depositTo === 'trust')
  if (deposit)
    throw wrong(`${deposit.number} is a deposit to the trust account, which can’t be on a payment plan.`)
  const closed = facts.find(
    ({ state, remainingMinor, currency }) => state !== 'open' || !isUnpaid(remainingMinor, currency),
  )
  if (closed) throw wrong(`Nothing is owed on ${closed.number}.`)
  const taken = (await livePlansOf(ctx, unique)).find((one) => one.planId !== planId)
  if (taken) {
    const number = facts.find(({ id }) => id === taken.invoiceId)!.number
    throw wrong(`${number} is on another payment plan. Cancel that one first.`)
  }
  const charged = new Map(receivables.map((one) => [one.invoiceId, one.chargedMinor]))
  return {
    customerId: first!.customerId,
    currency: first!.currency as CurrencyCode,
    totalMinor: facts.reduce((sum, one) => sum + one.remainingMinor, 0n),
    invoices: facts.map(({ id, number, remainingMinor }) => ({
      invoiceId: id,
      number,
      remainingMinor,
      chargedMinor: charged.get(id)!,
    })),
  }
}
