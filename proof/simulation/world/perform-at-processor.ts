import { sandboxDashboard } from '../../../server/gateways/payments/sandbox/index.ts'
import { type Books, OK, type ReplySummary, refusal } from '../model/books.ts'
import type { DashboardOperation } from '../model/operations.ts'
import { isDelayedChargeDue } from '../model/processor/late-charges.ts'
import type { Company } from './company.ts'

/** Performs an action in the processor's dashboard, without a call of the product. */
export async function performAtProcessor(
  company: Company,
  books: Books,
  operation: DashboardOperation,
): Promise<ReplySummary> {
  const { lane, accountId } = company
  const payment = books.payments.get(operation.payment)!
  const ref = payment.chargeRef!
  if (operation.action === 'part') return refundPart(company, books, ref, operation)
  const outcome = await sandboxDashboard(lane.app, accountId).simulateEvent(ref, operation.action)
  return outcome.ok ? OK : refusal(0, outcome.error.kind)
}

/** Sends the delayed charges of abandoned attempts to the processor. */
export async function deliverDelayedCharges(company: Company, books: Books): Promise<void> {
  for (const { key, delayedCharge } of [...books.payments.values()].filter(isDelayedChargeDue)) {
    const ourId = company.ids.get(key)!
    await company.lane.deliverDelayedCharge(ourId)
    if (delayedCharge === 'reported')
      await enqueueEvent(company, `our_id = '${ourId}'`, 'charge.created', key)
  }
}

async function refundPart(
  { lane, accountId }: Company,
  books: Books,
  ref: string,
  { payment, amount, request, notifies }: DashboardOperation,
): Promise<ReplySummary> {
  const { currency } = books.customers[books.payments.get(payment)!.customer]!
  const ourId = `desk-${request}`
  const refund = { ourId, paymentRef: ref, amount: { minor: amount, currency }, reason: '' }
  const outcome = await lane.processor.refund({ accountId }, refund, ourId)
  // A refund whose response is lost was made nevertheless.
  if (!outcome.ok && outcome.error.kind !== 'unknown_outcome') return refusal(0, outcome.error.kind)
  if (notifies) await enqueueEvent({ lane, accountId }, `ref = '${ref}'`, 'charge.refunded', request)
  return OK
}

/** Makes the Sandbox send an event about the charges that `condition` selects. */
async function enqueueEvent(
  { lane, accountId }: Pick<Company, 'lane' | 'accountId'>,
  condition: string,
  kind: string,
  suffix: string,
): Promise<void> {
  await lane.owner.query(
    `insert into sandbox_events (account_id, id, kind, charge_ref, created_at)
     select account_id, 'sbe_' || ref || ' ' || $2, $3, ref, $4 from sandbox_charges where account_id = $1 and ${condition}`,
    [accountId, suffix, kind, new Date(lane.app.clock.wallNow())],
  )
}
