import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOf, sizeOf } from '../../ring.ts'
import { changesClocks, dateIn, plusDays } from '../time.ts'
import { openWorkers, type Workers } from '../workers.ts'
import { COUNTRIES, isDayOff, type Zone } from './calendar.ts'
import { type ChasingCompany, createChasingCompany } from './companies.ts'
import { expectFees } from './fees-oracle.ts'
import { findFeeProblems, findStatementProblems } from './find-fee-problems.ts'
import { findReminderProblems } from './find-problems.ts'
import { passDays } from './pass-days.ts'

/*
 * Reminders, late fees and statements over two years in six time zones, with clock changes, a leap day, weekends, holidays, outages of one to five days, two
 * workers that look at the same instant, and a worker that dies while it records the messages or the fees.
 */

/** Twice a year. */
const CLOCK_CHANGES = 4
const DAYS = sizeOf('REMINDER_DAYS', { gate: 60, full: 731 })
const FIRST = DAYS < 100 ? '2028-02-10T03:20:00Z' : '2027-06-01T03:20:00Z'
/** All six in `npm run proof`, one in `npm test`. */
const CHOSEN = sampleOf(Object.keys(COUNTRIES) as Zone[], 1)

let workers: Workers
const companies: ChasingCompany[] = []

beforeAll(async () => {
  workers = await openWorkers(FIRST)
  for (const zone of CHOSEN) companies.push(await createChasingCompany(workers, zone, DAYS))
  await passDays(workers, companies, DAYS)
}, DAYS * 30_000)
afterAll(() => workers?.close())

describe.each(CHOSEN)('in %s', (zone) => {
  it('sends every step once on its day, none lost and none after payment', async () => {
    const company = companies.find((one) => one.zone === zone)!
    expect(await findReminderProblems(workers, company)).toEqual([])
  })

  it('charges every late fee once, for the latest period that has begun, and none after payment', async () => {
    const company = companies.find((one) => one.zone === zone)!
    expect(await findFeeProblems(workers, company)).toEqual([])
    const fees = company.charged.flatMap((invoice) => expectFees(zone, company.checks, invoice))
    expect(fees.length).toBeGreaterThan(2)
  })

  it('sends every statement once on its working day, the latest one after an outage', async () => {
    const company = companies.find((one) => one.zone === zone)!
    expect(await findStatementProblems(workers, company)).toEqual([])
  })

  it('has weekends, holidays and a leap day among its days', () => {
    const first = dateIn(zone, Date.parse(FIRST))
    const days = Array.from({ length: DAYS }, (_, at) => plusDays(first, at))
    expect(days).toContain('2028-02-29')
    expect(days.filter((day) => isDayOff(zone, day)).length).toBeGreaterThan((DAYS / 7) * 2 - 2)
    const changes = days.filter((day) => changesClocks(zone, day))
    if (DAYS > 730) expect(changes.length).toBeGreaterThanOrEqual(CLOCK_CHANGES)
  })
})

it('causes no failure, and sends no message twice', () => {
  expect(workers.failures).toEqual([])
  expect(workers.sent.length).toBe(new Set(workers.sent).size)
  expect(workers.sent.length).toBeGreaterThan((DAYS * CHOSEN.length) / 3)
})
