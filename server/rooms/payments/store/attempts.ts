import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Payment } from '../tables.ts'

/**
 * The payer: a portal user, or any holder of a pay link of the invoice, because each email contains a new
 * link.
 */
export type Payer = { readonly portalUserId: string } | 'pay_link'

/**
 * The payer's own attempts on an invoice that wait for them: for their bank's challenge, or on PayPal's page.
 */
const awaiting = (ctx: Ctx, invoiceId: string, payer: Payer): RawBuilder<unknown> => sql`
  payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
  where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId} and a.state = 'reserved'
    and p.status = 'input' and p.next_step is not null
    and ${payer === 'pay_link' ? sql`p.channel = 'pay_link'` : sql`p.created_by = ${payer.portalUserId}::uuid`}`

/** Returns the first twenty of these attempts. */
export async function attemptsAwaitingPayer(ctx: Ctx, invoiceId: string, payer: Payer): Promise<Payment[]> {
  const result = await sql<Payment>`
    select p.* from ${awaiting(ctx, invoiceId, payer)} order by p.created_at limit 20`.execute(ctx.db)
  return result.rows
}

/** Returns the amount of the invoice that these attempts have reserved. */
export async function heldByPayerMinor(ctx: Ctx, invoiceId: string, payer: Payer): Promise<bigint> {
  const result = await sql<{ held: bigint }>`
    select coalesce(sum(a.amount_minor), 0)::bigint as held from ${awaiting(ctx, invoiceId, payer)}`.execute(
    ctx.db,
  )
  return result.rows[0]!.held
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
