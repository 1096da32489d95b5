import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../domain/dates/durations.ts'
import { isGate, sampleOf, sizeOf } from '../ring.ts'
import { CHECKS, findCommonProblems } from './checks.ts'
import { type Company, createCompany, SATURDAY, ZONES, type Zone } from './companies.ts'
import { type Observations, passTime } from './pass-time.ts'
import { changesClocks, chargedAt, dateIn, plusDays } from './time.ts'
import { openWorkers, type Workers } from './workers.ts'

/*
 * Sixty days in six time zones, hour by hour, with two workers that check for due work at the same instant.
 * The days include a leap day and a clock change in each zone. No worker runs over one weekend, and each is
 * down for some days. Due work is done once, at the first check after it falls due: time.ts computes that
 * instant. By default a company is checked around the midnights at which something falls due, and once a day;
 * SCHEDULE_HOURS=all checks each hour.
 */

/** The sample ends after the outage, and after the pay link of the first day expired. */
const DAYS = sizeOf('SCHEDULE_DAYS', { gate: 36, full: 60 })
/** Days from one ordinary due date to the next. */
const DAYS_APART = isGate ? 5 : 3
/** All six in `npm run proof`, one in `npm test`. */
const CHOSEN = sampleOf(Object.keys(ZONES) as Zone[], 1)
const CREATED_AT = Date.parse('2016-02-10T11:40:00Z')
// The companies are created shortly before the first hour, so that no deadline equals the instant of a check.
const FIRST = Date.parse('2016-02-10T12:00:00Z')
// From Friday to Monday.
const OUTAGE = { from: Date.parse('2016-03-11T06:30:00Z'), to: Date.parse('2016-03-14T06:30:00Z') }
const SPAN = {
  first: FIRST,
  last: FIRST + DAYS * DAY_MS,
  outage: OUTAGE,
  away: [
    { worker: 0, from: FIRST + 4 * DAY_MS, to: FIRST + 8 * DAY_MS },
    { worker: 1, from: FIRST + 12 * DAY_MS, to: FIRST + 16 * DAY_MS },
  ],
  eachHour: process.env.SCHEDULE_HOURS === 'all',
} as const

let workers: Workers
let observations: Observations
const companies: Company[] = []

beforeAll(async () => {
  workers = await openWorkers(new Date(CREATED_AT).toISOString())
  for (const zone of CHOSEN) companies.push(await createCompany(workers, zone, DAYS, DAYS_APART))
  observations = await passTime(workers, companies, SPAN)
}, DAYS * 30_000)
afterAll(() => workers?.close())

describe.each(CHOSEN)('in %s', (zone) => {
  let company: Company
  beforeAll(() => {
    company = companies.find((one) => one.zone === zone)!
  })

  it.each(CHECKS)('$name', async ({ findProblems }) => {
    const found = await findProblems({
      workers,
      company,
      observations,
      createdAt: CREATED_AT,
      outage: OUTAGE,
    })
    expect(found.join('\n')).toBe('')
  })

  it('opens an invoice by its pay link until thirty days after it was charged', () => {
    const paid = chargedAt(company.checks, company.charged[0]!.due)!
    const expiresAt = paid + 30 * DAY_MS
    const { last, never } = observations.links.get(company)!
    expect(last).toBeLessThan(expiresAt)
    expect(never).toBeGreaterThanOrEqual(expiresAt)
    expect(never! - last, 'checked often enough').toBeLessThan(2 * HOUR_MS)
  })

  it('includes a clock change, and does the work that fell due in the outage afterwards', () => {
    expect(changesClocks(zone, ZONES[zone])).toBe(true)
    const chargedOn = [0, 1, 4].map((later) => {
      const at = chargedAt(company.checks, plusDays(SATURDAY, later))
      return dateIn(zone, at!)
    })
    // The notice of the last one was late, but early enough for the due date.
    expect(chargedOn).toEqual([plusDays(SATURDAY, 2), plusDays(SATURDAY, 2), plusDays(SATURDAY, 4)])
  })
})

it('causes no failure and leaves sound books', async () => {
  expect(await findCommonProblems(workers)).toEqual([])
  expect(observations.unmarked).toEqual([])
  const taken = companies.flatMap(({ charged, checks }) =>
    charged.filter(({ due }) => chargedAt(checks, due)),
  )
  expect(taken.length).toBeGreaterThan(isGate ? 10 : 100)
})
