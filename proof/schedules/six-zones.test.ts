import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isGate, sampleOf, sizeOf } from '../ring.ts'
import { aCompanyIn, type Company, SATURDAY, ZONES, type Zone } from './companies.ts'
import { problemsInAll, QUESTIONS } from './judge.ts'
import { passTime, type Seen } from './pass-time.ts'
import { changesClocks, chargedAt, DAY_MS, dateIn, HOUR_MS, plusDays } from './time.ts'
import { openWorkers, type Workers } from './workers.ts'

/*
 * Sixty days in six time zones, hour by hour, under two workers that ask at the same instant. A leap day is
 * among them, and in each zone a change of clocks; over a weekend no worker runs, and each of them is away for some days
 * besides. What falls due is told, charged, compared and forgotten once, at the first instant at which a worker asks from
 * then on: time.ts says when that is. In the short form a company is asked around those of its midnights at which
 * something falls due, and at one hour each day; SCHEDULE_HOURS=all asks each hour.
 */

const DAYS = sizeOf('SCHEDULE_DAYS', { gate: 60, full: 60 })
/** All six in the full run. */
const CHOSEN = sampleOf(Object.keys(ZONES) as Zone[], 1)
const ARRANGED = Date.parse('2016-02-10T11:40:00Z')
// Everything is arranged shortly before the first hour, so that no deadline falls on the moment of a look.
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
let seen: Seen
const companies: Company[] = []

beforeAll(async () => {
  workers = await openWorkers(new Date(ARRANGED).toISOString())
  for (const zone of CHOSEN) companies.push(await aCompanyIn(workers, zone, DAYS))
  seen = await passTime(workers, companies, SPAN)
}, DAYS * 30_000)
afterAll(() => workers?.close())

describe.each(CHOSEN)('in %s', (zone) => {
  let company: Company
  beforeAll(() => {
    company = companies.find((one) => one.zone === zone)!
  })

  it.each(QUESTIONS)('$name', async ({ problems }) => {
    const found = await problems({ workers, company, seen, arranged: ARRANGED, outage: OUTAGE })
    expect(found.join('\n')).toBe('')
  })

  it('a pay link opens its invoice for thirty days after that was charged', () => {
    const paid = chargedAt(company.asked, company.charged[0]!.due)!
    const over = paid + 30 * DAY_MS
    const { last, never } = seen.links.get(company)!
    expect(last).toBeLessThan(over)
    expect(never).toBeGreaterThanOrEqual(over)
    expect(never! - last, 'looked at often enough').toBeLessThan(2 * HOUR_MS)
  })

  it('clocks were changed, and what fell due in the outage was made up for', () => {
    expect(changesClocks(zone, ZONES[zone])).toBe(true)
    const chargedOn = [0, 1, 4].map((later) => {
      const at = chargedAt(company.asked, plusDays(SATURDAY, later))
      return dateIn(zone, at!)
    })
    // Of the last it was told late, which is soon enough.
    expect(chargedOn).toEqual([plusDays(SATURDAY, 2), plusDays(SATURDAY, 2), plusDays(SATURDAY, 4)])
  })
})

it('nothing failed, and the books are sound', async () => {
  expect(await problemsInAll(workers)).toEqual([])
  const taken = companies.flatMap(({ charged, asked }) => charged.filter(({ due }) => chargedAt(asked, due)))
  expect(taken.length).toBeGreaterThan(isGate ? 16 : 100)
})
