import { sql } from 'kysely'
import type { BillingInvoice, SubscriptionFacts } from '../../../gateways/billing/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { PlanInvoiceRow, SubscriptionRow } from '../tables.ts'

const ofAccount = (ctx: Ctx) =>
  ctx.db.selectFrom('plan_subscriptions').selectAll().where('account_id', '=', ctx.accountId)

const change = (ctx: Ctx) => ctx.db.updateTable('plan_subscriptions').where('account_id', '=', ctx.accountId)

/** Returns the account as a customer of this seller of plans; null when it is none. */
export async function selectSubscription(ctx: Ctx): Promise<SubscriptionRow | null> {
  const row = await ofAccount(ctx).executeTakeFirst()
  return row !== undefined && row.provider === ctx.app.billing?.id ? row : null
}

export const lockSubscription = async (ctx: Ctx): Promise<SubscriptionRow | null> =>
  (await ofAccount(ctx).forUpdate().executeTakeFirst()) ?? null

/** Notes the account's customer at a seller. A former seller's record is replaced. */
export async function insertCustomer(
  ctx: Ctx,
  provider: SubscriptionRow['provider'],
  customerRef: string,
): Promise<void> {
  const fresh = {
    provider,
    customer_ref: customerRef,
    subscription_ref: null,
    period_ends_at: null,
    ends_with_period: false,
    unpaid_ref: null,
    unpaid_minor: null,
  }
  await ctx.db
    .insertInto('plan_subscriptions')
    .values({ account_id: ctx.accountId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(fresh).where('plan_subscriptions.provider', '<>', provider),
    )
    .execute()
}

/** Numbers a read at the seller, before it begins. Null when the account is no customer. */
export async function beginRead(ctx: Ctx): Promise<{ number: number; customerRef: string } | null> {
  const row = await change(ctx)
    .where('provider', '=', ctx.app.billing?.id ?? 'sandbox')
    .set({ reads_begun: sql`reads_begun + 1` })
    .returning(['reads_begun', 'customer_ref'])
    .executeTakeFirst()
  return row === undefined ? null : { number: row.reads_begun, customerRef: row.customer_ref }
}

export async function writeFacts(ctx: Ctx, number: number, facts: SubscriptionFacts | null): Promise<void> {
  await change(ctx)
    .set({
      reads_written: number,
      ...(facts && {
        subscription_ref: facts.ref,
        period_ends_at: asDate(facts.periodEndsAtMs),
        ends_with_period: facts.endsWithPeriod,
        unpaid_ref: facts.unpaid?.ref ?? null,
        unpaid_minor: facts.unpaid?.amountMinor ?? null,
      }),
    })
    .execute()
}

/** Writes the invoices as they were read. Returns those that are paid and were not before. */
export async function writeInvoices(
  ctx: Ctx,
  invoices: readonly BillingInvoice[],
): Promise<PlanInvoiceRow[]> {
  const paidBefore = new Set(
    (await selectInvoices(ctx)).filter(({ status }) => status === 'paid').map(({ ref }) => ref),
  )
  const paid: PlanInvoiceRow[] = []
  for (const invoice of invoices) {
    const values = valuesOf(invoice)
    const row = await ctx.db
      .insertInto('plan_invoices')
      .values({ account_id: ctx.accountId, ref: invoice.ref, id: nextId(ctx), ...values })
      .onConflict((conflict) => conflict.columns(['account_id', 'ref']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    if (row.status === 'paid' && !paidBefore.has(row.ref)) paid.push(row)
  }
  return paid
}

const valuesOf = (invoice: BillingInvoice) => ({
  number: invoice.number,
  status: invoice.status,
  description: invoice.description,
  amount_minor: invoice.amountMinor,
  credit_minor: invoice.creditMinor,
  tax_minor: invoice.taxMinor,
  currency: invoice.currency,
  issued_at: asDate(invoice.issuedAtMs),
  paid_at: invoice.paidAtMs === null ? null : asDate(invoice.paidAtMs),
  period_starts_at: invoice.period && asDate(invoice.period.startMs),
  period_ends_at: invoice.period && asDate(invoice.period.endMs),
  lines: JSON.stringify(
    invoice.lines.map(({ description, amountMinor }) => ({ description, amount_minor: String(amountMinor) })),
  ),
  url: invoice.url,
})

/** Returns the invoices to the account, newest first. */
export const selectInvoices = (ctx: Ctx): Promise<PlanInvoiceRow[]> =>
  ctx.db
    .selectFrom('plan_invoices')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .orderBy('issued_at', 'desc')
    .orderBy('number', 'desc')
    .limit(500)
    .execute()

/** Returns an invoice to the account; undefined when there is none. */
export const selectInvoice = (ctx: Ctx, id: string): Promise<PlanInvoiceRow | undefined> =>
  ctx.db
    .selectFrom('plan_invoices')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
