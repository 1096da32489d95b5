import { sql } from 'kysely'
import type { Installment } from '../../../../domain/payment-plans/build-schedule.ts'
import type { FeePlace } from '../../../../domain/payment-plans/plan-fee.ts'
import type { AgreedInstallment } from '../../../../domain/payment-plans/settle-installments.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { InvoiceOfPlan, PlanWhole } from '../rules/plan-whole.ts'
import type { PlanRow } from '../tables.ts'

export interface NewPlan {
  readonly id: string
  readonly customerId: string
  readonly currency: string
  readonly origin: PlanRow['origin']
  readonly message: string
  /** Zero for none. */
  readonly feeMinor: bigint
  readonly createdBy: string | null
  readonly installments: readonly Installment[]
  readonly invoices: readonly {
    readonly invoiceId: string
    readonly remainingMinor: bigint
    readonly chargedMinor: bigint
  }[]
}

/** Adds a proposal. The receivables of its invoices are locked and in no live plan. */
export async function insertPlan(ctx: Ctx, plan: NewPlan): Promise<void> {
  const at = asDate(ctx.now)
  await ctx.db
    .insertInto('payment_plans')
    .values({
      account_id: ctx.accountId,
      id: plan.id,
      customer_id: plan.customerId,
      currency: plan.currency,
      state: 'proposed',
      origin: plan.origin,
      total_minor: plan.invoices.reduce((sum, one) => sum + one.remainingMinor, 0n),
      message: plan.message,
      fee_minor: plan.feeMinor,
      expires_on: plan.installments[0]!.dueOn,
      created_by: plan.createdBy,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await insertParts(ctx, plan)
}

/** Replaces the schedule of a proposal and what it knows of its invoices. */
export async function replaceParts(
  ctx: Ctx,
  plan: Pick<NewPlan, 'id' | 'installments' | 'invoices'>,
): Promise<void> {
  for (const table of ['payment_plan_installments', 'payment_plan_invoices'] as const)
    await ctx.db
      .deleteFrom(table)
      .where('account_id', '=', ctx.accountId)
      .where('plan_id', '=', plan.id)
      .execute()
  await insertParts(ctx, plan)
}

async function insertParts(
  ctx: Ctx,
  { id, installments, invoices }: Pick<NewPlan, 'id' | 'installments' | 'invoices'>,
): Promise<void> {
  const key = { account_id: ctx.accountId, plan_id: id }
  await ctx.db
    .insertInto('payment_plan_invoices')
    .values(
      invoices.map(({ invoiceId, remainingMinor, chargedMinor }, index) => ({
        ...key,
        invoice_id: invoiceId,
        position: index + 1,
        planned_minor: remainingMinor,
        charged_minor: chargedMinor,
      })),
    )
    .execute()
  await ctx.db
    .insertInto('payment_plan_installments')
    .values(
      installments.map(({ dueOn, amountMinor, isDownPayment }, index) => ({
        ...key,
        id: nextId(ctx),
        number: index + 1,
        due_on: dueOn,
        amount_minor: amountMinor,
        is_down_payment: isDownPayment,
      })),
    )
    .execute()
}

/** Adds the fee that is charged to the installment and the invoice that it belongs to. */
export async function keepFee(ctx: Ctx, planId: string, place: FeePlace, feeMinor: bigint): Promise<void> {
  await sql`update payment_plan_installments set amount_minor = amount_minor + ${feeMinor}, fee_minor = ${feeMinor}
    where account_id = ${ctx.accountId} and plan_id = ${planId} and id = ${place.installmentId}`.execute(
    ctx.db,
  )
  await sql`update payment_plan_invoices set planned_minor = planned_minor + ${feeMinor}, charged_minor = charged_minor + ${feeMinor}
    where account_id = ${ctx.accountId} and plan_id = ${planId} and invoice_id = ${place.invoiceId}`.execute(
    ctx.db,
  )
}

/** Changes a plan, which the caller has locked. */
export async function changePlan(ctx: Ctx, id: string, change: Partial<Omit<PlanRow, 'account_id' | 'id'>>) {
  await ctx.db
    .updateTable('payment_plans')
    .set({ ...change, updated_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Frees the invoices of an ended plan for another one, or takes them back. */
export async function holdInvoices(ctx: Ctx, planId: string, isLive: boolean): Promise<void> {
  await ctx.db
    .updateTable('payment_plan_invoices')
    .set({ is_live: isLive })
    .where('account_id', '=', ctx.accountId)
    .where('plan_id', '=', planId)
    .execute()
}

/** Locks a plan until the transaction ends; null when there is none. */
export const lockPlan = async (ctx: Ctx, id: string): Promise<PlanRow | null> =>
  (await ctx.db
    .selectFrom('payment_plans')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** Returns the ids of a plan's invoices. */
export async function invoiceIdsOf(ctx: Ctx, planId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('payment_plan_invoices')
    .select('invoice_id')
    .where('account_id', '=', ctx.accountId)
    .where('plan_id', '=', planId)
    .orderBy('position')
    .execute()
  return rows.map(({ invoice_id }) => invoice_id)
}

/** Returns which of these invoices are in a live plan, with that plan. */
export async function livePlansOf(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<{ invoiceId: string; planId: string }[]> {
  const { rows } = await sql<{ invoiceId: string; planId: string }>`
    select invoice_id as "invoiceId", plan_id as "planId" from payment_plan_invoices
    where account_id = ${ctx.accountId} and invoice_id = any(${invoiceIds}::uuid[]) and is_live`.execute(
    ctx.db,
  )
  return rows
}

/** Returns whole plans in the order of the ids. Skips unknown ids. */
export async function selectPlans(ctx: Ctx, ids: readonly string[]): Promise<PlanWhole[]> {
  if (ids.length === 0) return []
  const [rows, invoices, installments] = await Promise.all([
    selectRows(ctx, ids),
    selectInvoices(ctx, ids),
    selectInstallments(ctx, ids),
  ])
  return ids.flatMap((id) => {
    const found = rows.find((row) => row.id === id)
    if (!found) return []
    const {
      customer_name: customerName,
      fee_id: feeId,
      fee_invoice_id: invoiceId,
      fee_waived,
      ...row
    } = found
    return [
      {
        row,
        customerName,
        chargedFee: feeId && invoiceId ? { feeId, invoiceId, waivedMinor: fee_waived ?? 0n } : null,
        invoices: invoices.filter(({ planId }) => planId === id),
        installments: installments.filter(({ planId }) => planId === id),
      },
    ]
  })
}

/** Returns a whole plan; null when there is none. */
export const findPlan = async (ctx: Ctx, id: string): Promise<PlanWhole | null> =>
  (await selectPlans(ctx, [id]))[0] ?? null

const selectRows = async (ctx: Ctx, ids: readonly string[]) =>
  (
    await sql<
      PlanRow & {
        customer_name: string
        fee_id: string | null
        fee_invoice_id: string | null
        fee_waived: bigint | null
      }
    >`
      select p.*, k.short_name as customer_name, f.id as fee_id, f.invoice_id as fee_invoice_id, f.waived_minor as fee_waived
      from payment_plans p join customers k on k.account_id = p.account_id and k.id = p.customer_id
        left join late_fees f on f.account_id = p.account_id and f.plan_id = p.id
      where p.account_id = ${ctx.accountId} and p.id = any(${ids}::uuid[])`.execute(ctx.db)
  ).rows

/** A voided invoice is charged nothing, so that no installment has a share of it. */
const selectInvoices = async (ctx: Ctx, ids: readonly string[]) =>
  (
    await sql<InvoiceOfPlan & { planId: string }>`
      select v.plan_id as "planId", v.invoice_id as "invoiceId", v.planned_minor as "plannedMinor",
        v.charged_minor as "chargedThenMinor", r.remaining_minor as "remainingMinor",
        case when i.state = 'void' then v.charged_minor - v.planned_minor else r.charged_minor end as "chargedMinor",
        r.reserved_minor as "reservedMinor", i.number, i.customer_id as "customerId", i.due_date as "dueDate",
        i.total_minor as "totalMinor", i.state = 'void' as "isVoid",
        i.deposit_to as "depositTo"
      from payment_plan_invoices v
        join invoices i on i.account_id = v.account_id and i.id = v.invoice_id
        join receivables r on r.account_id = v.account_id and r.invoice_id = v.invoice_id
      where v.account_id = ${ctx.accountId} and v.plan_id = any(${ids}::uuid[])
      order by v.plan_id, v.position`.execute(ctx.db)
  ).rows

const selectInstallments = async (ctx: Ctx, ids: readonly string[]) =>
  (
    await sql<AgreedInstallment & { planId: string }>`
      select plan_id as "planId", id, number, due_on as "dueOn", amount_minor as "amountMinor",
        is_down_payment as "isDownPayment", fee_minor as "feeMinor"
      from payment_plan_installments
      where account_id = ${ctx.accountId} and plan_id = any(${ids}::uuid[]) order by plan_id, number`.execute(
      ctx.db,
    )
  ).rows
