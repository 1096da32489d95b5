import { type BaseCtx, inTransaction } from '../../server/platform/context.ts'
import type { Customer } from '../../server/rooms/customers/index.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { issueToken, openSession } from '../../server/rooms/identity/index.ts'
import { anUpload, imported } from '../../server/rooms/imports/testing.ts'
import { createPayLink } from '../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { CARDS, cardForm, eCheckForm, pay, portalOf } from '../../server/rooms/payments/testing.ts'
import type { Tenant } from '../../testing/test-app.ts'
import { type Asked, DAY_MS, dateIn, plusDays } from './time.ts'
import type { Workers } from './workers.ts'

/** Of cards: the form offers ten years from the one that it is. */
const expiration_year = '2025'
const LEAP_DAY = '2016-02-29'
/** No worker runs on it, nor on the Sunday after it. */
export const SATURDAY = '2016-03-12'

/** Where companies are, and on which day of theirs the clocks are changed there. */
export const ZONES = {
  // On a Sunday on which no worker runs.
  'America/New_York': '2016-03-13',
  'Europe/London': '2016-03-27',
  // By half an hour.
  'Australia/Lord_Howe': '2016-04-03',
  // At midnight, so that the day has none.
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

/** Something that is over at an instant and seen to be over at the first look from then on. */
interface Ending {
  readonly what: string
  readonly id: string
  readonly over: number
  /** Looked after only where everything is, and not by company. */
  readonly byDay: boolean
}

export interface Company {
  readonly zone: Zone
  readonly tenant: Tenant
  /** Who pays what is due by themself. */
  readonly byHand: Customer
  /** Invoices that are charged automatically, and those of somebody whose card is declined. */
  readonly charged: readonly Billed[]
  readonly declined: readonly Billed[]
  readonly endings: Ending[]
  /** A pay link's secret. Its invoice is the first that is charged. */
  readonly link: string
  /** When workers asked what falls due in it. */
  readonly asked: Asked & { readonly at: number[] }
}

/** Every third day, and each day around the leap day, the outage and the change of clocks. */
function dueDays(zone: Zone, today: string, days: number): string[] {
  const around = (day: string): string[] => [plusDays(day, -1), day, plusDays(day, 1)]
  // Of the last of them should be told on the Sunday.
  const inOutage = [SATURDAY, plusDays(SATURDAY, 1), plusDays(SATURDAY, 4)]
  const special = [...around(LEAP_DAY), ...around(ZONES[zone]), ...inOutage]
  const others = Array.from({ length: Math.ceil(days / 3) }, (_, turn) => plusDays(today, turn * 3))
  return [...new Set([...others, ...special])].sort()
}

/** A company with everything that is to fall due in it within so many days. */
export async function aCompanyIn(workers: Workers, zone: Zone, days: number): Promise<Company> {
  const tenant = await workers.company(zone)
  const now = workers.clock.wallNow()
  const today = dateIn(zone, now)
  const customerOf = (email: string) => tenant.run((ctx) => aCustomer(ctx, { email }))
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
  for (const [turn, due] of dueDays(zone, today, days).entries()) {
    // Of some of them the processor's answer is lost.
    charged.push(await bill(good, due, turn % 10 === 2 ? '50.13' : '50.00'))
    if (turn % 9 === 2) declined.push(await bill(poor, due, '60.00'))
  }
  const link = await tenant.run((ctx) => createPayLink(ctx, charged[0]!.invoice))
  return {
    zone,
    tenant,
    byHand: await customerOf('hand@example.test'),
    charged,
    declined,
    endings: await endingsOf(workers, tenant, zone),
    link: new URL(link.url).searchParams.get('token')!,
    asked: { zone, at: [] },
  }
}

/** What is forgotten in time. */
async function endingsOf(workers: Workers, tenant: Tenant, zone: Zone): Promise<Ending[]> {
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
  const end = (what: string, id: string, days: number, byDay: boolean): Ending => ({
    what,
    id,
    over: begun + days * DAY_MS,
    byDay,
  })
  return [
    end('imported file', file.pk, 30, false),
    end('unused file', unused.pk, 7, false),
    end('invitation', email, 7 + 30, true),
    end('session', session.sessionId, 0.5 + 30, true),
  ]
}

/** Somebody pays by hand what comes to its end days later: an e-check that clears, one that bounces, a card that is held. */
export async function payByHand(workers: Workers, { zone, tenant, byHand, endings }: Company): Promise<void> {
  const now = workers.clock.wallNow()
  const uow = tenant.uow(portalOf(workers.app, byHand.id))
  const held = cardForm('30.00', { number: CARDS.authorised, expiration_year })
  const ways = [
    ['e-check that clears', eCheckForm('30.00'), 'sandbox-e-check', 3],
    ['e-check that bounces', eCheckForm('30.00', '000123451113'), 'sandbox-e-check', 2],
    ['card that is held', held, 'sandbox-card', 7],
  ] as const
  for (const [what, form, option, days] of ways) {
    const day = dateIn(zone, now)
    const fields = { customer: byHand.id, invoice_date: day, terms: 'custom', due_date: day } as const
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, { ...fields, amount: '30.00' }))
    const { id } = await pay(uow, invoice.id, form, option)
    endings.push({ what, id, over: now + days * DAY_MS, byDay: false })
  }
}
