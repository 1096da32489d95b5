import type pg from 'pg'
import { addDays, dateInZone } from '../../domain/dates/calendar.ts'
import { COMMAND, COMMAND_CALLER } from '../../server/main/commands/command.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import type { App } from '../../server/platform/context.ts'
import { inAccount } from '../../server/platform/context.ts'
import { markAllDue } from '../../server/platform/due-work/mark-due.ts'
import { readAccountRow } from '../../server/rooms/accounts/index.ts'
import { createCustomers } from '../../server/rooms/customers/index.ts'
import { atTime } from '../demo/demo-payments.ts'
import { type HistoryPlan, planHistory } from './plan-history.ts'
import { writeHistory } from './write-history.ts'

export interface HistoryOptions {
  readonly accountId: string
  readonly invoices: number
  /** A plausible number when absent. */
  readonly customers: number | undefined
  /** Number of days of the history; one to three years when absent. */
  readonly days: number | undefined
  readonly seed: number
}

const INVOICES_PER_CUSTOMER = 45
const FEWEST_CUSTOMERS = 8
const SMALL = 5000
const DAYS = { small: 365, large: 1096 }
const CUSTOMERS_AT_ONCE = 2000

/** Writes one account's history, up to yesterday in its own time zone. */
export async function seedAccount(
  app: App,
  owner: pg.ClientConfig,
  options: HistoryOptions,
  say: (line: string) => void,
): Promise<HistoryPlan> {
  const { account, now } = await inAccount(app, COMMAND_CALLER, COMMAND, options.accountId, async (ctx) => ({
    account: await readAccountRow(ctx),
    now: ctx.now,
  }))
  const plan = planHistory({
    seed: options.seed,
    invoices: options.invoices,
    customers:
      options.customers ?? Math.max(FEWEST_CUSTOMERS, Math.round(options.invoices / INVOICES_PER_CUSTOMER)),
    last: addDays(dateInZone(now, account.timezone), -1),
    days: options.days ?? (options.invoices < SMALL ? DAYS.small : DAYS.large),
    timezone: account.timezone,
    currencies: [account.currency, account.currency === 'EUR' ? 'USD' : 'EUR'],
  })
  say(
    `${account.company.name || options.accountId}: ${options.invoices} invoices of ${plan.customers.length} customers`,
  )
  const customerIds = await addCustomers(app, options.accountId, plan)
  await writeHistory(plan, { owner, accountId: options.accountId, customerIds }, (day) =>
    say(`  up to ${day}`),
  )
  // The copied rows marked nothing due.
  await inAccount(app, COMMAND_CALLER, COMMAND, options.accountId, (ctx) =>
    markAllDue(
      ctx,
      SCHEDULES.map(({ name }) => name),
      ctx.now,
    ),
  )
  return plan
}

/** The customers room creates the customers, dated before the first invoice. */
export async function addCustomers(app: App, accountId: string, plan: HistoryPlan): Promise<string[]> {
  const then = atTime(app, plan.startsAt)
  const ids: string[] = []
  for (let from = 0; from < plan.customers.length; from += CUSTOMERS_AT_ONCE) {
    const fields = plan.customers.slice(from, from + CUSTOMERS_AT_ONCE).map((customer) => customer.fields)
    ids.push(
      ...(await inAccount(then, COMMAND_CALLER, COMMAND, accountId, (ctx) => createCustomers(ctx, fields))),
    )
  }
  return ids
}
