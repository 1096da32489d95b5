import { DAY_MS } from '../../domain/dates/durations.ts'
import { type BaseCtx, inTransaction } from '../../server/platform/context.ts'
import { updateSettings } from '../../server/rooms/accounts/testing.ts'
import type { Customer } from '../../server/rooms/customers/index.ts'
import { aCustomer, aGroup } from '../../server/rooms/customers/testing.ts'
import { issueToken, openSession } from '../../server/rooms/identity/index.ts'
import { anUpload, imported } from '../../server/rooms/imports/testing.ts'
import { createPayLink } from '../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { CARDS, cardForm, eCheckForm, pay, portalOf } from '../../server/rooms/payments/testing.ts'
import { aFlow, pauseCustomer } from '../../server/rooms/reminders/testing.ts'
import type { Tenant } from '../../testing/test-app.ts'
import { createPlans, type PlansOfCompany } from './plans.ts'
import { type Checks, dateIn, plusDays, REMINDED_AFTER_DAYS, REMINDED_AT_HOUR } from './time.ts'
import type { Workers } from './workers.ts'

/** A card's expiration: the form offers ten years from the current one. */
const expiration_year = '2025'
/** Days on which invoices fall due that nobody is to be reminded of. */
const QUIET_DAYS = 3
const LEAP_DAY = '2016-02-29'
/** No worker runs on this day and on the Sunday after it. */
export const SATURDAY = '2016-03-12'

/** The companies' time zones, with the local date of a clock change. */
export const ZONES = {
  // A Sunday on which no worker runs.
  'America/New_York': '2016-03-13',
  'Europe/London': '2016-03-27',
  // By half an hour.
  'Australia/Lord_Howe': '2016-04-03',
  // At midnight, so the day begins at one o'clock.
  'Asia/Tehran': '2016-03-21',
  'Pacific/Apia': '2016-04-03',
  // At midnight, back into the evening before.
  'America/Sao_Paulo': '2016-02-20',
} as const
export type Zone = keyof typeof ZONES

interface Billed {
  readonly invoice: string
  readonly due: string
}

/** A record that expires at an instant, and is removed or finished by the first check from then on. */
interface Expiry {
  readonly kind: string
  readonly id: string
  /** Epoch ms. */
  readonly expiresAt: number
  /** True when only the check of all accounts handles it, not the check by company. */
  readonly allAccountsOnly: boolean
}

export interface Company {
  readonly zone: Zone
  readonly tenant: Tenant
  /** A customer without automatic payments. */
  readonly manualPayer: Customer
  /** Invoices that are charged automatically, and those of a customer whose card is declined. */
  readonly charged: readonly Billed[]
  readonly declined: readonly Billed[]
  /** Invoices that nobody pays, which are reminded of once. */
  readonly reminded: readonly Billed[]
  /** Invoices of the same flow that must not be reminded of: of a paused customer, and paid ones. */
  readonly quiet: readonly Billed[]
  readonly plans: PlansOfCompany
  readonly expiries: Expiry[]
  /** The secret of a pay link for the first charged invoice. */
  readonly link: string
  /** The instants at which workers checked it for due work. */
  readonly checks: Checks & { readonly at: number[] }
}

/** Every `apart` days, and each day around the leap day, the outage and the change of clocks. */
function dueDays(zone: Zone, today: string, days: number, apart: number): string[] {
  const around = (day: string): string[] => [plusDays(day, -1), day, plusDays(day, 1)]
  // The notice for the last one is due on the Sunday.
  const inOutage = [SATURDAY, plusDays(SATURDAY, 1), plusDays(SATURDAY, 4)]
  const special = [...around(LEAP_DAY), ...around(ZONES[zone]), ...inOutage]
  const others = Array.from({ length: Math.ceil(days / apart) }, (_, turn) => plusDays(today, turn * apart))
  return [...new Set([...others, ...special])].sort()
}

/** Creates a company with everything that falls due within `days`; ordinary due dates are `apart` days from each other. */
export async function createCompany(workers: Workers, zone: Zone, days: number, apart = 3): Promise<Company> {
  const tenant = await workers.createCompany(zone)
  const now = workers.clock.wallNow()
  const today = dateIn(zone, now)
  const dues = dueDays(zone, today, days, apart)
  const customerOf = (email: string) => tenant.run((ctx) => aCustomer(ctx, { email }))
  await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
  const good = await customerOf('good@example.test')
  const poor = await customerOf('poor@example.test')
  const bill = async ({ id }: Customer, due: string, amount: string): Promise<Billed> => {
    const fields = { customer: id, invoice_date: today, terms: 'custom', due_date: due, amount } as const
    return { invoice: (await tenant.run((ctx) => anOpenInvoice(ctx, fields))).id, due }
  }
  for (const [customer, number] of [
    [good, CARDS.good],
    [poor, CARDS.poorLater],
  ] as const) {
    const { invoice } = await bill(customer, today, '10.00')
    const form = cardForm('10.00', { number, expiration_year, enable_auto_payments: true })
    await pay(tenant.uow(portalOf(workers.app, customer.id)), invoice, form)
  }
  const charged: Billed[] = []
  const declined: Billed[] = []
  for (const [turn, due] of dues.entries()) {
    // The processor's reply to some charges is lost.
    charged.push(await bill(good, due, turn % 10 === 2 ? '50.13' : '50.00'))
    if (turn % 9 === 2) declined.push(await bill(poor, due, '60.00'))
  }
  // A day later, so that a reminder also falls due in an outage of one day.
  const later = dues.map((day) => plusDays(day, 1))
  const { reminded, quiet } = await billReminded(workers, tenant, later, bill)
  const resting = await customerOf('resting@example.test')
  await tenant.run((ctx) => pauseCustomer(ctx, resting.id))
  const plans = await createPlans(tenant, zone, {
    days: dues.filter((day) => day > plusDays(today, 3)),
    payer: good,
    slow: await customerOf('planned@example.test'),
    paused: resting,
    now,
  })
  const link = await tenant.run((ctx) => createPayLink(ctx, charged[0]!.invoice))
  return {
    zone,
    tenant,
    manualPayer: await customerOf('hand@example.test'),
    charged,
    declined,
    reminded,
    quiet,
    plans,
    expiries: await createExpiries(workers, tenant, zone),
    link: new URL(link.url).searchParams.get('token')!,
    checks: { zone, at: [] },
  }
}

