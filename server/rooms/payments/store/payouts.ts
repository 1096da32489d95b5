import { type Selectable, sql } from 'kysely'
import type { ProcessorPayout } from '../../../gateways/payments/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { idsInOrder, listedIds } from '../../../platform/db/rows/id-lists.ts'
import { pageOf, readCountedPage } from '../../../platform/db/window.ts'
import type { PayoutLinesTable, PayoutsTable } from './payout-tables.ts'

export type PayoutRow = Selectable<PayoutsTable>

export interface PayoutLineRow extends Selectable<PayoutLinesTable> {
  /** Null for a line without a payment of ours. */
  readonly number: string | null
  readonly short_name: string | null
}

/** Stores a payout as its processor reports it now. */
export async function savePayout(ctx: Ctx, provider: string, payout: ProcessorPayout): Promise<void> {
  const { lines } = payout
  const state = {
    status: payout.status,
    amount_minor: payout.amountMinor,
    fee_minor: lines.reduce((sum, line) => sum + line.feeMinor, 0n),
    arrives_on: payout.arrivesOn,
    seen_at: asDate(ctx.now),
    is_booked: false,
  }
  const { id } = await ctx.db
    .insertInto('payouts')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      provider,
      payout_ref: payout.payoutRef,
      currency: payout.currency,
      created_at: asDate(Date.parse(payout.createdAt)),
      ...state,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider', 'payout_ref']).doUpdateSet(state))
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .deleteFrom('payout_lines')
    .where('account_id', '=', ctx.accountId)
    .where('payout_id', '=', id)
    .execute()
  if (lines.length === 0) return
  const payments = await paymentsOf(ctx, provider, lines)
  await ctx.db
    .insertInto('payout_lines')
    .values(
      lines.map((line, position) => ({
        account_id: ctx.accountId,
        payout_id: id,
        position,
        line_ref: line.ref,
        kind: line.kind,
        payment_id: payments.get(line.paymentRef ?? '') ?? null,
        gross_minor: line.grossMinor,
        fee_minor: line.feeMinor,
        own_minor: line.own?.minor ?? null,
        own_currency: line.own?.currency ?? null,
        at: asDate(Date.parse(line.at)),
      })),
    )
    .execute()
}

/** Returns our payments by the processor's ids that the lines name. */
async function paymentsOf(
  ctx: Ctx,
  provider: string,
  lines: ProcessorPayout['lines'],
): Promise<ReadonlyMap<string, string>> {
  const refs = lines.flatMap(({ paymentRef }) => (paymentRef === null ? [] : [paymentRef]))
  const { rows } = await sql<{ id: string; ref: string }>`
    select id, provider_ref as ref from payments
    where account_id = ${ctx.accountId} and provider = ${provider} and provider_ref = any(${refs}::text[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, ref }) => [ref, id]))
}

/** Returns the payouts, the latest arrival first. */
export async function selectPayouts(
  ctx: Ctx,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; rows: PayoutRow[] }> {
  const read = async (limit: number, offset: number) => {
    const { rows } = await sql<PayoutRow & { count: number }>`
    select q.*, count(*) over ()::int as count from payouts q where q.account_id = ${ctx.accountId}
    order by q.arrives_on desc, q.id desc ${pageOf(limit, offset)}`.execute(ctx.db)
    return rows
  }
  return readCountedPage(read, page)
}

/** Returns the ids of all payouts, the latest arrival first, 16 bytes each. */
export const selectPayoutIds = (ctx: Ctx): Promise<Buffer> =>
  idsInOrder(
    ctx,
    sql`select id from payouts where account_id = ${ctx.accountId} order by arrives_on desc, id desc`,
  )

/** Returns these payouts in their order. */
export async function selectPayoutsByIds(ctx: Ctx, ids: readonly string[]): Promise<PayoutRow[]> {
  const { rows } =
    await sql<PayoutRow>`select q.* from payouts q join (${listedIds(ids)}) page on page.id = q.id
    where q.account_id = ${ctx.accountId} order by page.key`.execute(ctx.db)
  return rows
}

/** Returns when the processors were asked last; null before the first time. */
export async function readSeenAt(ctx: Ctx): Promise<Date | null> {
  const { at } = await ctx.db
    .selectFrom('payouts')
    .select(({ fn }) => fn.max('seen_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .executeTakeFirstOrThrow()
  return at
}

export async function onePayout(ctx: Ctx, id: string): Promise<PayoutRow | null> {
  const row = await ctx.db
    .selectFrom('payouts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the lines of a payout with the numbers of their payments. */
export async function linesOfPayout(ctx: Ctx, id: string): Promise<PayoutLineRow[]> {
  const result = await sql<PayoutLineRow>`
    select l.*, p.number, c.short_name from payout_lines l
      left join payments p on p.account_id = l.account_id and p.id = l.payment_id
      left join customers c on c.account_id = p.account_id and c.id = p.customer_id
    where l.account_id = ${ctx.accountId} and l.payout_id = ${id} order by l.position limit 5000`.execute(
    ctx.db,
  )
  return result.rows
}
