import { MINUTE_MS } from '../dates/durations.ts'
import type { Right } from '../people/roles.ts'

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled', 'unpaid'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export interface Subscription {
  readonly status: SubscriptionStatus
  /** Epoch ms; null unless it is trialing. */
  readonly trialEndsAtMs: number | null
}

/** Default length of a trial. */
export const TRIAL_DAYS = 14

/** The rest of a trial in whole days, hours and minutes; all 0 or less once it is over. */
export function trialLeft(endsAtMs: number, nowMs: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.trunc((endsAtMs - nowMs) / MINUTE_MS)
  return {
    days: Math.trunc(minutes / 1440),
    hours: Math.trunc((minutes % 1440) / 60),
    minutes: minutes % 60,
  }
}

function isTrialOver(endsAtMs: number, nowMs: number): boolean {
  const { days, hours, minutes } = trialLeft(endsAtMs, nowMs)
  return days <= 0 && hours <= 0 && minutes <= 0
}

/** Active, or in a trial that is not over. */
export function countsAsActive({ status, trialEndsAtMs }: Subscription, nowMs: number): boolean {
  if (status === 'active') return true
  return status === 'trialing' && trialEndsAtMs !== null && !isTrialOver(trialEndsAtMs, nowMs)
}

/**
 * Rights that don't need an active subscription: pay for one, manage settings and people, decide who reads
 * reports, and export data.
 */
const ALWAYS_OPEN: ReadonlySet<string> = new Set([
  'accounting',
  'audit',
  'billing',
  'company',
  'export',
  'onboarding',
  'plans',
  'processor',
  'profile',
  'reports',
  'settings',
  'users',
])

/** True when a right needs an active subscription. Rights are named by their subject. */
export const needsSubscription = (right: Right): boolean => !ALWAYS_OPEN.has(right.split('.')[0]!)
