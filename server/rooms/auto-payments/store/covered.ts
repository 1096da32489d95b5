import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { firstOpenParts } from '../../payment-plans/index.ts'
import { NOTICE_HOLDS_MS } from '../rules/plan.ts'

/** An open invoice covered by a consent, with the state of its charge. Amounts in minor units. */
export interface CoveredInvoice {
  readonly id: string
  readonly number: string
  readonly customerId: string
  readonly currency: string
  /** Due date of the invoice; on a payment plan, of its earliest open installment. */
  readonly dueDate: CalendarDate
  /** Amount of the invoice, or of that installment. */
  readonly remainingMinor: bigint
  /** The installment to charge; null for an invoice without a payment plan. */
  readonly installmentId: string | null
  /** Reserved by payments under way. */
  readonly reservedMinor: bigint
  readonly consentId: string
  readonly methodId: string
  readonly type: PaymentType
  readonly brand: string
  readonly last4: string
  readonly provider: string
  readonly createdAt: Date
  readonly expirationYear: number | null
  readonly expirationMonth: number | null
  /** Highest announced amount and its time; null before the first notice, and when it lapsed. */
  readonly toldMinor: bigint | null
  readonly toldAt: Date | null
  /** Next attempt after the latest failed one of this due date. */
  readonly nextAt: Date | null
}

/** The due date of a charge. */
const DUE = sql`coalesce(inst.due_on, i.due_date)`

/**
 * Returns the open invoices that a current consent covers and that may still be charged automatically. It
 * excludes:
 * - invoices that were overdue at the time of the consent, unless they were issued later: the customer pays
 *   them by hand;
 * - invoices whose charge for this due date succeeded or was given up: a person pays the rest;
 * - invoices with reversed money: a person decides what happens next;
 * - deposits to a trust account: a client decides about each;
 * - invoices that the customer disputes, also in part;
 * - customers whose group is switched off;
 * - invoices on a payment plan, unless the plan is confirmed and its installments are charged automatically.
 * An invoice with an open attempt, or whose method can't be charged now, stays in the list. Disputes and groups are looked up by `not in`, because Citus refuses a second
 * correlated subquery here. `customers`: an array of the ids of their customers as SQL, where they are known.
 */
async function covered(
  ctx: Ctx,
  which: RawBuilder<unknown>,
  limit: number,
  customers: RawBuilder<unknown> | null = null,
): Promise<CoveredInvoice[]> {
  const result = await sql<CoveredInvoice>`
    select i.id, i.number, i.customer_id as "customerId", i.currency, ${DUE} as "dueDate",
      coalesce(inst.open_minor, r.remaining_minor) as "remainingMinor", inst.installment_id as "installmentId", r.reserved_minor as "reservedMinor", c.id as "consentId",
      m.id as "methodId", m.type, m.brand, m.last_4_digits as last4,
      m.provider, m.created_at as "createdAt", m.expiration_year as "expirationYear", m.expiration_month as "expirationMonth",
      n.total_minor as "toldMinor", n.noticed_at as "toldAt", t.next_at as "nextAt"
    from auto_payment_consents c
      join stored_methods m on m.account_id = c.account_id and m.id = c.stored_method_id
        and m.customer_id = c.customer_id
      join customers k on k.account_id = c.account_id and k.id = c.customer_id
      join receivables r on r.account_id = c.account_id and r.customer_id = c.customer_id and r.remaining_minor > 0
      join invoices i on i.account_id = r.account_id and i.id = r.invoice_id
      left join payment_plan_invoices pv on pv.account_id = i.account_id and pv.invoice_id = i.id and pv.is_live
      left join payment_plans pp on pp.account_id = pv.account_id and pp.id = pv.plan_id and pp.state <> 'proposed'
      left join (${firstOpenParts(ctx, customers)}) inst on inst.invoice_id = i.id
      left join lateral (
        select total_minor, noticed_at from auto_payment_notices
        where account_id = i.account_id and invoice_id = i.id and due_date = ${DUE} and consent_id = c.id
          and noticed_at > ${asDate(ctx.now - NOTICE_HOLDS_MS)}
        order by total_minor desc limit 1) n on true
      left join lateral (
        select state, next_at from auto_payment_tries
        where account_id = i.account_id and invoice_id = i.id and due_date = ${DUE} and state in ('failed', 'paid')
        order by try_no desc limit 1) t on true
    where c.account_id = ${ctx.accountId} and c.withdrawn_at is null and m.removed_at is null and k.is_active
      and (k.group_id is null or k.group_id not in (select g.id from customer_groups g
        where g.account_id = ${ctx.accountId} and not g.auto_pay_on))
      and i.state = 'open' and i.deposit_to = 'operating'
      and case when pp.id is null then i.due_date >= c.agreed_on or i.issued_at > c.agreed_at else inst.invoice_id is not null end
      and (t.state is null or t.state = 'failed' and t.next_at is not null)
      and not exists (select from payment_allocations a where a.account_id = i.account_id and a.invoice_id = i.id
        and a.reversed_minor > 0)
      and i.id not in (select d.invoice_id from disputes d where d.account_id = ${ctx.accountId} and d.state = 'open')
      and ${which} ${customers ? sql`and c.customer_id = any(${customers})` : sql``}
    order by ${DUE}, i.id limit ${limit}`.execute(ctx.db)
  return result.rows
}

