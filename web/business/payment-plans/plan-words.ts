import { PLAN_STATE_TEXTS } from '../../../domain/payment-plans/plan-terms.ts'
import { minorOf } from '../../ui/text/money-text.ts'
import type { Tone } from '../../ui/text/tag.tsx'
import type { Plan, PlanRow } from './use-plans.ts'

/** The state of a plan as its tag shows it. */
export function stateLook(plan: Pick<PlanRow, 'state' | 'is_expired' | 'missed_count'>): {
  readonly text: string
  readonly tone: Tone
} {
  if (plan.is_expired) return { text: 'Expired', tone: 'soon' }
  if (plan.state === 'confirmed' && plan.missed_count > 0) return { text: 'Missed', tone: 'soon' }
  return { text: PLAN_STATE_TEXTS[plan.state], tone: TONES[plan.state] }
}

const TONES: Readonly<Record<PlanRow['state'], Tone>> = {
  proposed: 'quiet',
  confirmed: 'open',
  defaulted: 'overdue',
  completed: 'paid',
  canceled: 'quiet',
}

export const INSTALLMENT_TONES: Readonly<Record<Plan['installments'][number]['status'], Tone>> = {
  Open: 'open',
  Paid: 'paid',
  Overdue: 'overdue',
}

/** 'INV-1001, INV-1002 and 3 more' */
export function numbersText(invoices: PlanRow['invoices']): string {
  const shown = invoices.slice(0, 2).map(({ number }) => number)
  const more = invoices.length - shown.length
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`
}

/** True for an amount above zero. */
export const isCharged = (amount: string, currency: string): boolean => minorOf(amount, currency) > 0n
