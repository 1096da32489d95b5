import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '../../domain/dates/durations.ts'
import type { Company } from './companies.ts'
import type { Observations, Pause } from './pass-time.ts'
import { defaultedAt, mailedAt } from './plans.ts'
import {
  attemptsAt,
  chargedAt,
  comparedAt,
  dateIn,
  firstCheck,
  notifiedAt,
  plusDays,
  remindedAt,
} from './time.ts'
import type { Workers } from './workers.ts'

/** A company after time has passed. */
export interface Passed {
  readonly workers: Workers
  readonly company: Company
  readonly observations: Observations
  /** The instant at which the company was set up. Epoch ms. */
  readonly createdAt: number
  readonly outage: Pause
}

/** A requirement on the schedules. `findProblems` returns the deviations. */
interface Check {
  readonly name: string
  findProblems(passed: Passed): Promise<string[]>
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const known = (times: readonly (number | null)[]): (string | null)[] =>
  times.filter((one) => one !== null).map(iso)

const difference = (label: string, found: unknown, wanted: unknown): string[] =>
  isDeepStrictEqual(found, wanted)
    ? []
    : [`${label}: ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`]

/** True when no part of the day lies in the outage in any time zone. */
const isWorkday = ({ outage }: Passed, day: string): boolean => {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return noon + DAY_MS < outage.from || noon - DAY_MS >= outage.to
}

/** Returns the instants of rows in their order, by the id that they are about. */
async function timesOf(text: string, { workers, company }: Passed): Promise<Map<string, string[]>> {
  const rows = await workers.query<{ about: string; at: Date }>(text, [company.tenant.accountId])
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

const REMINDERS = `select invoice_id as about, decided_at as at from reminder_decisions
  where account_id = $1 and outcome = 'sent' order by decided_at`
const REMINDER_MAILS = `select created_at as at from mail_messages
  where account_id = $1 and kind = 'reminders.reminder' and to_address = 'slow@example.test' and status = 'sent'
  order by created_at`

const INSTALLMENT_MAILS = `select related_id as about, created_at as at from mail_messages
  where account_id = $1 and kind = 'payment-plans.installment' and status = 'sent' order by created_at`
const DEFAULTS = `select object_id as about, at from audit_entries
  where account_id = $1 and action = 'payment-plans.default' order by at`

/** Unsealed audit entries from before the last check. */
const UNSEALED = `select e.action, e.at from audit_unsealed u
  join audit_entries e on e.account_id = u.account_id and e.id = u.entry_id
  where u.account_id = $1 and e.at < to_timestamp($2)`

async function checkNotices(passed: Passed): Promise<string[]> {
  const { company, createdAt } = passed
  const { zone, checks, charged, declined } = company
  const today = dateIn(zone, createdAt)
  const [notices, mails] = [await timesOf(NOTICES, passed), await timesOf(NOTICE_MAILS, passed)]
  return [...charged, ...declined].flatMap(({ invoice, due }) => {
    const at = notifiedAt(checks, due)
    const day = plusDays(due, -3)
    return [
      ...difference(`notified of ${due}`, notices.get(invoice) ?? [], known([at])),
      ...difference(`mailed of ${due}`, mails.get(invoice) ?? [], known([at])),
      ...(at !== null && day >= today && isWorkday(passed, day)
        ? difference(`notified of ${due} on the day`, dateIn(zone, at), day)
        : []),
    ]
  })
}

async function checkCharges(passed: Passed): Promise<string[]> {
  const { company, createdAt } = passed
  const { zone, checks } = company
  const today = dateIn(zone, createdAt)
  const charges = await timesOf(CHARGES, passed)
  const atProcessor = await timesOf(AT_PROCESSOR, passed)
  const bookings = await timesOf(BOOKINGS, passed)
  return company.charged.flatMap(({ invoice, due }) => {
    const at = chargedAt(checks, due)
    const inTime = due > plusDays(today, 3) && isWorkday(passed, due) && isWorkday(passed, plusDays(due, -1))
    return [
      ...(at !== null && inTime ? difference(`charged for ${due} on the day`, dateIn(zone, at), due) : []),
      ...difference(`charged for ${due}`, charges.get(invoice) ?? [], known([at])),
      ...difference(`charged at the processor for ${due}`, atProcessor.get(invoice) ?? [], known([at])),
      ...difference(`booked for ${due}`, bookings.get(invoice)?.length ?? 0, at === null ? 0 : 1),
    ]
  })
}

async function checkRetries(passed: Passed): Promise<string[]> {
  const { checks, declined } = passed.company
  const [charges, mails] = [await timesOf(CHARGES, passed), await timesOf(FAILURE_MAILS, passed)]
  return declined.flatMap(({ invoice, due }) => {
    const attempts = known(attemptsAt(checks, due))
    return [
      ...difference(`attempts for ${due}`, charges.get(invoice) ?? [], attempts),
      ...difference(`notified of failures for ${due}`, mails.get(invoice) ?? [], attempts),
    ]
  })
}

async function checkReminders(passed: Passed): Promise<string[]> {
  const { checks, reminded, quiet } = passed.company
  const sent = await timesOf(REMINDERS, passed)
  const mails = await passed.workers.query<{ at: Date }>(REMINDER_MAILS, [passed.company.tenant.accountId])
  const instants = new Set(reminded.map(({ due }) => remindedAt(checks, due)))
  return [
    ...reminded.flatMap(({ invoice, due }) =>
      difference(`reminded of ${due}`, sent.get(invoice) ?? [], known([remindedAt(checks, due)])),
    ),
    ...quiet.flatMap(({ invoice, due }) =>
      difference(`needlessly reminded of ${due}`, sent.get(invoice) ?? [], []),
    ),
    ...difference(
      'reminders mailed',
      mails.map(({ at }) => iso(at.getTime())),
      known([...instants].sort((a, b) => Number(a) - Number(b))),
    ),
  ]
}

async function checkInstallments(passed: Passed): Promise<string[]> {
  const { checks, plans } = passed.company
  const { invoice, dues } = plans.itself
  const charged = dues.map((due) => chargedAt(checks, due))
  const [notices, charges] = [await timesOf(NOTICES, passed), await timesOf(CHARGES, passed)]
  const mails = await timesOf(INSTALLMENT_MAILS, passed)
  const defaults = await timesOf(DEFAULTS, passed)
  const bookings = (await timesOf(BOOKINGS, passed)).get(invoice) ?? []
  return [
    ...difference(
      'notified of installments',
      notices.get(invoice),
      known(dues.map((due) => notifiedAt(checks, due))),
    ),
    ...difference('installments charged', charges.get(invoice), known(charged)),
    ...difference('installments booked', bookings.length, known(charged).length),
    ...plans.missed.flatMap(({ plan, invoice: missed, dues: [due] }) => [
      ...difference(
        `mailed of the installment of ${due}`,
        mails.get(missed) ?? [],
        known(mailedAt(checks, due!)),
      ),
      ...difference(`defaulted on ${due}`, defaults.get(plan) ?? [], known([defaultedAt(checks, due!)])),
    ]),
    ...plans.paused.flatMap(({ plan, invoice: missed, dues: [due] }) => [
      ...difference(`needlessly mailed of the installment of ${due}`, mails.get(missed) ?? [], []),
      ...difference(`defaulted on ${due}`, defaults.get(plan) ?? [], known([defaultedAt(checks, due!)])),
    ]),
  ]
}

async function checkComparisons({ workers, company }: Passed): Promise<string[]> {
  const { accountId } = company.tenant
  const rows = await workers.query<Record<string, unknown> & { at: Date }>(
    `select day::text, started_at as at, attempts, finished_at is not null as finished, differing
     from payment_reconciliations where account_id = $1 order by day`,
    [accountId],
  )
  const days = comparedAt(company.checks)
  return [
    ...difference(
      'days compared',
      rows.map(({ at, ...row }) => ({ ...row, at: iso(at.getTime()) })),
      [...days].map(([day, at]) => ({ day, attempts: 1, finished: true, differing: 0, at: iso(at) })),
    ),
    ...difference('requests to the processor', workers.comparisons.get(accountId), days.size),
  ]
}

async function checkExpiries({ company, observations }: Passed): Promise<string[]> {
  return company.expiries.flatMap(({ kind, id, expiresAt, allAccountsOnly }) => {
    const checks = allAccountsOnly
      ? { zone: company.zone, at: observations.allAccountChecks }
      : company.checks
    const found = observations.expired.get(id) ?? null
    return difference(`expiry of ${kind}`, iso(found), iso(firstCheck(checks, expiresAt)))
  })
}

async function checkSeals({ workers, company: { tenant, checks } }: Passed): Promise<string[]> {
  const rows = await workers.query<{ action: string }>(UNSEALED, [tenant.accountId, checks.at.at(-1)! / 1000])
  return rows.map(({ action }) => `not sealed: ${action}`)
}

export const CHECKS: readonly Check[] = [
  {
    name: 'notifies of each invoice once, three days ahead in the company’s time zone',
    findProblems: checkNotices,
  },
  { name: 'charges each invoice once, on its local due date', findProblems: checkCharges },
  {
    name: 'retries a declined charge once on the first, third and fifth day after, with a notice each time',
    findProblems: checkRetries,
  },
  { name: 'sends each reminder once, on its local day and hour', findProblems: checkReminders },
  {
    name: 'charges, reminds of and defaults installments once, on their local days',
    findProblems: checkInstallments,
  },
  {
    name: 'compares each day with the processor once, from three in the morning on',
    findProblems: checkComparisons,
  },
  {
    name: 'expires each record at the first check after its time, and not before',
    findProblems: checkExpiries,
  },
  { name: 'seals the audit entries', findProblems: checkSeals },
]

/** Returns failures, repeated messages and breached invariants of all companies. */
export async function findCommonProblems({ failures, sent, findBreaches }: Workers): Promise<string[]> {
  const twice = sent.filter((id, at) => sent.indexOf(id) !== at)
  return [...failures, ...twice.map((id) => `message ${id} was sent twice`), ...(await findBreaches())]
}
