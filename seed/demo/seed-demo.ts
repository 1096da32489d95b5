import { DEMO_SUB_DOMAIN } from '../../domain/accounts/demo.ts'
import { addDays, type CalendarDate, startOfMonth } from '../../domain/dates/calendar.ts'
import { computeInvoiceTotals } from '../../domain/invoices/invoice-totals.ts'
import type { Config } from '../../server/platform/config.ts'
import { portalOrigin } from '../../server/platform/config.ts'
import type { Actor, App, Caller, Ctx } from '../../server/platform/context.ts'
import { inAccount, inTransaction, unitOfWork } from '../../server/platform/context.ts'
import { readSmtpUrl } from '../../server/platform/mail/transport/smtp-url.ts'
import { todayOf } from '../../server/rooms/accounts/index.ts'
import { asOwner } from '../../server/rooms/accounts/testing.ts'
import { applyCreditMemo, issueCreditMemo } from '../../server/rooms/credit-memos/index.ts'
import { measureTables } from '../../server/rooms/imports/testing.ts'
import {
  createInvoice,
  importOpenInvoices,
  sendInvoice,
  voidInvoice,
  writeOffInvoice,
} from '../../server/rooms/invoices/index.ts'
import { createRule, MONTHLY_TERMS } from '../../server/rooms/late-fees/testing.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { emailStatement } from '../../server/rooms/statements/testing.ts'
import { addPortalPeople } from './add-portal-people.ts'
import { addDemoAnswers } from './demo-answers.ts'
import {
  addDemoCustomers,
  addDemoGroups,
  customerEmail,
  DEMO_PASSWORD,
  DEMO_PORTAL_EMAIL,
  openDemoCompany,
} from './demo-company.ts'
import { type PlannedInvoice, planInvoices } from './demo-history.ts'
import { CUSTOMERS } from './demo-names.ts'
import { addDemoOwnAffairs } from './demo-own-affairs.ts'
import { addDemoPaymentPlans } from './demo-payment-plans.ts'
import {
  atTime,
  type DueInvoice,
  payOnline,
  recordManualPayment,
  refundDemoPayment,
} from './demo-payments.ts'
import { type DemoReminders, startReminders } from './demo-reminders.ts'

const CALLER: Caller = { requestId: 'demo-data', ip: null }
const NOON_MS = 18 * 3600 * 1000
const WEEK_DAYS = 7
const OFFICE: Actor = { kind: 'system', job: 'demo data' }

/** Lines that explain how to log in to the demo and where its emails go. */
export const DEMO_LOGINS = (config: Config): string[] => [
  `  Business app  owner@brightwater.test, admin@brightwater.test or viewer@brightwater.test   password ${DEMO_PASSWORD}`,
  `  Portal        ${portalOrigin(config, DEMO_SUB_DOMAIN)}   ${DEMO_PORTAL_EMAIL}   same password`,
  `  API           ${config.appOrigin}/api/docs`,
  config.smtpUrl === undefined
    ? `  Mailbox       ${config.appOrigin}/dev/mail`
    : `  Emails        sent through ${addressOf(config.smtpUrl)}, as SMTP_URL says`,
]

