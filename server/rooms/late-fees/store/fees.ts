import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { idsInOrder, listedIds } from '../../../platform/db/rows/id-lists.ts'

/** Lists of fees: charged and not waived, waived, or charged although a payment came before. */
export type FeeList = 'charged' | 'waived' | 'proposed'

export interface FeeRow {
  readonly id: string
  readonly invoice_id: string
  readonly number: string
  readonly customer_id: string
  readonly short_name: string
  /** The rule or the payment plan that charged it. */
  readonly rule_id: string | null
  readonly rule_name: string | null
  readonly plan_id: string | null
  readonly description: string
  readonly currency: string
  readonly day: CalendarDate
  readonly booked_on: CalendarDate
  readonly amount_minor: bigint
  readonly waived_minor: bigint
  readonly waived_at: Date | null
  readonly waived_because: string
  readonly waived_by_name: string | null
  /** Day of a payment that was recorded after the fee, with a date before it. */
  readonly paid_before: CalendarDate | null
}

/** The first payment of a fee's invoice that is dated before the fee was due and was recorded after it was charged. */
const paidBefore = ({ accountId }: Ctx) => sql`(select min(e.booked_on) from ledger_postings p
  join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
  where p.account_id = ${accountId} and p.invoice_id = f.invoice_id and e.kind = 'payment' and e.booked_on < f.day
    and e.recorded_at > f.created_at)`

function conditionOf(ctx: Ctx, list: FeeList) {
  if (list === 'waived') return sql`f.waived_at is not null`
  if (list === 'charged') return sql`f.waived_at is null`
  return sql`f.waived_at is null and i.state = 'open' and r.remaining_minor > r.reserved_minor and ${paidBefore(ctx)} is not null`
}

/** Search and filters of a list of fees. */
export interface FeeMatch {
  readonly list: FeeList
  readonly customerId: string | undefined
  readonly filters: readonly Filter[]
  /** The currency of amount filters. */
  readonly currency: string
}

const FILTERED: Record<string, FilterColumn> = {
  charged_on: { expression: sql`f.booked_on`, kind: 'date' },
  amount: { expression: sql`f.amount_minor`, kind: 'amount' },
}

/** Fees `f` of a list. Only the proposed ones depend on what is owed now. */
function feesOf(ctx: Ctx, { list, customerId, filters, currency }: FeeMatch) {
  const ofCustomer =
    customerId === undefined
      ? sql``
      : sql`and f.invoice_id in (select id from invoices where account_id = ${ctx.accountId} and customer_id = ${customerId}::uuid)`
  const filtered = filters.length === 0 ? sql`` : sql`and ${filterConditions(filters, FILTERED, currency)}`
  const owed = sql`join invoices i on i.account_id = f.account_id and i.id = f.invoice_id
      join receivables r on r.account_id = f.account_id and r.invoice_id = f.invoice_id`
  return sql`from late_fees f ${list === 'proposed' ? owed : sql``} where f.account_id = ${ctx.accountId} and ${conditionOf(ctx, list)} ${ofCustomer} ${filtered}`
}

const orderOf = (list: FeeList) =>
  list === 'waived' ? sql`f.waived_at desc, f.id desc` : sql`f.booked_on desc, f.id desc`

/** Reads the rows of the fees that a statement returns. */
const feeRows = (ctx: Ctx, fees: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<FeeRow>`
    select f.id, f.invoice_id, i.number, i.customer_id, k.short_name, f.rule_id, f.plan_id, u.name as rule_name, f.description, i.currency, f.day,
      f.booked_on, f.amount_minor, f.waived_minor, f.waived_at, f.waived_because,
      nullif(trim(w.first_name || ' ' || w.last_name), '') as waived_by_name, ${paidBefore(ctx)} as paid_before
    from (${fees}) f
      join invoices i on i.account_id = ${ctx.accountId} and i.id = f.invoice_id
      join customers k on k.account_id = i.account_id and k.id = i.customer_id
      left join late_fee_rules u on u.account_id = i.account_id and u.id = f.rule_id
      left join memberships m on m.account_id = i.account_id and m.user_id = f.waived_by
      left join users w on w.id = m.user_id
    order by ${order}`

/** Returns a page of a list of fees, the newest first, with the number of all of them. */
export async function selectFees(
  ctx: Ctx,
  match: FeeMatch,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly rows: readonly FeeRow[] }> {
  const from = feesOf(ctx, match)
  const total = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(ctx.db)
  const page = sql`select f.* ${from} order by ${orderOf(match.list)} limit ${limit} offset ${offset}`
  const { rows } = await feeRows(ctx, page, orderOf(match.list)).execute(ctx.db)
  return { count: total.rows[0]!.count, rows }
}

/** Returns the ids of a list of fees, the newest first, 16 bytes each. */
export const selectFeeIds = (ctx: Ctx, match: FeeMatch): Promise<Buffer> =>
  idsInOrder(ctx, sql`select f.id ${feesOf(ctx, match)} order by ${orderOf(match.list)}`)

/** Returns these fees in their order. */
export async function selectFeesByIds(ctx: Ctx, ids: readonly string[]): Promise<readonly FeeRow[]> {
  const fees = sql`select f.*, page.key from late_fees f join (${listedIds(ids)}) page on page.id = f.id where f.account_id = ${ctx.accountId}`
  return (await feeRows(ctx, fees, sql`f.key`).execute(ctx.db)).rows
}
