import { addDays, addMonthsClamped } from '../../domain/dates/calendar.ts'
import { formatAmount } from '../../domain/money/money.ts'
import { buildSchedule } from '../../domain/payment-plans/build-schedule.ts'
import type { Actor, App, Caller, Ctx } from '../../server/platform/context.ts'
import { inAccount } from '../../server/platform/context.ts'
import { todayOf } from '../../server/rooms/accounts/index.ts'
import { confirmAs, proposePlan } from '../../server/rooms/payment-plans/testing.ts'
import { recordPayment } from '../../server/rooms/payments/index.ts'

const CALLER: Caller = {
  requestId: 'demo-payment-plans',
  ip: '203.0.113.24',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/605.1.15',
}
const OFFICE: Actor = { kind: 'system', job: 'demo data' }

/** Adds a proposal that waits for its customer, and a confirmed plan whose down payment came by check. */
export async function addDemoPaymentPlans(app: App, accountId: string, owner: Actor): Promise<void> {
  const [first, second] = await inAccount(app, CALLER, OFFICE, accountId, findInvoices)
  if (!first || !second) return
  await inAccount(app, CALLER, owner, accountId, async (ctx) => {
    await propose(ctx, first, 'As we said on the phone: three payments, the first one after the holidays.')
  })
  const plan = await inAccount(app, CALLER, owner, accountId, (ctx) => propose(ctx, second, ''))
  await inAccount(app, CALLER, OFFICE, accountId, (ctx) => confirmAs(ctx, plan, 'Dana Whitfield'))
  const down = plan.installments[0]!.amount
  await inAccount(app, CALLER, owner, accountId, async (ctx) => {
    await recordPayment(ctx, {
      customer: second.customerId,
      type: 'check',
      total: down,
      received_on: await todayOf(ctx),
      reference: 'Down payment',
      request_id: 'demo-down-payment',
      invoices: [{ invoice: second.invoiceId, amount: down }],
    })
  })
}

async function propose(ctx: Ctx, invoice: DemoInvoice, message: string) {
  const today = await todayOf(ctx)
  const installments = buildSchedule({
    totalMinor: invoice.remainingMinor,
    count: 3,
    firstOn: addMonthsClamped(today, 1),
    interval: 'monthly',
    downPaymentMinor: invoice.remainingMinor / 4n,
    downPaymentOn: addDays(today, 7),
  })
  return proposePlan(ctx, {
    invoices: [invoice.invoiceId],
    installments: installments.map(({ dueOn, amountMinor, isDownPayment }) => ({
      due_date: dueOn,
      amount: formatAmount(amountMinor, 'USD'),
      down_payment: isDownPayment,
    })),
    message,
    fee: '',
    email: true,
  })
}

interface DemoInvoice {
  readonly invoiceId: string
  readonly customerId: string
  readonly remainingMinor: bigint
}

/** Returns one open invoice each of two customers who have an address, none of which is being paid. */
async function findInvoices(ctx: Ctx): Promise<DemoInvoice[]> {
  return ctx.db
    .selectFrom('receivables as r')
    .innerJoin('customers as k', (join) =>
      join.onRef('k.account_id', '=', 'r.account_id').onRef('k.id', '=', 'r.customer_id'),
    )
    .distinctOn('r.customer_id')
    .select([
      'r.invoice_id as invoiceId',
      'r.customer_id as customerId',
      'r.remaining_minor as remainingMinor',
    ])
    .where('r.account_id', '=', ctx.accountId)
    .where('r.remaining_minor', '>', 30_000n)
    .where('r.reserved_minor', '=', 0n)
    .where('r.currency', '=', 'USD')
    .where('r.due_date', '>=', await todayOf(ctx))
    .where('k.email', '<>', '')
    .orderBy('r.customer_id', 'desc')
    .orderBy('r.due_date', 'desc')
    .limit(2)
    .execute()
}
