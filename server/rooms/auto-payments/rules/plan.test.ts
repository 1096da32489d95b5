import { describe, expect, it } from 'vitest'
import { afterFailure } from './declines.ts'
import { chargeDate, isDue, nextAttemptAt } from './plan.ts'

const ZONE = 'America/New_York'
const ms = (iso: string): number => Date.parse(iso)
const timing = { dueDate: '2026-12-02', noticedAt: null, nextAt: null }

describe('the charge date of an invoice', () => {
  it.each([
    ['long before', '2026-11-01T12:00:00Z', null, null, '2026-12-02'],
    ['when the notice is due', '2026-11-29T12:00:00Z', null, null, '2026-12-02'],
    ['issued on its due date', '2026-12-02T12:00:00Z', null, null, '2026-12-03'],
    ['notice sent the evening before', '2026-12-02T12:00:00Z', '2026-12-02T02:00:00Z', null, '2026-12-02'],
    ['after a failure', '2026-12-02T12:00:00Z', '2026-11-29T12:00:00Z', '2026-12-05T12:00:00Z', '2026-12-05'],
    ['overdue', '2026-12-09T12:00:00Z', '2026-11-29T12:00:00Z', null, '2026-12-09'],
  ])('the day that is said: %s', (_, now, noticed, next, expected) => {
    const known = { ...timing, noticedAt: noticed && ms(noticed), nextAt: next && ms(next) }
    expect(chargeDate(known as typeof timing, ms(now), ZONE)).toBe(expected)
  })

  it('is not due before the due date begins in the time zone or within a day of the notice', () => {
    const noticed = { ...timing, noticedAt: ms('2026-12-01T06:00:00Z') }
    expect(isDue(timing, ms('2026-12-02T12:00:00Z'), ZONE), 'never noticed').toBe(false)
    expect(isDue(noticed, ms('2026-12-02T04:59:59Z'), ZONE)).toBe(false)
    expect(isDue(noticed, ms('2026-12-02T05:59:59Z'), ZONE)).toBe(false)
    expect(isDue(noticed, ms('2026-12-02T06:00:00Z'), ZONE)).toBe(true)
  })

  it('allows three retries, on the first, third and fifth day', () => {
    const failed = ms('2026-12-02T06:40:00Z')
    expect(nextAttemptAt(1, failed)).toBe(ms('2026-12-03T06:00:00Z'))
    expect(nextAttemptAt(2, ms('2026-12-03T06:40:00Z'))).toBe(ms('2026-12-05T06:00:00Z'))
    expect(nextAttemptAt(3, ms('2026-12-05T06:40:00Z'))).toBe(ms('2026-12-07T06:00:00Z'))
    expect(nextAttemptAt(4, failed)).toBeNull()
  })
})

describe('the consequence of a failure', () => {
  it.each([
    ['declined', 'insufficient_funds', 'again'],
    ['declined', 'card_declined', 'again'],
    ['never_arrived', 'not_found', 'again'],
    ['declined', 'stolen_card', 'off'],
    ['declined', 'expired_card', 'off'],
    ['declined', 'authentication_required', 'stop'],
    ['invalid', 'no_such_method', 'off'],
    ['voided', 'voided', 'stop'],
    ['returned', 'R01', 'again'],
    ['returned', 'R02', 'off'],
    ['returned', 'R10', 'off'],
    ['disputed', 'fraudulent', 'off'],
  ])('%s %s: %s', (kind, code, expected) => expect(afterFailure(kind, code)).toBe(expected))
})
