import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCompanyIn, type Company, SATURDAY, ZONES, type Zone } from './companies.ts'
import { passTime, type Seen } from './pass-time.ts'
import {
  changesClocks,
  chargedAt,
  comparedAt,
  DAY_MS,
  dateIn,
  firstAsked,
  HOUR_MS,
  plusDays,
  toldAt,
  triedAt,
} from './time.ts'
import { openWorkers, type Workers } from './workers.ts'

/*
 * Sixty days in six time zones, hour by hour, under two workers that ask at the same instant (5.I, T-32). A leap day is
 * among them, and in each zone a change of clocks; over a weekend no worker runs, and each of them is away for some days
 * besides. What falls due is told, charged, compared and forgotten once, at the first instant at which a worker asks from
 * then on: time.ts says when that is. In the short form a company is asked around those of its midnights at which
 * something falls due, and at one hour each day; SCHEDULE_HOURS=all asks each hour.
 */

const DAYS = Number(process.env.SCHEDULE_DAYS ?? 60)
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
  for (const zone of Object.keys(ZONES)) companies.push(await aCompanyIn(workers, zone as Zone, DAYS))
  seen = await passTime(workers, companies, SPAN)
}, DAYS * 30_000)
afterAll(() => workers?.close())

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const known = (times: readonly (number | null)[]): (string | null)[] =>
  times.filter((one) => one !== null).map(iso)

/** No part of the day, wherever it is, lies in the outage. */
const isWorkday = (day: string): boolean => {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return noon + DAY_MS < OUTAGE.from || noon - DAY_MS >= OUTAGE.to
}

/** The instants of rows, by what they are about, in their order. */
async function timesOf(text: string, { tenant }: Company): Promise<Map<string, string[]>> {
  const rows = await workers.ask<{ about: string; at: Date }>(text, [tenant.accountId])
  const times = new Map<string, string[]>()
  for (const { about, at } of rows) times.set(about, [...(times.get(about) ?? []), at.toISOString()])
  return times
}

const NOTICES = 'select invoice_id as about, noticed_at as at from auto_payment_notices where account_id = $1'
const NOTICE_MAILS = `select related_id as about, created_at as at from mail_messages
  where account_id = $1 and kind = 'auto-payments.notice' and status = 'sent'`
const CHARGES = `select a.invoice_id as about, p.created_at as at from payments p
  join payment_allocations a on a.account_id = p.account_id and a.payment_id = p.id
  where p.account_id = $1 and p.channel = 'auto' order by p.created_at, p.id`
const AT_PROCESSOR = `select a.invoice_id as about, s.created_at as at from sandbox_charges s
  join payments p on p.account_id = s.account_id and p.id::text = s.our_id
  join payment_allocations a on a.account_id = p.account_id and a.payment_id = p.id
  where s.account_id = $1 and p.channel = 'auto' order by s.created_at, s.ref`
const FAILURE_MAILS = `select related_id as about, created_at as at from mail_messages
  where account_id = $1 and kind = 'auto-payments.failure' and to_address = 'poor@example.test' and status = 'sent'
  order by created_at, id`
const BOOKINGS = `select a.invoice_id as about, e.recorded_at as at from ledger_entries e
  join payments p on p.account_id = e.account_id and p.id = e.source_id
  join payment_allocations a on a.account_id = p.account_id and a.payment_id = p.id
  where e.account_id = $1 and p.channel = 'auto' order by e.sequence`

/** What is in the log longer than since the last look, and was not sealed. */
const UNSEALED = `select e.action, e.at from audit_unsealed u
  join audit_entries e on e.account_id = u.account_id and e.id = u.entry_id
  where u.account_id = $1 and e.at < to_timestamp($2)`