/** Covered invoices due by a date, the longest due first; the page after `after`. */
export const coveredUntil = (
  ctx: Ctx,
  until: CalendarDate,
  after: CoveredInvoice | undefined,
  limit: number,
): Promise<CoveredInvoice[]> => {
  const rest = after ? sql`and (${DUE}, i.id) > (${after.dueDate}::date, ${after.id}::uuid)` : sql``
  return covered(ctx, sql`${DUE} <= ${until} ${rest}`, limit)
}

/** The covered invoices that are due first. */
export const coveredFirst = (ctx: Ctx, limit: number): Promise<CoveredInvoice[]> =>
  covered(ctx, sql`true`, limit)

/**
 * Covered invoices of one customer, the next due first. The consent is checked in a subquery that refers to
 * no other table. Otherwise PostgreSQL would read all receivables of the customer before it finds that there
 * is no consent.
 */
export const coveredOf = (ctx: Ctx, customerId: string, limit: number): Promise<CoveredInvoice[]> => {
  const agreed = sql`(select true from auto_payment_consents s
    where s.account_id = ${ctx.accountId} and s.customer_id = ${customerId} and s.withdrawn_at is null)`
  return covered(ctx, agreed, limit, sql`array[${customerId}]::uuid[]`)
}

/** Covered invoices of several customers, the next due first. */
export const coveredOfAll = async (ctx: Ctx, customerIds: readonly string[]): Promise<CoveredInvoice[]> =>
  customerIds.length === 0 ? [] : covered(ctx, sql`true`, 500, sql`${customerIds}::uuid[]`)

/** Covered invoices among these. */
export const coveredOfInvoices = (ctx: Ctx, invoiceIds: readonly string[]): Promise<CoveredInvoice[]> =>
  covered(ctx, sql`i.id = any(${invoiceIds}::uuid[])`, invoiceIds.length, customersOf(ctx, invoiceIds))

/** Returns one invoice while it is covered; null otherwise. */
export const coveredInvoice = async (ctx: Ctx, invoiceId: string): Promise<CoveredInvoice | null> =>
  (await coveredOfInvoices(ctx, [invoiceId]))[0] ?? null

const customersOf = (ctx: Ctx, invoiceIds: readonly string[]): RawBuilder<unknown> =>
  sql`array(select x.customer_id from invoices x where x.account_id = ${ctx.accountId} and x.id = any(${invoiceIds}::uuid[]))`
