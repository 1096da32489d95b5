import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Payment } from '../tables.ts'

/** Who pays: a person in the portal, or whoever holds a pay link of the invoice, which each email brings a new one of. */
export type Payer = { readonly portalUserId: string } | 'pay_link'

/** Their own attempts on an invoice that wait for their answer: to their bank, or on PayPal's page. */
const awaiting = (ctx: Ctx, invoiceId: string, payer: Payer): RawBuilder<unknown> => sql`
  payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
  where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId} and a.state = 'reserved'
    and p.status = 'input' and p.next_step is not null
    and ${payer === 'pay_link' ? sql`p.channel = 'pay_link'` : sql`p.created_by = ${payer.portalUserId}::uuid`}`

/** The first twenty of them. */
export async function attemptsAwaitingPayer(ctx: Ctx, invoiceId: string, payer: Payer): Promise<Payment[]> {
  const result = await sql<Payment>`
    select p.* from ${awaiting(ctx, invoiceId, payer)} order by p.created_at limit 20`.execute(ctx.db)
  return result.rows
}

/** What they have reserved of the invoice. */
export async function heldByPayerMinor(ctx: Ctx, invoiceId: string, payer: Payer): Promise<bigint> {
  const result = await sql<{ held: bigint }>`
    select coalesce(sum(a.amount_minor), 0)::bigint as held from ${awaiting(ctx, invoiceId, payer)}`.execute(
    ctx.db,
  )
  return result.rows[0]!.held
}

/** The PayPal payment of an order, where the order is for this invoice. */
export async function paymentOfOrder(ctx: Ctx, invoiceId: string, orderId: string): Promise<Payment | null> {
  const result = await sql<Payment>`
    select p.* from payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
    where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId}
      and p.type = 'paypal' and p.provider_ref = ${orderId}`.execute(ctx.db)
  return result.rows[0] ?? null
}

/** The payment that a request to capture was about, if it was made before. */
export async function paymentOfCapture(ctx: Ctx, requestId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where((eb) => eb.or([eb('request_id', '=', requestId), eb('capture_request_id', '=', requestId)]))
    .executeTakeFirst()
  return row?.id ?? null
}
