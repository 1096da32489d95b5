import { addDays } from '../../domain/dates/calendar.ts'
import type { Actor, App, Caller, Ctx } from '../../server/platform/context.ts'
import { inAccount } from '../../server/platform/context.ts'
import { todayOf } from '../../server/rooms/accounts/index.ts'
import { makePromise, openDispute, recordPromise } from '../../server/rooms/answers/testing.ts'
import { portalOf } from '../../server/rooms/payments/testing.ts'

const CALLER: Caller = { requestId: 'demo-answers', ip: null }
const OFFICE: Actor = { kind: 'system', job: 'demo data' }

/**
 * Adds what three customers said about overdue invoices: one promised to pay on the phone, one did so on the portal, and one
 * disputes a part.
 */
export async function addDemoAnswers(app: App, accountId: string, owner: Actor): Promise<void> {
  const late = await inAccount(app, CALLER, OFFICE, accountId, findLateInvoices)
  const [called, promised, disputed] = late
  if (!called || !promised || !disputed) return
  await inAccount(app, CALLER, owner, accountId, async (ctx) => {
    const promised_on = addDays(await todayOf(ctx), 6)
    await recordPromise(ctx, called.invoiceId, {
      promised_on,
      amount: null,
      note: 'On the phone: their own customer pays on Friday',
    })
  })
  await inAccount(app, CALLER, portalOf(app, promised.customerId), accountId, async (ctx) => {
    await makePromise(ctx, promised.invoiceId, { promised_on: addDays(await todayOf(ctx), 3), note: '' })
  })
  await inAccount(app, CALLER, portalOf(app, disputed.customerId), accountId, async (ctx) => {
    await openDispute(ctx, disputed.invoiceId, {
      reason: 'not_received',
      text: 'Two of the cases arrived crushed. We can send pictures.',
      amount: '59.00',
    })
  })
}

interface LateInvoice {
  readonly invoiceId: string
  readonly customerId: string
}

/** Returns one late invoice each of three customers, none of which is being paid. */
async function findLateInvoices(ctx: Ctx): Promise<LateInvoice[]> {
  return ctx.db
    .selectFrom('receivables')
    .distinctOn('customer_id')
    .select(['invoice_id as invoiceId', 'customer_id as customerId'])
    .where('account_id', '=', ctx.accountId)
    .where('remaining_minor', '>', 10_000n)
    .where('reserved_minor', '=', 0n)
    .where('currency', '=', 'USD')
    .where('due_date', '<', addDays(await todayOf(ctx), -4))
    .orderBy('customer_id')
    .orderBy('due_date', 'desc')
    .limit(3)
    .execute()
}