describe.each(Object.keys(ZONES) as Zone[])('5.I T-32 in %s', (zone) => {
  const today = dateIn(zone, ARRANGED)
  let company: Company
  beforeAll(() => {
    company = companies.find((one) => one.zone === zone)!
  })

  it('R-61 each invoice is told of once, three days ahead by the company’s own calendar', async () => {
    const [notices, mails] = [await timesOf(NOTICES, company), await timesOf(NOTICE_MAILS, company)]
    for (const { invoice, due } of [...company.charged, ...company.declined]) {
      const told = toldAt(company.asked, due)
      expect([due, notices.get(invoice) ?? []]).toEqual([due, known([told])])
      expect([due, mails.get(invoice) ?? []]).toEqual([due, known([told])])
      const day = plusDays(due, -3)
      if (told !== null && day >= today && isWorkday(day))
        expect([due, dateIn(zone, told)]).toEqual([due, day])
    }
  })

  it('R-61 and charged once, on the day on which it is due there', async () => {
    const charges = await timesOf(CHARGES, company)
    const atProcessor = await timesOf(AT_PROCESSOR, company)
    const bookings = await timesOf(BOOKINGS, company)
    for (const { invoice, due } of company.charged) {
      const at = chargedAt(company.asked, due)
      if (at !== null && due > plusDays(today, 3) && isWorkday(due) && isWorkday(plusDays(due, -1)))
        expect([due, dateIn(zone, at)]).toEqual([due, due])
      expect([due, charges.get(invoice) ?? []]).toEqual([due, known([at])])
      expect([due, atProcessor.get(invoice) ?? []]).toEqual([due, known([at])])
      expect([due, bookings.get(invoice)?.length ?? 0]).toEqual([due, at === null ? 0 : 1])
    }
  })

  it('R-61 what is declined is tried on the first, third and fifth day after, once each, and told each time', async () => {
    const [charges, mails] = [await timesOf(CHARGES, company), await timesOf(FAILURE_MAILS, company)]
    for (const { invoice, due } of company.declined) {
      const tries = known(triedAt(company.asked, due))
      expect([due, charges.get(invoice) ?? []]).toEqual([due, tries])
      expect([due, mails.get(invoice) ?? []]).toEqual([due, tries])
    }
  })

  it('R-60 each day is compared with the processor once, from three in the morning on', async () => {
    const rows = await workers.ask<Record<string, unknown> & { at: Date }>(
      `select day::text, started_at as at, attempts, finished_at is not null as finished, differing
       from payment_reconciliations where account_id = $1 order by day`,
      [company.tenant.accountId],
    )
    const days = comparedAt(company.asked)
    expect(rows.map(({ at, ...row }) => ({ ...row, at: iso(at.getTime()) }))).toEqual(
      [...days].map(([day, at]) => ({ day, attempts: 1, finished: true, differing: 0, at: iso(at) })),
    )
    expect(workers.comparisons.get(company.tenant.accountId)).toBe(days.size)
  })

  it('R-14 R-54 what ends in time ends at the first look after it, and not before', () => {
    for (const { what, id, over, byDay } of company.endings) {
      const looks = byDay ? { zone, at: seen.byDay } : company.asked
      expect([what, iso(over), iso(seen.over.get(id) ?? null)]).toEqual([
        what,
        iso(over),
        iso(firstAsked(looks, over)),
      ])
    }
  })

  it('R-68 a pay link opens its invoice for thirty days after that was charged', () => {
    const paid = chargedAt(company.asked, company.charged[0]!.due)!
    const over = paid + 30 * DAY_MS
    const { last, never } = seen.links.get(company)!
    expect(last).toBeLessThan(over)
    expect(never).toBeGreaterThanOrEqual(over)
    expect(never! - last, 'looked at often enough').toBeLessThan(2 * HOUR_MS)
  })

  it('R-98 what was done is sealed in the log', async () => {
    const { tenant, asked } = company
    expect(await workers.ask(UNSEALED, [tenant.accountId, asked.at.at(-1)! / 1000])).toEqual([])
  })

  it('5.I clocks were changed, and what fell due in the outage was made up for', () => {
    expect(changesClocks(zone, ZONES[zone])).toBe(true)
    const chargedOn = [0, 1, 4].map((later) => {
      const at = chargedAt(company.asked, plusDays(SATURDAY, later))
      return dateIn(zone, at!)
    })
    // Of the last it was told late, which is soon enough.
    expect(chargedOn).toEqual([plusDays(SATURDAY, 2), plusDays(SATURDAY, 2), plusDays(SATURDAY, 4)])
  })
})

it('5.I nothing failed, and the books are sound', async () => {
  expect(workers.failures).toEqual([])
  expect(new Set(workers.sent).size, 'no message is sent twice').toBe(workers.sent.length)
  expect(await workers.breaches()).toEqual([])
  const taken = companies.flatMap(({ charged, asked }) => charged.filter(({ due }) => chargedAt(asked, due)))
  expect(taken.length).toBeGreaterThan(100)
})
