import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import { isUnpaid } from '../../../../domain/invoices/invoice-status.ts'
import { type CurrencyCode, sumMinor } from '../../../../domain/money/money.ts'
import type { SettledInstallment } from '../../../../domain/payment-plans/settle-installments.ts'
import type { PlanWhole } from './plan-whole.ts'
import { settledOf } from './present-plan.ts'

/** How a plan moves on by itself. */
export type PlanMove =
  | { readonly to: 'completed' | 'canceled'; readonly because: string }
  | { readonly to: 'defaulted'; readonly missed: SettledInstallment }
  | { readonly to: 'confirmed' }

/** Days after which an unconfirmed proposal frees its invoices. */
const FORGET_AFTER_DAYS = 30

/**
 * Returns how a plan moves on today; null when it stays as it is. Payments under way that would settle what is missed are
 * waited for.
 */
export function judgePlan(plan: PlanWhole, today: CalendarDate, graceDays: number): PlanMove | null {
  const { row, invoices } = plan
  if (row.state === 'canceled') return null
  const isOwed = invoices.some(({ remainingMinor }) => isUnpaid(remainingMinor, row.currency as CurrencyCode))
  if (row.state === 'completed') return isOwed ? { to: 'confirmed' } : null
  if (invoices.every(({ isVoid }) => isVoid)) return { to: 'canceled', because: 'Its invoices were voided.' }
  if (row.state === 'proposed') return judgeProposal(plan, today, isOwed)
  if (!isOwed) return { to: 'completed', because: '' }
  const open = settledOf(plan).filter(({ openMinor }) => openMinor > 0n)
  if (row.state === 'defaulted') return open.some(({ dueOn }) => dueOn < today) ? null : { to: 'confirmed' }
  const missed = open.filter(({ dueOn }) => addDays(dueOn, graceDays) < today)
  const underWay = sumMinor(invoices.map(({ reservedMinor }) => reservedMinor))
  if (sumMinor(missed.map(({ openMinor }) => openMinor)) <= underWay) return null
  return { to: 'defaulted', missed: missed[0]! }
}

function judgeProposal({ row, invoices }: PlanWhole, today: CalendarDate, isOwed: boolean): PlanMove | null {
  if (!isOwed) return { to: 'canceled', because: 'Nothing is owed any more.' }
  if (invoices.some(({ customerId }) => customerId !== row.customer_id))
    return { to: 'canceled', because: 'An invoice was moved to another customer.' }
  return addDays(row.expires_on, FORGET_AFTER_DAYS) < today
    ? { to: 'canceled', because: 'Nobody confirmed it.' }
    : null
}
