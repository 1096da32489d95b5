import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../dates/durations.ts'
import { RIGHTS } from '../people/roles.ts'
import { countsAsActive, needsSubscription, SUBSCRIPTION_STATUSES, trialLeft } from './subscription.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const trial = (leftMs: number) => countsAsActive({ status: 'trialing', trialEndsAtMs: NOW + leftMs }, NOW)

describe('a subscription', () => {
  it('a trial is over when no days, hours or minutes remain', () => {
    expect(trialLeft(NOW + 2 * DAY_MS + 3 * HOUR_MS + 4 * MINUTE_MS + 59 * SECOND_MS, NOW)).toEqual({
      days: 2,
      hours: 3,
      minutes: 4,
    })
    expect([14 * DAY_MS, HOUR_MS, MINUTE_MS].map(trial)).toEqual([true, true, true])
    expect([59 * SECOND_MS, 0, -SECOND_MS, -MINUTE_MS, -DAY_MS].map(trial)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('counts as active when it is active, or in a trial that is not over', () => {
    const active = (trialEndsAtMs: number | null) =>
      SUBSCRIPTION_STATUSES.filter((status) => countsAsActive({ status, trialEndsAtMs }, NOW))
    expect(active(NOW + DAY_MS)).toEqual(['trialing', 'active'])
    expect(active(NOW - DAY_MS)).toEqual(['active'])
    expect(active(null)).toEqual(['active'])
  })
})

it('without one a company can use only its settings, its people and its billing', () => {
  const open = new Set(
    RIGHTS.filter((right) => !needsSubscription(right)).map((right) => right.split('.')[0]),
  )
  expect([...open].sort()).toEqual(
    'accounting audit billing company export onboarding plans processor profile reports settings users'.split(
      ' ',
    ),
  )
  for (const right of ['invoices.read', 'customers.read', 'payments.record', 'dashboard.read'] as const)
    expect(needsSubscription(right)).toBe(true)
})
