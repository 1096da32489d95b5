import type { Selectable } from 'kysely'
import type { PaymentType } from '../../../../domain/payment-status.ts'
import type { MethodFacts } from '../../../gateways/payments/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'

/** A stored method as people see it; the processor's token stays sealed. */
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
}

const place = (ctx: Ctx, rowId: string) => ({
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

type Row = Selectable<import('../../../platform/db/database.ts').Database['stored_methods']>

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
})

/** What a customer has stored, newest first. */
export const methodsOfCustomer = async (ctx: Ctx, customerId: string): Promise<MethodRow[]> =>
  (
    await kept(ctx)
      .where('customer_id', '=', customerId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute()
  ).map(toMethod)

/** One stored method of this customer with its opened token; null when it is another's, removed or unknown. */
export async function openMethod(
  ctx: Ctx,
  customerId: string,
  id: string,
): Promise<{ method: MethodRow; token: string } | null> {
  const row = await kept(ctx).where('customer_id', '=', customerId).where('id', '=', id).executeTakeFirst()
  return row
    ? { method: toMethod(row), token: ctx.app.sealer.open(row.provider_token_sealed, place(ctx, row.id)) }
    : null
}

/**
 * Keeps a method for a customer, or renews the token of the same one. Returns its id. News of a payment (`usedAt`) that was
 * begun before the method was kept comes late: its token may be one that was forgotten at the processor since.
 */
export async function storeMethod(
  ctx: Ctx,
  method: { customerId: string; provider: string; facts: MethodFacts; token: string; usedAt: Date },
): Promise<string> {
  const { facts, usedAt } = method
  const same = await kept(ctx)
    .where('customer_id', '=', method.customerId)
    .where('provider', '=', method.provider)
    .where('type', '=', facts.type)
    .where('brand', '=', facts.brand)
    .where('last_4_digits', '=', facts.last4)
    .where('expiration_year', 'is not distinct from', facts.expirationYear)
    .where('expiration_month', 'is not distinct from', facts.expirationMonth)
    .executeTakeFirst()
  if (same && usedAt <= same.created_at) return same.id
  if (same) {
    await ctx.db
      .updateTable('stored_methods')
      .set({ provider_token_sealed: ctx.app.sealer.seal(method.token, place(ctx, same.id)) })
      .where('account_id', '=', ctx.accountId)
      .where('id', '=', same.id)
      .execute()
    return same.id
  }
  const id = nextId(ctx)
  await ctx.db
    .insertInto('stored_methods')
    .values({
      account_id: ctx.accountId,
      id,
      customer_id: method.customerId,
      provider: method.provider,
      provider_token_sealed: ctx.app.sealer.seal(method.token, place(ctx, id)),
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

/** Marks whether a customer's method pays by itself; false when it is another's or was removed. */
export async function markAutoPayments(
  ctx: Ctx,
  customerId: string,
  id: string,
  on: boolean,
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('stored_methods')
    .set({ auto_payments: on })
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** True when this customer's method was there to be removed. */
export async function markRemoved(ctx: Ctx, customerId: string, id: string): Promise<boolean> {
  const row = await ctx.db
    .updateTable('stored_methods')
    .set({ removed_at: asDate(ctx.now), auto_payments: false })
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
