import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'

export interface AllocationRow {
  readonly invoiceId: string
  readonly amountMinor: bigint
  readonly reversedMinor: bigint
  readonly position: number
  readonly state: 'reserved' | 'applied' | 'released' | 'reversed'
}

/** An amount of a payment for one invoice. */
interface Share {
  readonly invoiceId: string
  readonly amountMinor: bigint
}

/** Returns the shares of a payment in the order of settlement. */
export async function allocationsOf(ctx: Ctx, paymentId: string): Promise<AllocationRow[]> {
  const rows = await ctx.db
    .selectFrom('payment_allocations')
    .select(['invoice_id', 'amount_minor', 'reversed_minor', 'position', 'state'])
    .where('account_id', '=', ctx.accountId)
    .where('payment_id', '=', paymentId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    amountMinor: row.amount_minor,
    reversedMinor: row.reversed_minor,
    position: row.position,
    state: row.state,
  }))
}

export async function insertAllocations(
  ctx: Ctx,
  paymentId: string,
  state: 'reserved' | 'applied',
  shares: readonly Share[],
): Promise<void> {
  if (shares.length === 0) return
  await ctx.db
    .insertInto('payment_allocations')
    .values(
      shares.map((share, position) => ({
        account_id: ctx.accountId,
        payment_id: paymentId,
        invoice_id: share.invoiceId,
        amount_minor: share.amountMinor,
        position,
        state,
      })),
    )
    .execute()
}

/** Moves every share of a payment from one state to another. */
export async function moveAllocations(
  ctx: Ctx,
  paymentId: string,
  from: AllocationRow['state'],
  to: AllocationRow['state'],
): Promise<void> {
  await ctx.db
    .updateTable('payment_allocations')
    .set({ state: to })
    .where('account_id', '=', ctx.accountId)
    .where('payment_id', '=', paymentId)
    .where('state', '=', from)
    .execute()
}

/** Joins the payment's rows `a` with `shares`, as `d`. */
function joinShares(ctx: Ctx, paymentId: string, shares: readonly Share[]) {
  const rows = shares.map((share) => ({ invoice_id: share.invoiceId, amount: share.amountMinor.toString() }))
  return sql`from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(invoice_id uuid, amount bigint)
    where a.account_id = ${ctx.accountId} and a.payment_id = ${paymentId} and a.invoice_id = d.invoice_id`
}

/** Applies shares with these amounts, for a charge whose invoices no longer owe all of it. */
export async function applyShares(ctx: Ctx, paymentId: string, shares: readonly Share[]): Promise<void> {
  await sql`
    update payment_allocations a set amount_minor = d.amount, state = 'applied'
    ${joinShares(ctx, paymentId, shares)}`.execute(ctx.db)
}

/** Adds to the reversed amounts of shares. A fully reversed share becomes 'reversed'. */
export async function reverseShares(ctx: Ctx, paymentId: string, shares: readonly Share[]): Promise<void> {
  await sql`
    update payment_allocations a set reversed_minor = a.reversed_minor + d.amount,
      state = case when a.reversed_minor + d.amount = a.amount_minor then 'reversed' else a.state end
    ${joinShares(ctx, paymentId, shares)}`.execute(ctx.db)
}

/** Adds shares after all earlier ones of a payment. The payment must be locked. */
export async function addShares(ctx: Ctx, paymentId: string, shares: readonly Share[]): Promise<void> {
  const rows = shares.map((share, at) => ({
    invoice_id: share.invoiceId,
    amount: share.amountMinor.toString(),
    place: at + 1,
  }))
  await sql`
    with last as (
      select coalesce(max(position), -1) as position from payment_allocations
      where account_id = ${ctx.accountId} and payment_id = ${paymentId}
    ), added as (
    insert into payment_allocations as a (account_id, payment_id, invoice_id, amount_minor, position, state)
    select here.account_id, ${paymentId}::uuid, d.invoice_id, d.amount, last.position + d.place, 'applied'
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(invoice_id uuid, amount bigint, place smallint), last
    on conflict (account_id, payment_id, invoice_id) do update set
      amount_minor = case when a.state = 'released' then excluded.amount_minor else a.amount_minor + excluded.amount_minor end,
      position = excluded.position, state = 'applied')
    select`.execute(ctx.db)
}
