import { addDays } from '../../domain/dates/calendar.ts'
import type { Customer } from '../../server/rooms/customers/index.ts'
import { anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { confirmAs, proposePlan } from '../../server/rooms/payment-plans/testing.ts'
import type { Tenant } from '../../testing/test-app.ts'
import { type Checks, dateIn, firstCheck, hourIn, plusDays } from './time.ts'

/* Payment plans of the schedules proof: what falls due, and an oracle of when it is to happen. */

/** An invoice on a plan, with the due dates of its installments. */
export interface Planned {
  readonly plan: string
  readonly invoice: string
  readonly dues: readonly string[]
}

export interface PlansOfCompany {
  /** Its installments are charged automatically. */
  readonly itself: Planned
  /** Nobody pays them: each is reminded of, and defaults. */
  readonly missed: readonly Planned[]
  /** The same of a customer whose reminders are paused. */
  readonly paused: readonly Planned[]
}

const PARTS = '40.00'
/** Days between two installments, more than a notice and a charge take. */
const GAP_DAYS = 8
const PAUSED = 2

/** Returns days that are at least so far apart. */
function apart(days: readonly string[]): string[] {
  const chosen: string[] = []
  for (const day of days)
    if (chosen.length === 0 || plusDays(chosen.at(-1)!, GAP_DAYS) <= day) chosen.push(day)
  return chosen
}

/** Creates plans whose installments fall due on these days. */
export async function createPlans(
  tenant: Tenant,
  zone: string,
  {
    days,
    payer,
    slow,
    paused,
    now,
  }: {
    readonly days: readonly string[]
    readonly payer: Customer
    readonly slow: Customer
    readonly paused: Customer
    readonly now: number
  },
): Promise<PlansOfCompany> {
  const today = dateIn(zone, now)
  const plan = async (
    { id }: Customer,
    dues: readonly string[],
    chargesItself: boolean,
  ): Promise<Planned> => {
    const amount = `${40 * dues.length}.00`
    // Due after the last installment, so that only the plan decides when something happens.
    const due_date = addDays(dues.at(-1)!, 30)
    const fields = { customer: id, invoice_date: today, terms: 'custom', due_date, amount } as const
    const invoice = (await tenant.run((ctx) => anOpenInvoice(ctx, fields))).id
    const installments = dues.map((due) => ({ due_date: due, amount: PARTS, down_payment: false }))
    const { pk } = await tenant.run(async (ctx) => {
      const made = await proposePlan(ctx, {
        invoices: [invoice],
        installments,
        message: '',
        fee: '',
        email: false,
      })
      await confirmAs(ctx, made, 'Pat Payer', chargesItself)
      return made
    })
    return { plan: pk, invoice, dues }
  }
  const single: Planned[] = []
  const later = apart(days)
  for (const due of later) single.push(await plan(slow, [due, plusDays(due, 300)], false))
  const quiet: Planned[] = []
  for (const due of later.slice(0, PAUSED)) quiet.push(await plan(paused, [due, plusDays(due, 300)], false))
  return { itself: await plan(payer, later, true), missed: single, paused: quiet }
}

const REMINDED_FROM_HOUR = 8
const GRACE_DAYS = 5

/** The first check on one of these local days, from an hour on. */
function checkWithin({ zone, at }: Checks, from: string, to: string, hour: number): number | null {
  const isDay = (one: number) => dateIn(zone, one) >= from && dateIn(zone, one) <= to
  return at.find((one) => isDay(one) && hourIn(zone, one) >= hour) ?? null
}

/** The mails about an installment that nobody pays: three days ahead until its day, and within three days after. */
export const mailedAt = (checks: Checks, due: string): (number | null)[] => [
  checkWithin(checks, plusDays(due, -3), due, REMINDED_FROM_HOUR),
  checkWithin(checks, plusDays(due, 1), plusDays(due, 3), REMINDED_FROM_HOUR),
]

/** A plan defaults on the day after the days of grace. */
export const defaultedAt = (checks: Checks, due: string): number | null =>
  firstCheck(checks, 0, plusDays(due, GRACE_DAYS + 1))
