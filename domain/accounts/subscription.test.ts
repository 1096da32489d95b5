import { describe, expect, it } from 'vitest'
import { RIGHTS } from '../people/roles.ts'
import { countsAsActive, needsSubscription, SUBSCRIPTION_STATUSES, trialLeft } from './subscription.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000] as const
const trial = (leftMs: number) => countsAsActive({ status: 'trialing', trialEndsAtMs: NOW + leftMs }, NOW)

describe('a subscription', () => {
  it('a trial is over when no days, hours or minutes remain', () => {
    expect(trialLeft(NOW + 2 * DAY + 3 * HOUR + 4 * MINUTE + 59 * SECOND, NOW)).toEqual({
      days: 2,
      hours: 3,
      minutes: 4,
    })
    expect([14 * DAY, HOUR, MINUTE].map(trial)).toEqual([true, true, true])
    expect([59 * SECOND, 0, -SECOND, -MINUTE, -DAY].map(trial)).toEqual([false, false, false, false, false])
  })

  it('counts as active when it is active, or in a trial that is not over', () => {
    const active = (trialEndsAtMs: number | null) =>
      SUBSCRIPTION_STATUSES.filter((status) => countsAsActive({ status, trialEndsAtMs }, NOW))
    expect(active(NOW + DAY)).toEqual(['trialing', 'active'])
    expect(active(NOW - DAY)).toEqual(['active'])
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
