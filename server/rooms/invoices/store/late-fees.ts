import { type Selectable, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { FeeCap } from '../../../../domain/late-fees/fee-amount.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { unnestRows } from '../../../platform/db/rows/unnest-rows.ts'
import type { FeeIncome } from '../../ledger/index.ts'

export type LateFee = Selectable<Database['late_fees']>

/** A fee to charge. Its invoice and receivable are locked. */
export interface NewLateFee {
  readonly invoiceId: string
  /** The rule that charges it; null for the fee of a payment plan. */
  readonly ruleId: string | null
  readonly planId: string | null
  /** Null for the fee of a payment plan. */
  readonly period: number | null
  readonly day: CalendarDate
  readonly description: string
  readonly amountMinor: bigint
  readonly cap: FeeCap | null
}

/** The account that takes a fee's income. */
export const incomeOf = (planId: string | null): FeeIncome =>
  planId === null ? 'late_fee_income' : 'plan_fee_income'

/** Locks invoices against other writers, by id, before their receivables. */
export async function lockInvoices(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Selectable<Database['invoices']>, 'id' | 'state' | 'number'>>> {
  const { rows } = await sql<Pick<Selectable<Database['invoices']>, 'id' | 'state' | 'number'>>`
    select id, state, number from invoices where account_id = ${ctx.accountId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const FEE_COLUMNS = {
  id: 'uuid',
  invoice_id: 'uuid',
  rule_id: 'uuid',
  plan_id: 'uuid',
  period: 'integer',
  day: 'date',
  description: 'text',
  amount_minor: 'bigint',
  cap: 'text',
  entry_id: 'uuid',
} as const

/** Writes fees, each once for its invoice, rule and period, or for its payment plan. Returns the ids of those that are new. */
export async function insertLateFees(
  ctx: Ctx,
  fees: readonly (NewLateFee & { readonly id: string; readonly entryId: string })[],
  bookedOn: CalendarDate,
): Promise<ReadonlySet<string>> {
  const rows = fees.map((fee) => ({
    id: fee.id,
    invoice_id: fee.invoiceId,
    rule_id: fee.ruleId,
    plan_id: fee.planId,
    period: fee.period,
    day: fee.day,
    description: fee.description,
    amount_minor: fee.amountMinor,
    cap: fee.cap,
    entry_id: fee.entryId,
  }))
  const { rows: fresh } = await sql<{ id: string }>`
    insert into late_fees (account_id, id, invoice_id, rule_id, plan_id, period, day, booked_on, description, amount_minor, cap, entry_id, created_at)
    select here.account_id, f.id, f.invoice_id, f.rule_id, f.plan_id, f.period, f.day, ${bookedOn}::date, f.description, f.amount_minor, f.cap,
      f.entry_id, ${asDate(ctx.now)}::timestamptz
    from ${here(ctx.accountId)}, ${unnestRows('f', FEE_COLUMNS, rows)}
    on conflict do nothing returning id`.execute(ctx.db)
  return new Set(fresh.map((row) => row.id))
}

/** Adds fees to the totals of their invoices; waived ones are negative. */
export async function addToTotals(
  ctx: Ctx,
  fees: readonly { readonly invoiceId: string; readonly amountMinor: bigint }[],
): Promise<void> {
  const sums = new Map<string, bigint>()
  for (const { invoiceId, amountMinor } of fees)
    sums.set(invoiceId, (sums.get(invoiceId) ?? 0n) + amountMinor)
  const rows = [...sums].map(([id, minor]) => ({ id, minor }))
  await sql`update invoices i set fees_minor = i.fees_minor + s.minor, total_minor = i.total_minor + s.minor,
      updated_at = ${asDate(ctx.now)}
    from ${unnestRows('s', { id: 'uuid', minor: 'bigint' }, rows)}
    where i.account_id = ${ctx.accountId} and i.id = s.id`.execute(ctx.db)
}

/** Returns fees by id. Skips unknown ids. */
export const selectLateFees = (ctx: Ctx, ids: readonly string[]): Promise<LateFee[]> =>
  ctx.db
    .selectFrom('late_fees')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()

/** Returns the fees of an invoice, oldest first. */
export const lateFeesOf = (ctx: Ctx, invoiceId: string): Promise<LateFee[]> =>
  ctx.db
    .selectFrom('late_fees')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('day')
    .orderBy('id')
    .execute()

export interface Waiver {
  readonly feeId: string
  readonly minor: bigint
  readonly entryId: string
}

/** Marks fees as waived. A part that was waived before stays waived. */
export async function markWaived(ctx: Ctx, waivers: readonly Waiver[], reason: string): Promise<void> {
  const rows = waivers.map(({ feeId, minor, entryId }) => ({ id: feeId, minor: minor.toString(), entryId }))
  await sql`update late_fees f set waived_minor = f.waived_minor + w.minor, waived_at = ${asDate(ctx.now)}, waiver_entry_id = w."entryId",
      waived_by = ${ctx.actor.kind === 'staff' ? ctx.actor.userId : null}::uuid, waived_because = ${reason}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, minor bigint, "entryId" uuid)
    where f.account_id = ${ctx.accountId} and f.id = w.id`.execute(ctx.db)
}

/** Removes the mark of a waiver that was undone. */
export async function unmarkWaived(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('late_fees')
    .set({ waived_minor: 0n, waived_at: null, waived_by: null, waived_because: '', waiver_entry_id: null })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
