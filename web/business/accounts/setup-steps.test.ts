import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSetupTrip, rememberSetupTrip } from '../auth/trips/setup-trip.ts'
import { courseAt } from './setup-course.ts'
import { nextStep } from './setup-steps.ts'

describe('the set-up', () => {
  it.each([
    ['/settings/accounting-connection', '/settings/company-information?setup=true', 1],
    ['/settings/company-information', '/settings/plan-billing?setup=true', 2],
    ['/settings/plan-billing/', '/settings/account-settings?setup=true', 3],
    ['/settings/account-settings', '/', 3],
  ])('leads from %s to %s', (page, next, current) => {
    expect(nextStep(page, true)).toBe(next)
    expect(nextStep(page, false), 'an ordinary settings page').toBeNull()
    expect(courseAt(page).current).toBe(current)
  })

  it('has the steps 1, 2, 3 and 6', () => {
    const ids = (page: string) => courseAt(page).steps.map(({ id }) => id)
    expect(ids('/settings/plan-billing')).toEqual(['1', '2', '3', '6'])
    expect(ids('/registration/plan-selection')).toEqual(['1', '2', '3', '6'])
  })
})

describe('a trip to another service', () => {
  const step = '/settings/accounting-connection'
  const stored = new Map<string, string>()
  beforeEach(() => {
    vi.useFakeTimers()
    stored.clear()
    vi.stubGlobal('window', {
      location: { pathname: step, search: '?setup=true&code=spent' },
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => stored.set(key, value),
        removeItem: (key: string) => stored.delete(key),
      },
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  it('leads back to its step once', () => {
    rememberSetupTrip()
    expect(endSetupTrip(['/settings/plan-billing']), 'another service').toBeNull()
    expect(endSetupTrip([step])).toBe(`${step}?setup=true`)
    expect(endSetupTrip([step])).toBeNull()
  })

  it('is forgotten after an hour, and so is anything else that is stored', () => {
    rememberSetupTrip()
    vi.advanceTimersByTime(61 * 60_000)
    expect(endSetupTrip([step])).toBeNull()
    for (const text of [
      '',
      '{}',
      'null',
      '[1]',
      `{"address":"https://evil.test${step}","at":${Date.now()}}`,
    ]) {
      stored.set('setup-trip', text)
      expect(endSetupTrip([step]), text).toBeNull()
    }
  })
})
