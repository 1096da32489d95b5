import { isDeepStrictEqual } from 'node:util'
import type { Company } from './companies.ts'
import type { Pause, Seen } from './pass-time.ts'
import { chargedAt, comparedAt, DAY_MS, dateIn, firstAsked, plusDays, toldAt, triedAt } from './time.ts'
import type { Workers } from './workers.ts'

/** A company after time has passed. */
export interface Passed {
  readonly workers: Workers
  readonly company: Company
  readonly seen: Seen
  /** When everything was arranged. Epoch ms. */
  readonly arranged: number
  readonly outage: Pause
}

/** What has to be so; `problems` says in words what is otherwise. */
interface Question {
  readonly name: string
  problems(passed: Passed): Promise<string[]>
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const known = (times: readonly (number | null)[]): (string | null)[] =>
  times.filter((one) => one !== null).map(iso)

const unlike = (what: string, found: unknown, wanted: unknown): string[] =>
  isDeepStrictEqual(found, wanted)
    ? []
    : [`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`]

/** No part of the day, wherever it is, lies in the outage. */
const isWorkday = ({ outage }: Passed, day: string): boolean => {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return noon + DAY_MS < outage.from || noon - DAY_MS >= outage.to
}

/** The instants of rows, by what they are about, in their order. */
async function timesOf(text: string, { workers, company }: Passed): Promise<Map<string, string[]>> {
  const rows = await workers.ask<{ about: string; at: Date }>(text, [company.tenant.accountId])
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

async function told(passed: Passed): Promise<string[]> {
  const { company, arranged } = passed
  const { zone, asked, charged, declined } = company
  const today = dateIn(zone, arranged)
  const [notices, mails] = [await timesOf(NOTICES, passed), await timesOf(NOTICE_MAILS, passed)]
  return [...charged, ...declined].flatMap(({ invoice, due }) => {
    const at = toldAt(asked, due)
    const day = plusDays(due, -3)
    return [
      ...unlike(`told of ${due}`, notices.get(invoice) ?? [], known([at])),
      ...unlike(`mailed of ${due}`, mails.get(invoice) ?? [], known([at])),
      ...(at !== null && day >= today && isWorkday(passed, day)
        ? unlike(`told of ${due} on the day`, dateIn(zone, at), day)
        : []),
    ]
  })
}

async function charged(passed: Passed): Promise<string[]> {
  const { company, arranged } = passed
  const { zone, asked } = company
  const today = dateIn(zone, arranged)
  const charges = await timesOf(CHARGES, passed)
  const atProcessor = await timesOf(AT_PROCESSOR, passed)
  const bookings = await timesOf(BOOKINGS, passed)
  return company.charged.flatMap(({ invoice, due }) => {
    const at = chargedAt(asked, due)
    const inTime = due > plusDays(today, 3) && isWorkday(passed, due) && isWorkday(passed, plusDays(due, -1))
    return [
      ...(at !== null && inTime ? unlike(`charged for ${due} on the day`, dateIn(zone, at), due) : []),
      ...unlike(`charged for ${due}`, charges.get(invoice) ?? [], known([at])),
      ...unlike(`charged at the processor for ${due}`, atProcessor.get(invoice) ?? [], known([at])),
      ...unlike(`booked for ${due}`, bookings.get(invoice)?.length ?? 0, at === null ? 0 : 1),
    ]
  })
}

async function tried(passed: Passed): Promise<string[]> {
  const { asked, declined } = passed.company
  const [charges, mails] = [await timesOf(CHARGES, passed), await timesOf(FAILURE_MAILS, passed)]
  return declined.flatMap(({ invoice, due }) => {
    const tries = known(triedAt(asked, due))
    return [
      ...unlike(`tried for ${due}`, charges.get(invoice) ?? [], tries),
      ...unlike(`told of what failed for ${due}`, mails.get(invoice) ?? [], tries),
    ]
  })
}

async function compared({ workers, company }: Passed): Promise<string[]> {
  const { accountId } = company.tenant
  const rows = await workers.ask<Record<string, unknown> & { at: Date }>(
    `select day::text, started_at as at, attempts, finished_at is not null as finished, differing
     from payment_reconciliations where account_id = $1 order by day`,
    [accountId],
  )
  const days = comparedAt(company.asked)
  return [
    ...unlike(
      'days compared',
      rows.map(({ at, ...row }) => ({ ...row, at: iso(at.getTime()) })),
      [...days].map(([day, at]) => ({ day, attempts: 1, finished: true, differing: 0, at: iso(at) })),
    ),
    ...unlike('asked of the processor', workers.comparisons.get(accountId), days.size),
  ]
}

async function ended({ company, seen }: Passed): Promise<string[]> {
  return company.endings.flatMap(({ what, id, over, byDay }) => {
    const looks = byDay ? { zone: company.zone, at: seen.byDay } : company.asked
    return unlike(`the end of ${what}`, iso(seen.over.get(id) ?? null), iso(firstAsked(looks, over)))
  })
}

async function sealed({ workers, company: { tenant, asked } }: Passed): Promise<string[]> {
  const rows = await workers.ask<{ action: string }>(UNSEALED, [tenant.accountId, asked.at.at(-1)! / 1000])
  return rows.map(({ action }) => `not sealed: ${action}`)
}

export const QUESTIONS: readonly Question[] = [
  {
    name: 'each invoice is told of once, three days ahead by the company’s own calendar',
    problems: told,
  },
  { name: 'charged once, on the day on which it is due there', problems: charged },
  {
    name: 'what is declined is tried on the first, third and fifth day after, once each, and told each time',
    problems: tried,
  },
  {
    name: 'each day is compared with the processor once, from three in the morning on',
    problems: compared,
  },
  { name: 'what ends in time ends at the first look after it, and not before', problems: ended },
  { name: 'what was done is sealed in the log', problems: sealed },
]

/** What is wrong in all companies together. */
export async function problemsInAll({ failures, sent, breaches }: Workers): Promise<string[]> {
  const twice = sent.filter((id, at) => sent.indexOf(id) !== at)
  return [...failures, ...twice.map((id) => `message ${id} was sent twice`), ...(await breaches())]
}
