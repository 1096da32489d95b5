import type { Draw } from './draw.ts'
import type { PlannedCustomer } from './history-events.ts'
import type { PlanDay } from './plan-days.ts'

/** One step of an invoice's scenario. `day` counts from the plan's first day and may be beyond its end. */
export interface Step {
  readonly kind: 'pay' | 'credit' | 'void' | 'write_off'
  readonly day: number
  /** Part of the remaining amount. A step that closes the invoice takes all of it. */
  readonly amountMinor: bigint
}

const VOIDED_PERMILLE = 7
const CREDITED_PERMILLE = 16
/** Written-off invoices of a doubtful customer, in a thousand. */
const LOST_PERMILLE = 600

/**
 * Decides an invoice's whole scenario on its issue day, so that it can be written in its final state. Nothing
 * settles a void invoice, and a write-off is the last step.
 */
export function decideScenario(
  draw: Draw,
  customer: PlannedCustomer,
  issued: number,
  due: number,
  totalMinor: bigint,
  days: readonly PlanDay[],
): Step[] {
  if (draw.permille(VOIDED_PERMILLE))
    return [{ kind: 'void', day: issued + draw.between(1, 6), amountMinor: totalMinor }]
  const steps: Step[] = []
  let remaining = totalMinor
  let paidOn = Math.max(issued + 1, due + customer.lateness + draw.between(-5, 8))
  if (draw.permille(CREDITED_PERMILLE)) {
    const amountMinor = part(totalMinor, draw.between(4, 25))
    steps.push({ kind: 'credit', day: issued + draw.between(1, 12), amountMinor })
    remaining -= amountMinor
    paidOn = Math.max(paidOn, issued + 13)
  }
  if (customer.doubtful && draw.permille(LOST_PERMILLE)) {
    steps.push({ kind: 'write_off', day: due + draw.between(180, 260), amountMinor: remaining })
    return steps.filter((step) => step.amountMinor > 0n)
  }
  if (draw.permille(customer.partPermille)) {
    const amountMinor = part(remaining, draw.between(25, 75))
    steps.push({ kind: 'pay', day: onPayday(customer, paidOn, days), amountMinor })
    remaining -= amountMinor
    // Longer than the longest wait for a payday, so that both parts never fall on one day.
    paidOn += draw.between(18, 75)
  }
  steps.push({ kind: 'pay', day: onPayday(customer, paidOn, days), amountMinor: remaining })
  return steps.filter((step) => step.amountMinor > 0n)
}

const part = (minor: bigint, percent: number): bigint => (minor * BigInt(percent)) / 100n

/**
 * Returns the next day on which the customer pays: never on a weekend, and for some only on their paydays.
 */
function onPayday(customer: PlannedCustomer, from: number, days: readonly PlanDay[]): number {
  let day = from
  while (day < days.length && !paysOn(customer, days[day]!)) day++
  return day
}

function paysOn({ payday }: PlannedCustomer, day: PlanDay): boolean {
  if (payday === 'twice_a_month') return day.ofMonth === 1 || day.ofMonth === 15
  return payday === 'friday' ? day.weekday === 5 : day.weekday <= 5
}
