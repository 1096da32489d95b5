import type { Selectable, Updateable } from 'kysely'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import type { MethodFacts } from '../../../gateways/payments/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'

/** A stored method without the processor's token, which stays encrypted. */
export interface MethodRow {
  readonly id: string
  readonly customerId: string
  readonly provider: string
  readonly type: PaymentType
  readonly brand: string
  readonly last4: string
  readonly expirationYear: number | null
  readonly expirationMonth: number | null
  readonly autoPayments: boolean
  /** The customer's own name of it; may be empty. */
  readonly name: string
  readonly createdAt: Date
}

const encryptionContext = (ctx: Ctx, rowId: string) => ({
  table: 'stored_methods',
  column: 'provider_token_sealed',
  accountId: ctx.accountId,
  rowId,
})

const kept = (ctx: Ctx) =>
  ctx.db
    .selectFrom('stored_methods')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('removed_at', 'is', null)

type Row = Selectable<Database['stored_methods']>

const toMethod = (row: Row): MethodRow => ({
  id: row.id,
  customerId: row.customer_id,
  provider: row.provider,
  type: row.type,
  brand: row.brand,
  last4: row.last_4_digits,
  expirationYear: row.expiration_year,
  expirationMonth: row.expiration_month,
  autoPayments: row.auto_payments,
  name: row.name,
  createdAt: row.created_at,
})

/** Returns a customer's stored methods, newest first. */
export const methodsOfCustomer = async (ctx: Ctx, customerId: string): Promise<MethodRow[]> =>
  (
    await kept(ctx)
      .where('customer_id', '=', customerId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute()
  ).map(toMethod)

/** Returns one stored method of a customer; null when it belongs to another, was removed or is unknown. */
export async function readMethod(ctx: Ctx, customerId: string, id: string): Promise<MethodRow | null> {
  const row = await kept(ctx).where('customer_id', '=', customerId).where('id', '=', id).executeTakeFirst()
  return row ? toMethod(row) : null
}

/**
 * Returns a customer's stored method with its opened token; null when it belongs to another customer, was
 * removed or is unknown.
 */
export async function openMethod(
  ctx: Ctx,
  customerId: string,
  id: string,
): Promise<{ method: MethodRow; token: string } | null> {
  const row = await kept(ctx).where('customer_id', '=', customerId).where('id', '=', id).executeTakeFirst()
  return row
    ? {
        method: toMethod(row),
        token: ctx.app.encryption.decrypt(row.provider_token_sealed, encryptionContext(ctx, row.id)),
      }
    : null
}

/** The method that a payment's report contained, and when the payment started. */
interface SeenMethod {
  readonly customerId: string
  readonly provider: string
  readonly facts: MethodFacts
  readonly token: string
  readonly usedAt: Date
}

/**
 * Stores a method for a customer, or renews the token of the same method. Returns its id; null when it is not
 * stored. The report of an older payment may arrive late, with a token that the processor has deleted since.
 * It neither replaces a newer token nor restores a method that the customer removed meanwhile.
 */
export async function storeMethod(ctx: Ctx, method: SeenMethod): Promise<string | null> {
  const last = await lastLike(ctx, method)
  if (last && last.removed_at === null) {
    if (method.usedAt > last.created_at) await renewToken(ctx, last.id, method)
    return last.id
  }
  if (last?.removed_at && method.usedAt < last.removed_at) return null
  return insertMethod(ctx, method)
}

/** Returns the stored method with the same facts, otherwise the latest removed one. */
const lastLike = (ctx: Ctx, { customerId, provider, facts }: SeenMethod): Promise<Row | undefined> =>
  ctx.db
    .selectFrom('stored_methods')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('type', '=', facts.type)
    .where('brand', '=', facts.brand)
    .where('last_4_digits', '=', facts.last4)
    .where('expiration_year', 'is not distinct from', facts.expirationYear)
    .where('expiration_month', 'is not distinct from', facts.expirationMonth)
    .orderBy('removed_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()

/** The token may be another account's of the business than before, so that it counts from now on. */
async function renewToken(ctx: Ctx, id: string, { token, usedAt }: SeenMethod): Promise<void> {
  await ctx.db
    .updateTable('stored_methods')
    .set({
      provider_token_sealed: ctx.app.encryption.encrypt(token, encryptionContext(ctx, id)),
      created_at: usedAt,
    })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

async function insertMethod(ctx: Ctx, { customerId, provider, facts, token }: SeenMethod): Promise<string> {
  const id = nextId(ctx)
  await ctx.db
    .insertInto('stored_methods')
    .values({
      account_id: ctx.accountId,
      id,
      customer_id: customerId,
      provider,
      provider_token_sealed: ctx.app.encryption.encrypt(token, encryptionContext(ctx, id)),
      type: facts.type,
      brand: facts.brand,
      last_4_digits: facts.last4,
      expiration_year: facts.expirationYear,
      expiration_month: facts.expirationMonth,
      created_at: asDate(ctx.now),
      removed_at: null,
    })
    .execute()
  return id
}

/** Changes a customer's method. Returns false when it belongs to another customer or was removed. */
async function changeMethod(
  ctx: Ctx,
  customerId: string,
  id: string,
  changes: Updateable<Database['stored_methods']>,
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('stored_methods')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Turns automatic payments of a customer's method on or off. Returns false when it belongs to another
 * customer or was removed.
 */
export const markAutoPayments = (ctx: Ctx, customerId: string, id: string, on: boolean): Promise<boolean> =>
  changeMethod(ctx, customerId, id, { auto_payments: on })

/** Names a customer's method. Returns false when it belongs to another customer or was removed. */
export const nameMethod = (ctx: Ctx, customerId: string, id: string, name: string): Promise<boolean> =>
  changeMethod(ctx, customerId, id, { name })

/** Returns true when it removed a method of this customer. */
export const markRemoved = (ctx: Ctx, customerId: string, id: string): Promise<boolean> =>
  changeMethod(ctx, customerId, id, { removed_at: asDate(ctx.now), auto_payments: false })
