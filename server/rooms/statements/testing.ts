import { addDays } from '../../../domain/dates/calendar.ts'
import type { StatementPeriod } from '../../../domain/statements/statement-period.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import type { Ctx } from '../../platform/context.ts'
import { todayOf } from '../accounts/index.ts'
import { aCustomer } from '../customers/testing.ts'
import { anOpenInvoice } from '../invoices/testing.ts'
import { sendScheduled } from './actions/engine/send-scheduled.ts'
import { emailStatement } from './actions/issue/email-statement.ts'
import { insertRun } from './store/runs.ts'

export { emailStatement } from './actions/issue/email-statement.ts'
export { listRuns } from './actions/runs/list-runs.ts'
export { sendRun } from './actions/runs/send-run.ts'
export { changeSettings } from './actions/settings/change-settings.ts'

/** The last 30 days. */
const lastDays = async (ctx: Ctx) => {
  const today = await todayOf(ctx)
  return { from: addDays(today, -30), to: today }
}

/** Creates a customer with an address who owes 90.00, dated yesterday unless another day is given. */
export async function anOwingCustomer(
  ctx: Ctx,
  fields: Parameters<typeof aCustomer>[1] = {},
  invoiceDate?: string,
): Promise<string> {
  const { id } = await aCustomer(ctx, { email: 'owes@harbor.test', ...fields })
  const invoice_date = invoiceDate ?? addDays(await todayOf(ctx), -1)
  await anOpenInvoice(ctx, { customer: id, invoice_date, amount: '90.00' })
  return id
}

/** Emails a statement of the last 30 days to a new customer, and returns its id. */
export async function aStatement(ctx: Ctx): Promise<string> {
  const query = { ...(await lastDays(ctx)), kind: 'open_item', again: false } as const
  return (await emailStatement(ctx, await anOwingCustomer(ctx), query)).pk
}

/** Adds a run for a period that nobody works on, and returns its id. */
export async function aRun(ctx: Ctx, period: StatementPeriod): Promise<string> {
  return (await insertRun(ctx, 'staff', { kind: 'open_item', period, onlyOpen: true }, 0))!
}

/** Sends what is due by the schedule, as its schedule does. */
export const sendScheduledOf = (tenant: Pick<Tenant, 'uow'>): Promise<void> =>
  sendScheduled(tenant.uow({ kind: 'system', job: 'test' }))
