import { type RawBuilder, sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Payment } from '../tables.ts'

/**
 * The payer: a portal user, or any holder of a pay link of the invoice, because each email contains a new
 * link.
 */
export type Payer = { readonly portalUserId: string } | 'pay_link'

// A single id is compared directly, because PostgreSQL does not know the length of an array.
const isOneOf = (ids: readonly string[]) =>
  ids.length === 1 ? sql`a.invoice_id = ${ids[0]}` : sql`a.invoice_id = any(${ids}::uuid[])`

/**
 * The payer's own attempts on these invoices that wait for them: for their bank's challenge, or on PayPal's
 * page.
 */
const awaiting = (ctx: Ctx, invoiceIds: readonly string[], payer: Payer): RawBuilder<unknown> => sql`
  payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
  where a.account_id = ${ctx.accountId} and ${isOneOf(invoiceIds)} and a.state = 'reserved'
    and p.status = 'input' and p.next_step is not null
    and ${payer === 'pay_link' ? sql`p.channel = 'pay_link'` : sql`p.created_by = ${payer.portalUserId}::uuid`}`

/** Returns the first twenty of these attempts. */
export async function attemptsAwaitingPayer(
  ctx: Ctx,
  invoiceIds: readonly string[],
  payer: Payer,
): Promise<Payment[]> {
  const result = await sql<Payment>`
    select distinct on (p.created_at, p.id) p.* from ${awaiting(ctx, invoiceIds, payer)}
    order by p.created_at, p.id limit 20`.execute(ctx.db)
  return result.rows
}

/** Returns the attempts that wait for their payers at a processor, asked since an instant (epoch ms). */
export const openAttemptsAt = (ctx: Ctx, provider: string, sinceMs: number): Promise<Payment[]> =>
  ctx.db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('provider', '=', provider)
    .where('status', '=', 'input')
    .where('next_check_at', 'is not', null)
    .where('next_step', 'is not', null)
    .where('provider_ref', 'is not', null)
    .where((row) => row.fn.coalesce('called_at', 'created_at'), '>=', asDate(sinceMs))
    .orderBy('created_at')
    .limit(200)
    .execute()

/** Returns the amounts that these attempts have reserved, by invoice. */
export async function heldByPayer(
  ctx: Ctx,
  invoiceIds: readonly string[],
  payer: Payer,
): Promise<ReadonlyMap<string, bigint>> {
  const result = await sql<{ invoiceId: string; held: bigint }>`
    select a.invoice_id as "invoiceId", sum(a.amount_minor)::bigint as held
    from ${awaiting(ctx, invoiceIds, payer)} group by a.invoice_id`.execute(ctx.db)
  return new Map(result.rows.map(({ invoiceId, held }) => [invoiceId, held]))
}

/** Returns the PayPal payment of an order, if the order is for this invoice. */
export async function paymentOfOrder(ctx: Ctx, invoiceId: string, orderId: string): Promise<Payment | null> {
  const result = await sql<Payment>`
    select p.* from payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
    where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId}
      and p.type = 'paypal' and p.provider_ref = ${orderId}`.execute(ctx.db)
  return result.rows[0] ?? null
}

/** Returns the id of the payment that a request to capture was made for, or null. */
export async function paymentOfCapture(ctx: Ctx, requestId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where((eb) => eb.or([eb('request_id', '=', requestId), eb('capture_request_id', '=', requestId)]))
    .executeTakeFirst()
  return row?.id ?? null
}

/** A payment whose money was not taken yet: an order of an invoice, or one by its id. */
export type Uncaptured =
  | { readonly orderId: string; readonly invoiceId: string }
  | { readonly paymentId: string }

/** Returns the invoices that such a payment has reserved; none once it was captured or has ended. */
export async function uncapturedInvoices(ctx: Ctx, payment: Uncaptured): Promise<string[]> {
  const isIt =
    'paymentId' in payment
      ? sql`p.id = ${payment.paymentId}::uuid`
      : sql`p.provider_ref = ${payment.orderId} and p.id in (select o.payment_id from payment_allocations o
          where o.account_id = ${ctx.accountId} and o.invoice_id = ${payment.invoiceId}::uuid)`
  const result = await sql<{ id: string }>`
    select a.invoice_id as id from payments p
      join payment_allocations a on a.account_id = p.account_id and a.payment_id = p.id
    where p.account_id = ${ctx.accountId} and ${isIt} and p.status in ('input', 'preauth') and a.state = 'reserved'
    order by a.invoice_id`.execute(ctx.db)
  return result.rows.map(({ id }) => id)
}
