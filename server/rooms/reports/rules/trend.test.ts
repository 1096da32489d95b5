import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../../domain/dates/calendar.ts'
import { linkState } from './link-state.ts'
import { type BookedDay, trendBegins, trendOf } from './trend.ts'

const TODAY = '2026-11-20'

const day = (
  on: string | null,
  invoiced: bigint,
  collected = 0n,
  owed = invoiced - collected,
): BookedDay => ({
  day: on,
  invoicedMinor: invoiced,
  collectedMinor: collected,
  owedMinor: owed,
})

describe('the trend', () => {
  it('shows one month for a company with one month of data, and its DSO since the first booking', () => {
    const { months, dso } = trendOf([day('2026-11-12', 50_000n), day('2026-11-15', 0n, 20_000n)], TODAY)
    expect(months).toEqual([
      {
        from: '2026-11-01',
        until: TODAY,
        invoicedMinor: 50_000n,
        collectedMinor: 20_000n,
        owedMinor: 30_000n,
        dsoDays: 5,
        dso,
      },
    ])
    expect(dso).toEqual({ days: 5, invoicedMinor: 50_000n, overDays: 9 })
  })

  it('shows at most twelve month ends and today, starting with the balance from before', () => {
    const { months } = trendOf([day(null, 900n, 800n), day('2026-10-31', 10n)], TODAY)
    expect(months.map(({ until }) => until)).toEqual(
      '2025-12-31 2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31 2026-11-20'.split(
        ' ',
      ),
    )
    expect(months.map(({ owedMinor }) => owedMinor)).toEqual([...Array(10).fill(100n), 110n, 110n])
  })

  it('has no DSO when nothing was invoiced, and caps it at 9,999 days', () => {
    expect(trendOf([day(null, 500n)], TODAY).dso).toEqual({ days: null, invoicedMinor: 0n, overDays: 90 })
    expect(trendOf([], TODAY).dso.days).toBeNull()
    expect(trendOf([day(null, 10n ** 18n), day('2026-11-01', 1n)], TODAY).dso.days).toBe(9999)
    // More was voided than issued.
    expect(trendOf([day(null, 500n), day('2026-11-01', -100n)], TODAY).dso.days).toBeNull()
  })

  it('has a DSO of 0 when more was collected than invoiced by the end of a month', () => {
    const { months } = trendOf(
      [day('2026-10-01', 100n), day('2026-10-28', 0n, 700n), day('2026-11-05', 700n)],
      TODAY,
    )
    expect(months).toMatchObject([
      { until: '2026-10-31', owedMinor: -600n, dsoDays: 0 },
      { until: TODAY, owedMinor: 100n, dsoDays: 6 },
    ])
  })

  it('counts exactly the ninety days up to today', () => {
    const of = (on: string) => trendOf([day(null, 1n), day(on, 100n)], TODAY).dso.invoicedMinor
    expect(of('2026-08-23')).toBe(100n)
    expect(of('2026-08-22')).toBe(0n)
  })

  it('counts a future booking as of today, as the owed total does', () => {
    const { months } = trendOf([day('2026-12-24', 700n)], TODAY)
    expect(months).toMatchObject([{ until: TODAY, invoicedMinor: 700n, owedMinor: 700n }])
  })

  it('adds up: each month end is the previous one plus the bookings, and the last is the total', () => {
    const days = fc.array(
      fc.record({
        back: fc.integer({ min: -20, max: 700 }),
        invoiced: fc.bigInt({ min: -9_999n, max: 99_999n }),
        collected: fc.bigInt({ min: -9_999n, max: 99_999n }),
      }),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 800 }), (rows, shift) => {
        const today = addDays(TODAY, shift)
        const from = trendBegins(today)
        const booked = rows
          .map((row) => day(addDays(today, -row.back), row.invoiced, row.collected))
          .sort((a, b) => (a.day! < b.day! ? -1 : 1))
        const older = booked.filter((one) => one.day! < from)
        const sum = (list: readonly BookedDay[], of: keyof Omit<BookedDay, 'day'>): bigint =>
          list.reduce((total, one) => total + one[of], 0n)
        const observed = [
          ...(older.length > 0
            ? [day(null, sum(older, 'invoicedMinor'), sum(older, 'collectedMinor'), sum(older, 'owedMinor'))]
            : []),
          ...booked.filter((one) => one.day! >= from),
        ]
        const { months } = trendOf(observed, today)
        expect(months.at(-1)!.owedMinor).toBe(sum(booked, 'owedMinor'))
        for (const [at, month] of months.entries()) {
          const before = months[at - 1]
          if (before)
            expect(month.owedMinor).toBe(before.owedMinor + month.invoicedMinor - month.collectedMinor)
        }
      }),
    )
  })
})

it('reports a link as revoked once ended and as expired from its last moment on', () => {
  const expiresAt = new Date(1000)
  expect(linkState({ revokedAt: null, expiresAt }, 999)).toBe('active')
  expect(linkState({ revokedAt: null, expiresAt }, 1000)).toBe('expired')
  expect(linkState({ revokedAt: new Date(1), expiresAt }, 5000)).toBe('revoked')
})
