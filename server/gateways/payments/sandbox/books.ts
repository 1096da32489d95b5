import { msg } from '../../../../domain/languages/msg.ts'
import './tables.ts'
import { type Selectable, sql } from 'kysely'
import { asDate, isoInstant } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { RandomBytes } from '../../../platform/ids.ts'
import type { MethodFacts, NextStep, ProcessorPayment, ProcessorReason, ProcessorRefund } from '../port.ts'
import type { Behavior } from './behaviors.ts'
import type { SandboxChargesTable, SandboxRefundsTable } from './tables.ts'

/** The Sandbox's records of one account in its own transaction. `now` is epoch ms of the product's clock. */
export interface Books {
  readonly db: Tx
  readonly accountId: string
  readonly now: number
  readonly random: RandomBytes
}

export type Charge = Selectable<SandboxChargesTable>
export type Refund = Selectable<SandboxRefundsTable>

export const newRef = ({ random }: Pick<Books, 'random'>, prefix: string): string =>
  `${prefix}_${random(15).toString('base64url')}`

/** Inserts a charge. Returns false when one with the same product id exists. */
export async function insertCharge(
  books: Books,
  charge: Omit<Charge, 'account_id' | 'method'> & { method: MethodFacts },
): Promise<boolean> {
  const row = await books.db
    .insertInto('sandbox_charges')
    .values({ ...charge, account_id: books.accountId, method: JSON.stringify(charge.method) })
    .onConflict((conflict) => conflict.columns(['account_id', 'our_id']).doNothing())
    .returning('ref')
    .executeTakeFirst()
  return row !== undefined
}

