import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { inTransaction } from '../../server/platform/context.ts'
import { resolvePayLink } from '../../server/rooms/invoices/index.ts'
import { findUnmarkedWork } from '../../testing/unmarked-work.ts'
import { type Company, payManually, ZONES } from './companies.ts'
import { chargedAt, dateIn, hourIn, plusDays, REMINDED_AFTER_DAYS } from './time.ts'
import type { Worker, Workers } from './workers.ts'

/** At noon UTC the workers run all schedules of all accounts. */
const NOON = 12
/** The local hours around midnight, and the hour at which the comparison with the processor begins. */
const NIGHT = new Set([23, 0, 3])
const WHOLE_NIGHT = new Set([22, 23, 0, 1, 2, 3, 4])

/** A worker runs within the first minute of an hour, at a different second each time. */
const latenessMs = (hours: number): number => ((hours * 37) % 60) * 1000

/** The period that passes, and the pauses of the workers. Instants in epoch ms. */
export interface Span {
  readonly first: number
  readonly last: number
  /** Both workers are down. */
  readonly outage: Pause
  /** One worker is down, and the other does everything. */
  readonly away: readonly (Pause & { readonly worker: Worker })[]
  /** Checks all companies each hour, not only when something may fall due in them. */
  readonly eachHour: boolean
}

/** A period without work. Epoch ms. */
export interface Pause {
  readonly from: number
  readonly to: number
}

/** Observations while time passed. */
export interface Observations {
  /** Instants at which the schedules of all accounts ran. */
  readonly allAccountChecks: readonly number[]
  /** The instant at which a record was first found expired, by its id. */
  readonly expired: ReadonlyMap<string, number>
  /** The last instant at which a company's pay link worked, and the first at which it did not. */
  readonly links: ReadonlyMap<Company, LinkLife>
  /** Schedules that a writer forgot to make due, as found each noon. */
  readonly unmarked: readonly string[]
}

interface LinkLife {
  readonly last: number
  readonly never: number | null
}

const isIn = ({ from, to }: Pause, at: number): boolean => at >= from && at < to

/** Returns the dates whose preceding night needs checks: due dates, notices and clock changes. */
function nightsOf({ zone, charged, declined, reminded, plans }: Company): {
  busy: Set<string>
  special: Set<string>
} {
  const dues = [...charged, ...declined].map(({ due }) => due)
  const change = ZONES[zone]
  return {
    busy: new Set([
      ...dues.flatMap((due) => [due, plusDays(due, -3)]),
      ...reminded.map(({ due }) => plusDays(due, REMINDED_AFTER_DAYS)),
      // Reminded of on the third day before and on the next one; the plan defaults after the days of grace. Two plans suffice at
      // night, where both workers meet.
      ...plans.missed
        .slice(0, 2)
        .flatMap(({ dues: [due] }) => [plusDays(due!, -2), plusDays(due!, 2), plusDays(due!, 6)]),
    ]),
    special: new Set([change, plusDays(change, 1)]),
  }
}

/** Returns whether the short run checks a company at an instant of the night. */
function nightChecks(company: Company): (at: number) => boolean {
  const { busy, special } = nightsOf(company)
  return (at) => {
    const hour = hourIn(company.zone, at)
    const day = dateIn(company.zone, at + (hour > NOON ? 2 * HOUR_MS : 0))
    return (NIGHT.has(hour) && busy.has(day)) || (WHOLE_NIGHT.has(hour) && special.has(day))
  }
}

/** Advances the clock hour by hour and runs the workers. */
export async function passTime(
  workers: Workers,
  companies: readonly Company[],
  span: Span,
): Promise<Observations> {
  const { first, last, outage, away, eachHour } = span
  const allAccountChecks: number[] = []
  const expired = new Map<string, number>()
  const unmarked: string[] = []
  const links = new Map<Company, LinkLife>()
  const atNight = companies.map((company) => ({ company, isChecked: nightChecks(company) }))
  for (let hours = 0; first + hours * HOUR_MS < last; hours++) {
    const now = first + hours * HOUR_MS + latenessMs(hours)
    workers.clock.set(new Date(now).toISOString())
    if (!isIn(outage, now)) {
      const onDuty = ([0, 1] as const).filter(
        (one) => !away.some((pause) => pause.worker === one && isIn(pause, now)),
      )
      const isDay = eachHour || new Date(now).getUTCHours() === NOON
      const due = atNight.filter(({ isChecked }) => isDay || isChecked(now)).map(({ company }) => company)
      for (const { checks } of due) checks.at.push(now)
      if (isDay) allAccountChecks.push(now)
      // At night both run at the same instant. At noon one of them suffices, in turn, unless each hour is
      // checked.
      if (isDay) await workers.runAll(eachHour ? onDuty : [onDuty[(hours / 24) % onDuty.length]!])
      else if (due.length > 0)
        await workers.runFor(
          onDuty,
          due.map(({ tenant }) => tenant),
        )
      if (due.length > 0) await recordExpired(workers, companies, expired)
      if (isDay)
        for (const { tenant } of companies)
          unmarked.push(...(await findUnmarkedWork(workers.app, tenant.accountId)))
    }
    await openLinks(workers, companies, links)
    // Every thirteenth evening. No worker runs on the day after one of them.
    if (hours % (13 * 24) !== 78) continue
    workers.clock.advance(10 * MINUTE_MS)
    for (const company of companies) await payManually(workers, company)
  }
  return { allAccountChecks, expired, links, unmarked }
}

/** Records each expiring record that is gone or finished. */
async function recordExpired(
  workers: Workers,
  companies: readonly Company[],
  expired: Map<string, number>,
): Promise<void> {
  const rows = await workers.query<{ id: string }>(`
    select id::text from payments where status in ('input', 'waiting', 'preauth')
    union all select id::text from import_runs where file_id is not null
    union all select email from one_time_tokens where email is not null
    union all select id::text from sessions`)
  const present = new Set(rows.map(({ id }) => id))
  for (const { expiries } of companies)
    for (const { id } of expiries)
      if (!present.has(id) && !expired.has(id)) expired.set(id, workers.clock.wallNow())
}

/** Opens a pay link each hour of the two days around its expiry. */
async function openLinks(
  workers: Workers,
  companies: readonly Company[],
  links: Map<Company, LinkLife>,
): Promise<void> {
  const now = workers.clock.wallNow()
  for (const company of companies) {
    const paid = chargedAt(company.checks, company.charged[0]!.due)
    if (paid === null || Math.abs(paid + 30 * DAY_MS - now) > DAY_MS) continue
    const caller = { requestId: 'test', ip: null }
    const found = await inTransaction(workers.app, caller, { kind: 'anonymous' }, (ctx) =>
      resolvePayLink(ctx, company.link),
    )
    const life = links.get(company) ?? { last: 0, never: null }
    links.set(company, found ? { ...life, last: now } : { ...life, never: life.never ?? now })
  }
}
