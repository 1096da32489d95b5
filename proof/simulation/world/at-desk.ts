import { sandboxDesk } from '../../../server/gateways/payments/sandbox/index.ts'
import { type Answer, type Books, OK, refused } from '../model/books.ts'
import { arrivesLate } from '../model/late-charges.ts'
import type { DeskOperation } from '../model/operations.ts'
import type { Company } from './company.ts'

/** Somebody is at the processor's own desk: no call of the product's is made. */
export async function atDesk(company: Company, books: Books, operation: DeskOperation): Promise<Answer> {
  const { lane, accountId } = company
  const payment = books.payments.get(operation.payment)!
  const ref = payment.chargeRef!
  if (operation.deed === 'part') return givePart(company, books, ref, operation)
  const outcome = await sandboxDesk(lane.app, accountId).letHappen(ref, operation.deed)
  return outcome.ok ? OK : refused(0, outcome.error.kind)
}

/** What was held back gets there, once it has been given up. */
export async function letArrive(company: Company, books: Books): Promise<void> {
  for (const { key, heldBack } of [...books.payments.values()].filter(arrivesLate)) {
    const ourId = company.ids.get(key)!
    await company.lane.letArrive(ourId)
    if (heldBack === 'told') await tell(company, `our_id = '${ourId}'`, 'charge.created', key)
  }
}

async function givePart(
  { lane, accountId }: Company,
  books: Books,
  ref: string,
  { payment, amount, request, told }: DeskOperation,
): Promise<Answer> {
  const { currency } = books.customers[books.payments.get(payment)!.customer]!
  const ourId = `desk-${request}`
  const wish = { ourId, paymentRef: ref, amount: { minor: amount, currency }, reason: '' }
  const outcome = await lane.bank.refund({ accountId }, wish, ourId)
  // An answer that is lost is none the less given.
  if (!outcome.ok && outcome.error.kind !== 'unknown_outcome') return refused(0, outcome.error.kind)
  if (told) await tell({ lane, accountId }, `ref = '${ref}'`, 'charge.refunded', request)
  return OK
}

/** The processor has something to tell of a charge. */
async function tell(
  { lane, accountId }: Pick<Company, 'lane' | 'accountId'>,
  which: string,
  kind: string,
  name: string,
): Promise<void> {
  await lane.owner.query(
    `insert into sandbox_events (account_id, id, kind, charge_ref, created_at)
     select account_id, 'sbe_' || ref || ' ' || $2, $3, ref, $4 from sandbox_charges where account_id = $1 and ${which}`,
    [accountId, name, kind, new Date(lane.app.clock.wallNow())],
  )
}