/** Leaves out user and password. */
function addressOf(smtpUrl: string): string {
  const { host, port } = readSmtpUrl(smtpUrl)
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Fills an empty database with a company with nine months of business, through the product's own actions. False when
 * there is one already.
 */
export async function seedDemo(app: App, say: (line: string) => void): Promise<boolean> {
  const known = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'owner@brightwater.test')
    .executeTakeFirst()
  if (known) return false
  say('Filling the demo company…')
  const opened = await inTransaction(app, CALLER, OFFICE, async (base) => {
    const company = await openDemoCompany(base)
    if (!company) return null
    const customerIds = await addDemoCustomers(company.ctx)
    const groups = await addDemoGroups(company.ctx, customerIds)
    await aPortalLogin(company.ctx, {
      email: DEMO_PORTAL_EMAIL,
      customerIds: [customerIds[0]!],
      password: DEMO_PASSWORD,
    })
    await addPortalPeople(company.ctx, customerIds, DEMO_PASSWORD)
    return {
      accountId: company.ctx.accountId,
      owner: asOwner({ id: company.ownerId, email: 'owner@brightwater.test' }),
      customerIds,
      groups,
      today: await todayOf(company.ctx),
    }
  })
  if (!opened) return false
  const planned = planInvoices(opened.today, CUSTOMERS.length)
  const issued = await issueHistory(app, opened.accountId, opened.customerIds, planned)
  // Plans made for empty tables would take most of the time that the reminders need.
  await measureTables(unitOfWork(app, CALLER, OFFICE, opened.accountId), 'invoices')
  const reminders = await startReminders(app, opened.accountId, opened.today, {
    quietGroup: opened.groups.get('Schools and care')!,
    pausedCustomer: opened.customerIds[CUSTOMERS.findIndex(([name]) => name === 'Fieldhouse Kitchens')]!,
  })
  await settleHistory(app, opened.accountId, planned, issued, { today: opened.today, reminders })
  await inAccount(app, CALLER, OFFICE, opened.accountId, (ctx) =>
    addSpecialCases(ctx, opened.customerIds, issued),
  )
  await inAccount(app, CALLER, OFFICE, opened.accountId, (ctx) =>
    addFeesAndStatement(ctx, opened.customerIds[0]!),
  )
  await addDemoAnswers(app, opened.accountId, opened.owner)
  await addDemoOwnAffairs(app, opened.accountId, opened.customerIds[0]!)
  await addDemoPaymentPlans(app, opened.accountId, opened.owner)
  return true
}

const instantOf = (day: CalendarDate): number => Date.parse(`${day}T00:00:00Z`) + NOON_MS

/** Issues the invoices week by week, each week at its own time. */
async function issueHistory(
  app: App,
  accountId: string,
  customerIds: string[],
  planned: readonly PlannedInvoice[],
): Promise<DueInvoice[]> {
  const issued: DueInvoice[] = []
  for (let start = 0; start < planned.length; ) {
    const from = planned[start]!.date
    let end = start
    while (end < planned.length && planned[end]!.date < addDays(from, WEEK_DAYS)) end++
    const week = planned.slice(start, end)
    const first = start
    const now = Math.min(instantOf(week.at(-1)!.date), app.clock.wallNow())
    await inAccount(atTime(app, now), CALLER, OFFICE, accountId, async (ctx) => {
      const batch = week.map((invoice, at) => ({
        number: `INV-${1001 + first + at}`,
        customerId: customerIds[invoice.customer]!,
        currency: CUSTOMERS[invoice.customer]![4],
        invoiceDate: invoice.date,
        dueDate: invoice.dueDate,
        terms: 'net_30' as const,
        notes: '',
        lines: invoice.lines,
        paidMinor: 0n,
      }))
      const { written } = await importOpenInvoices(ctx, batch)
      for (const [at, invoice] of batch.entries()) {
        const { totalMinor } = computeInvoiceTotals(invoice.lines)
        issued.push({
          id: written.get(invoice.number)!,
          customerId: invoice.customerId,
          payerEmail: customerEmail(week[at]!.customer),
          currency: invoice.currency,
          amountMinor: totalMinor,
        })
      }
    })
    start = end
  }
  return issued
}

/**
 * Records the planned payments in order of their days, and sends the reminders of each day after them. The payments of the
 * last few weeks are made online.
 */
