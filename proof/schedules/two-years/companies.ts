import { updateSettings } from '../../../server/rooms/accounts/testing.ts'
import { aCustomer, aGroup } from '../../../server/rooms/customers/testing.ts'
import { anOpenInvoice } from '../../../server/rooms/invoices/testing.ts'
import { createRule, MONTHLY_TERMS, ruleBody, switchOn } from '../../../server/rooms/late-fees/testing.ts'
import { recordPayment } from '../../../server/rooms/payments/index.ts'
import { aFlow, pauseCustomer } from '../../../server/rooms/reminders/testing.ts'
import { changeSettings } from '../../../server/rooms/statements/testing.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import { dateIn, plusDays } from '../time.ts'
import type { Workers } from '../workers.ts'
import { COUNTRIES, type Zone } from './calendar.ts'
import { FEE_EVERY_DAYS, GRACE_DAYS, RHYTHMS } from './fees-oracle.ts'
import { type Chased, HOUR, type Paused, STEPS } from './oracle.ts'

/** Days after the due date on which the customer who pays does so, in turn. */
const PAID_AFTER = [-4, 1, 6, 9, 16]
const PAUSED_EVERY_DAYS = 37
const PAUSED_DAYS = 9

export interface ChasingCompany {
  readonly zone: Zone
  readonly tenant: Tenant
  readonly invoices: readonly Chased[]
  readonly pauses: readonly Paused[]
  /** Invoices under the rule for late fees, of customers who are not reminded. */
  readonly charged: readonly Chased[]
  /** A customer who always owes something, and gets each statement. */
  readonly debtor: string
  readonly createdAt: number
  /** Does what people do on a local day. */
  act(day: string): Promise<void>
  /** The instants at which workers looked. */
  readonly checks: number[]
}

/** Creates a company with invoices that fall due every second day: of a customer who never pays, one who pays and one who pauses. */
export async function createChasingCompany(
  workers: Workers,
  zone: Zone,
  days: number,
): Promise<ChasingCompany> {
  const tenant = await workers.createCompany(zone)
  const first = dateIn(zone, workers.clock.wallNow())
  const country = COUNTRIES[zone]
  await tenant.run((ctx) =>
    updateSettings(ctx, { system_enabled: true, holding_on_weekend: true, holiday_country: country }),
  )
  await tenant.run((ctx) =>
    aFlow(
      ctx,
      STEPS.map((step) => ({
        offset_days: step.offset,
        hour: HOUR,
        repeat_days: step.repeatDays,
        repeat_times: step.times,
      })),
    ),
  )
  const customerOf = (email: string) => tenant.run((ctx) => aCustomer(ctx, { email }))
  const slow = await customerOf('slow@example.test')
  const payer = await customerOf('payer@example.test')
  const resting = await customerOf('resting@example.test')
  const invoices = await openInvoices(tenant, [slow.id, payer.id, resting.id], { first, days, every: 2 })
  const { debtor, settling } = await switchFeesAndStatementsOn(tenant, zone)
  const charged = await openInvoices(tenant, [debtor, settling], { first, days, every: 12 })
  const payments = planPayments([...invoices, ...charged], [payer.id, settling])
  const pauses: Paused[] = []
  return {
    zone,
    tenant,
    invoices,
    pauses,
    charged,
    debtor,
    createdAt: workers.clock.wallNow(),
    checks: [],
    async act(day) {
      const now = workers.clock.wallNow()
      for (const payment of payments.filter((one) => one.day === day)) {
        await pay(tenant, payment.invoice, day)
        payment.invoice.paidAt = now
      }
      const turn = (Date.parse(day) - Date.parse(first)) / 86_400_000
      if (turn % PAUSED_EVERY_DAYS !== PAUSED_EVERY_DAYS - 1) return
      const until = plusDays(day, PAUSED_DAYS)
      await tenant.run((ctx) => pauseCustomer(ctx, resting.id, until))
      pauses.push({ customer: resting.id, from: now, until })
    },
  }
}

/** Returns the days on which these customers pay their invoices. */
const planPayments = (invoices: readonly Chased[], payers: readonly string[]) =>
  invoices
    .filter(({ customer }) => payers.includes(customer))
    .map((invoice, at) => ({ day: plusDays(invoice.due, PAID_AFTER[at % PAID_AFTER.length]!), invoice }))

/** Sends statements monthly, and adds a rule for late fees of two customers: one who never pays, and one who does. */
async function switchFeesAndStatementsOn(
  tenant: Tenant,
  zone: Zone,
): Promise<{ debtor: string; settling: string }> {
  const settings = { kind: 'open_item', send_hour: HOUR, only_open: true } as const
  await tenant.run((ctx) => changeSettings(ctx, { ...settings, send_day: RHYTHMS[zone].statementDay }))
  const group = await tenant.run((ctx) => aGroup(ctx))
  const { fees } = RHYTHMS[zone]
  const terms = {
    ...MONTHLY_TERMS,
    kind: 'flat',
    flat: '5.00',
    rate: '0',
    cap_rate: null,
    grace_days: GRACE_DAYS,
    repeat: fees,
    every_days: fees === 'days' ? FEE_EVERY_DAYS : 0,
    day_of_month: fees === 'days' ? null : 31,
  } as const
  await tenant.run(async (ctx) => {
    const { pk, revision } = await createRule(ctx, { ...ruleBody(group, 'Late fees'), terms })
    await switchOn(ctx, pk, { revision, includesLate: false })
  })
  const customerOf = async (email: string): Promise<string> =>
    (await tenant.run((ctx) => aCustomer(ctx, { email, groupId: group, remindersOn: false }))).id
  return {
    debtor: await customerOf('debtor@example.test'),
    settling: await customerOf('settling@example.test'),
  }
}

/** Opens an invoice for every few days, of the customers in turn. */
async function openInvoices(
  tenant: Tenant,
  customers: readonly string[],
  { first, days, every }: { readonly first: string; readonly days: number; readonly every: number },
): Promise<Chased[]> {
  const invoices: Chased[] = []
  for (let day = 4; day < days; day += every) {
    const due = plusDays(first, day)
    const customer = customers[Math.floor(day / every) % customers.length]!
    const fields = { customer, invoice_date: first, terms: 'custom', due_date: due, amount: '70.00' } as const
    const { id } = await tenant.run((ctx) => anOpenInvoice(ctx, fields))
    invoices.push({ id, customer, due, paidAt: null })
  }
  return invoices
}

const pay = (tenant: Tenant, invoice: Chased, day: string) =>
  tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: invoice.customer,
      type: 'check',
      total: '70.00',
      received_on: day,
      reference: '',
      request_id: `paid-${invoice.id}`,
      invoices: [{ invoice: invoice.id, amount: '70.00' }],
    }),
  )