/** Bills customers whose group has a flow with one step: one who does not pay, one who is paused, and one who pays at once. */
async function billReminded(
  workers: Workers,
  tenant: Tenant,
  days: readonly string[],
  bill: (customer: Customer, due: string, amount: string) => Promise<Billed>,
): Promise<Pick<Company, 'reminded' | 'quiet'>> {
  const groupId = await tenant.run((ctx) => aGroup(ctx))
  const step = { offset_days: REMINDED_AFTER_DAYS, hour: REMINDED_AT_HOUR }
  await tenant.run((ctx) => aFlow(ctx, [step], { groups: [groupId] }))
  const customerOf = (email: string) => tenant.run((ctx) => aCustomer(ctx, { email, groupId }))
  const slow = await customerOf('slow@example.test')
  const prompt = await customerOf('prompt@example.test')
  const paused = await customerOf('paused@example.test')
  await tenant.run((ctx) => pauseCustomer(ctx, paused.id))
  const reminded: Billed[] = []
  for (const due of days) reminded.push(await bill(slow, due, '70.00'))
  const quiet: Billed[] = []
  for (const due of days.slice(0, QUIET_DAYS)) {
    quiet.push(await bill(paused, due, '70.00'))
    const paid = await bill(prompt, due, '70.00')
    const form = cardForm('70.00', { number: CARDS.good, expiration_year })
    await pay(tenant.uow(portalOf(workers.app, prompt.id)), paid.invoice, form)
    quiet.push(paid)
  }
  return { reminded, quiet }
}

/** Creates records that expire. */
async function createExpiries(workers: Workers, tenant: Tenant, zone: Zone): Promise<Expiry[]> {
  const csv = 'Name,Email\nHarbor Foods,harbor@example.test\n'
  const transact = <T>(work: (ctx: BaseCtx) => Promise<T>): Promise<T> =>
    inTransaction(workers.app, { requestId: 'test', ip: null }, { kind: 'anonymous' }, work)
  const begun = workers.clock.wallNow()
  const email = `invited@${zone.toLowerCase()}.test`
  await transact((ctx) => issueToken(ctx, { purpose: 'invite_user', email }))
  const { userId } = tenant.owner
  const session = await transact((ctx) => openSession(ctx, { audience: 'staff', userId }))
  const file = await imported(tenant, 'customers', csv)
  const unused = await anUpload(tenant, 'customers', csv.replaceAll('arbor', 'illside'))
  const expiry = (kind: string, id: string, days: number, allAccountsOnly: boolean): Expiry => ({
    kind,
    id,
    expiresAt: begun + days * DAY_MS,
    allAccountsOnly,
  })
  return [
    expiry('imported file', file.pk, 30, false),
    expiry('unused file', unused.pk, 7, false),
    expiry('invitation', email, 7 + 30, true),
    expiry('session', session.sessionId, 0.5 + 30, true),
  ]
}

/**
 * Makes manual payments that finish days later: an e-check that clears, one that bounces and a card
 * authorization.
 */
export async function payManually(
  workers: Workers,
  { zone, tenant, manualPayer, expiries }: Company,
): Promise<void> {
  const now = workers.clock.wallNow()
  const uow = tenant.uow(portalOf(workers.app, manualPayer.id))
  const authorization = cardForm('30.00', { number: CARDS.authorized, expiration_year })
  const payments = [
    ['e-check that clears', eCheckForm('30.00'), 'sandbox-e-check', 3],
    ['e-check that bounces', eCheckForm('30.00', '000123451113'), 'sandbox-e-check', 2],
    ['card that is authorized', authorization, 'sandbox-card', 7],
  ] as const
  for (const [kind, form, option, days] of payments) {
    const day = dateIn(zone, now)
    const fields = { customer: manualPayer.id, invoice_date: day, terms: 'custom', due_date: day } as const
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, { ...fields, amount: '30.00' }))
    const { id } = await pay(uow, invoice.id, form, option)
    expiries.push({ kind, id, expiresAt: now + days * DAY_MS, allAccountsOnly: false })
  }
}