async function settleHistory(
  app: App,
  accountId: string,
  planned: readonly PlannedInvoice[],
  issued: readonly DueInvoice[],
  { today, reminders }: { readonly today: CalendarDate; readonly reminders: DemoReminders },
): Promise<void> {
  const payments = planned
    .map((invoice, at) => ({ day: invoice.paidOn, half: invoice.pays === 'half', at }))
    .filter((payment): payment is { day: CalendarDate; half: boolean; at: number } => payment.day !== null)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  const online: { id: string; amountMinor: bigint }[] = []
  for (const { day, half, at } of payments) {
    await reminders.sendUntil(day)
    const invoice = issued[at]!
    const due = half ? { ...invoice, amountMinor: invoice.amountMinor / 2n } : invoice
    const then = atTime(app, Math.min(instantOf(day), app.clock.wallNow()))
    if (day < addDays(today, -28)) await recordManualPayment(then, accountId, due, day, at)
    else if (!half && at % 3 !== 0)
      online.push({ id: await payOnline(then, accountId, due, 'card', at), amountMinor: due.amountMinor })
    else await recordManualPayment(then, accountId, due, day, at)
  }
  await reminders.sendUntil(today)
  const unpaid = issued.filter((invoice, at) => planned[at]!.paidOn === null && invoice.currency === 'USD')
  await payOnline(app, accountId, unpaid.at(-4)!, 'e-check', 9001)
  for (const [at, payment] of online.slice(0, 3).entries())
    await refundDemoPayment(
      app,
      accountId,
      payment.id,
      at === 0 ? payment.amountMinor : payment.amountMinor / 4n,
      at,
    )
}

/** Adds drafts, a void invoice, a write-off, credit memos, and fresh invoices in the mail. */
async function addSpecialCases(
  ctx: Ctx,
  customerIds: string[],
  issued: readonly DueInvoice[],
): Promise<void> {
  const today = await todayOf(ctx)
  const open = issued.filter((invoice) => invoice.currency === 'USD').slice(-12)
  await voidInvoice(ctx, open[0]!.id, 'Ordered twice')
  await writeOffInvoice(ctx, (await oldestOpen(ctx)) ?? open[1]!.id, 'Customer closed its business')
  const memo = await issueCreditMemo(ctx, {
    customer: open[2]!.customerId,
    issued_on: today,
    total: '86.40',
    reason: 'Damaged in transit',
  })
  await applyCreditMemo(ctx, memo.pk, { invoice: open[2]!.id, amount: '40.00', request_id: 'demo-credit-1' })
  await issueCreditMemo(ctx, {
    customer: customerIds[0]!,
    issued_on: today,
    total: '120.00',
    reason: 'Goodwill',
  })
  const line = {
    detail: 'Case of 1,000',
    unit_price: '59.00',
    discount: '5',
    tax_name: 'Sales tax',
    tax_rate: '5.5',
  }
  const draft = (customer: string, quantity: string) =>
    createInvoice(ctx, {
      customer,
      invoice_date: today,
      terms: 'net_30',
      notes: 'Thank you.',
      lines: [{ ...line, description: 'Hot cups, 12 oz', quantity }],
    })
  for (const at of [3, 7, 11]) await draft(customerIds[at]!, String(at * 4))
  const fresh = await draft(customerIds[0]!, '6')
  await sendInvoice(ctx, fresh.pk, { message: '', email: true })
}

/** Adds a rule for late fees that is not switched on yet, and emails a customer the statement of last month. */
async function addFeesAndStatement(ctx: Ctx, customerId: string): Promise<void> {
  await createRule(ctx, {
    name: 'Standard late fee',
    covers: 'everyone_else',
    groups: [],
    terms: MONTHLY_TERMS,
    line_text: 'Late fee, {month}',
    item: '',
  })
  const to = addDays(startOfMonth(await todayOf(ctx)), -1)
  await emailStatement(ctx, customerId, { from: startOfMonth(to), to, kind: 'open_item', again: false })
}

async function oldestOpen(ctx: Ctx): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('receivables')
    .select('invoice_id')
    .where('account_id', '=', ctx.accountId)
    .where('remaining_minor', '>', 0n)
    .where('reserved_minor', '=', 0n)
    .orderBy('due_date')
    .executeTakeFirst()
  return row?.invoice_id ?? null
}