export async function chargeByRef(books: Books, ref: string): Promise<Charge | null> {
  const row = await books.db
    .selectFrom('sandbox_charges')
    .selectAll()
    .where('account_id', '=', books.accountId)
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function chargeByOurId(books: Books, ourId: string): Promise<Charge | null> {
  const row = await books.db
    .selectFrom('sandbox_charges')
    .selectAll()
    .where('account_id', '=', books.accountId)
    .where('our_id', '=', ourId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns charges with a due transition. Skips those that another transaction has locked. */
export const dueCharges = (books: Books): Promise<Charge[]> =>
  books.db
    .selectFrom('sandbox_charges')
    .selectAll()
    .where('account_id', '=', books.accountId)
    .where('settle_at', '<=', asDate(books.now))
    .orderBy('settle_at')
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute()

type Change = Partial<
  Pick<
    Charge,
    | 'status'
    | 'captured_minor'
    | 'refunded_minor'
    | 'reason'
    | 'settle_at'
    | 'settle_as'
    | 'stored_token'
    | 'approved_at'
  >
>

export async function changeCharge(books: Books, charge: Charge, change: Change): Promise<Charge> {
  await books.db
    .updateTable('sandbox_charges')
    .set({ ...change, updated_at: asDate(books.now) })
    .where('account_id', '=', books.accountId)
    .where('ref', '=', charge.ref)
    .execute()
  return { ...charge, ...change, updated_at: asDate(books.now) }
}

export async function insertEvent(books: Books, id: string, kind: string, chargeRef: string): Promise<void> {
  await books.db
    .insertInto('sandbox_events')
    .values({
      account_id: books.accountId,
      id,
      kind,
      charge_ref: chargeRef,
      created_at: asDate(books.now),
      delivered_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const undeliveredEvents = (
  books: Books,
): Promise<{ id: string; kind: string; charge_ref: string }[]> =>
  books.db
    .selectFrom('sandbox_events')
    .select(['id', 'kind', 'charge_ref'])
    .where('account_id', '=', books.accountId)
    .where('delivered_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(200)
    .execute()

/** Returns when the next event is sent, in epoch ms: an undelivered one, or the next change of a charge. */
export async function nextEventAt(books: Books): Promise<number | null> {
  const result = await sql<{ at: Date | null }>`
    select least(
      (select min(created_at) from sandbox_events where account_id = ${books.accountId} and delivered_at is null),
      (select min(settle_at) from sandbox_charges where account_id = ${books.accountId})) as at`.execute(
    books.db,
  )
  return result.rows[0]!.at?.getTime() ?? null
}

export async function markDelivered(books: Books, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await books.db
    .updateTable('sandbox_events')
    .set({ delivered_at: asDate(books.now) })
    .where('account_id', '=', books.accountId)
    .where('id', 'in', [...ids])
    .execute()
}

export interface KeptMethod {
  readonly token: string
  readonly facts: MethodFacts
  readonly behavior: Behavior
}

export async function methodsOf(books: Books, customerRef: string): Promise<KeptMethod[]> {
  const rows = await books.db
    .selectFrom('sandbox_methods')
    .selectAll()
    .where('account_id', '=', books.accountId)
    .where('customer_ref', '=', customerRef)
    .orderBy('created_at')
    .limit(100)
    .execute()
  return rows.map((row) => ({ token: row.token, facts: row.method, behavior: row.behavior }))
}

/** Stores a customer's method and returns its token. The same method gets the same token again. */
export async function keepMethod(
  books: Books,
  customerRef: string,
  facts: MethodFacts,
  behavior: Behavior,
): Promise<string> {
  const kept = await methodsOf(books, customerRef)
  const known = kept.find((method) => method.behavior === behavior && sameFacts(method.facts, facts))
  if (known) return known.token
  const token = newRef(books, 'sbm')
  await books.db
    .insertInto('sandbox_methods')
    .values({
      account_id: books.accountId,
      token,
      customer_ref: customerRef,
      method: JSON.stringify(facts),
      behavior,
      created_at: asDate(books.now),
    })
    .execute()
  return token
}

const sameFacts = (a: MethodFacts, b: MethodFacts): boolean =>
  a.type === b.type &&
  a.brand === b.brand &&
  a.last4 === b.last4 &&
  a.expirationYear === b.expirationYear &&
  a.expirationMonth === b.expirationMonth

export async function forgetMethod(books: Books, token: string): Promise<void> {
  await books.db
    .deleteFrom('sandbox_methods')
    .where('account_id', '=', books.accountId)
    .where('token', '=', token)
    .execute()
}

export async function insertRefund(books: Books, refund: Omit<Refund, 'account_id'>): Promise<void> {
  await books.db
    .insertInto('sandbox_refunds')
    .values({ ...refund, account_id: books.accountId })
    .execute()
}

export async function refundByOurId(books: Books, chargeRef: string, ourId: string): Promise<Refund | null> {
  const row = await books.db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('account_id', '=', books.accountId)
    .where('charge_ref', '=', chargeRef)
    .where('our_id', '=', ourId)
    .executeTakeFirst()
  return row ?? null
}

const nextStep = ({ type }: Charge): NextStep =>
  type === 'paypal'
    ? { kind: 'redirect', text: 'Approve this payment on the Sandbox page.' }
    : { kind: 'challenge', text: msg('Your bank asks you to approve this payment.') }

/** Converts a charge to the port's payment. */
export const toPayment = (charge: Charge): ProcessorPayment => ({
  providerRef: charge.ref,
  ourId: charge.our_id,
  recipient: charge.account_id,
  status: charge.status,
  amount: { minor: charge.amount_minor, currency: charge.currency },
  captured: { minor: charge.captured_minor, currency: charge.currency },
  refunded: { minor: charge.refunded_minor, currency: charge.currency },
  reason: charge.reason === null ? null : (JSON.parse(charge.reason) as ProcessorReason),
  method: charge.method,
  storedToken: charge.stored_token,
  next: charge.status === 'input' ? nextStep(charge) : null,
  updatedAt: isoInstant(charge.updated_at.getTime()),
})

export const toRefund = (row: Refund): ProcessorRefund => ({
  refundRef: row.ref,
  paymentRef: row.charge_ref,
  ourId: row.our_id,
  status: 'confirmed',
  amount: { minor: row.amount_minor, currency: row.currency },
  message: null,
})
