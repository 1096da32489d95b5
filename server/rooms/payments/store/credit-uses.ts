import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

/** An amount of credit for an invoice. */
export interface CreditShare {
  readonly invoiceId: string
  readonly amountMinor: bigint
}

/** Credit that is used before a charge, or instead of one. */
export interface CreditUse {
  readonly id: string
  readonly customerId: string
  readonly currency: string
  /** Null when nothing is charged. */
  readonly paymentId: string | null
  readonly requestId: string
  readonly requestHash: Buffer
}

/** Records planned credit; without a payment it is used at once. Returns false when its request_id exists. */
export async function insertCreditUse(
  ctx: Ctx,
  use: CreditUse & { readonly plannedMinor: bigint },
): Promise<boolean> {
  const atOnce = use.paymentId === null
  const row = await ctx.db
    .insertInto('credit_uses')
    .values({
      account_id: ctx.accountId,
      id: use.id,
      customer_id: use.customerId,
      request_id: use.requestId,
      request_hash: use.requestHash,
      payment_id: use.paymentId,
      currency: use.currency,
      planned_minor: use.plannedMinor,
      used_minor: atOnce ? use.plannedMinor : null,
      created_at: asDate(ctx.now),
      settled_at: atOnce ? asDate(ctx.now) : null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts the shares of a use in the order of settlement. `used`: they are used at once. */
export async function insertCreditShares(
  ctx: Ctx,
  useId: string,
  shares: readonly CreditShare[],
  used = false,
): Promise<void> {
  await ctx.db
    .insertInto('credit_use_shares')
    .values(
      shares.map(({ invoiceId, amountMinor }, position) => ({
        account_id: ctx.accountId,
        credit_use_id: useId,
        invoice_id: invoiceId,
        position,
        planned_minor: amountMinor,
        used_minor: used ? amountMinor : 0n,
      })),
    )
    .execute()
}

const uses = (ctx: Ctx) =>
  ctx.db
    .selectFrom('credit_uses')
    .select([
      'id',
      'customer_id as customerId',
      'currency',
      'payment_id as paymentId',
      'request_id as requestId',
      'request_hash as requestHash',
    ])
    .where('account_id', '=', ctx.accountId)

export const creditUseOfRequest = async (ctx: Ctx, requestId: string): Promise<CreditUse | null> =>
  (await uses(ctx).where('request_id', '=', requestId).executeTakeFirst()) ?? null

/** Returns the credit that a payment uses once it is confirmed; null when there is none, or it is used. */
export const plannedUseOf = async (ctx: Ctx, paymentId: string): Promise<CreditUse | null> =>
  (await uses(ctx).where('payment_id', '=', paymentId).where('settled_at', 'is', null).executeTakeFirst()) ??
  null

/** Returns planned or used shares in the order of settlement; of a settled use only what was used. */
export async function creditSharesOf(
  ctx: Ctx,
  of: { readonly useId: string } | { readonly paymentId: string },
): Promise<CreditShare[]> {
  const which = 'useId' in of ? sql`u.id = ${of.useId}` : sql`u.payment_id = ${of.paymentId}`
  const result = await sql<CreditShare>`
    select s.invoice_id as "invoiceId",
      case when u.settled_at is null then s.planned_minor else s.used_minor end as "amountMinor"
    from credit_uses u join credit_use_shares s on s.account_id = u.account_id and s.credit_use_id = u.id
    where u.account_id = ${ctx.accountId} and ${which} and (u.settled_at is null or s.used_minor > 0)
    order by s.position`.execute(ctx.db)
  return result.rows
}

/** Records how much of a planned use was used. */
export async function settleCreditUse(
  ctx: Ctx,
  useId: string,
  used: readonly CreditShare[],
  usedMinor: bigint,
): Promise<void> {
  const rows = used.map((share) => ({ invoice: share.invoiceId, amount: share.amountMinor.toString() }))
  await sql`
    update credit_uses set used_minor = ${usedMinor}, settled_at = ${asDate(ctx.now)}
    where account_id = ${ctx.accountId} and id = ${useId}`.execute(ctx.db)
  if (rows.length === 0) return
  await sql`
    update credit_use_shares s set used_minor = d.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(invoice uuid, amount bigint)
    where s.account_id = ${ctx.accountId} and s.credit_use_id = ${useId} and s.invoice_id = d.invoice`.execute(
    ctx.db,
  )
}

/** Returns the credit that other payments of a customer under way will use. */
export async function plannedMinorOf(
  ctx: Ctx,
  owner: { readonly customerId: string; readonly currency: string },
  exceptPaymentIds: readonly string[] = [],
): Promise<bigint> {
  const result = await sql<{ sum: bigint }>`
    select coalesce(sum(u.planned_minor), 0)::bigint as sum
    from credit_uses u join payments p on p.account_id = u.account_id and p.id = u.payment_id
    where u.account_id = ${ctx.accountId} and u.customer_id = ${owner.customerId} and u.currency = ${owner.currency} and u.settled_at is null
      and p.status in ('input', 'waiting', 'preauth', 'error') and p.failure_code is distinct from 'unavailable'
      and not p.id = any(${exceptPaymentIds}::uuid[])`.execute(ctx.db)
  return result.rows[0]!.sum
}
