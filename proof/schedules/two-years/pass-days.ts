import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import { dateIn, hourIn, plusDays } from '../time.ts'
import type { Death, Worker, Workers } from '../workers.ts'
import type { ChasingCompany } from './companies.ts'
import { HOUR } from './oracle.ts'

/** Outages of one to five days begin this often, at another hour each time. */
const OUTAGE_EVERY_DAYS = 23
const LONGEST_OUTAGE_DAYS = 5
/** Every third day a worker dies while both run. */
const DEATH_EVERY_DAYS = 3
/** Every fourth day workers also look an hour before the steps. */
const EARLY_EVERY_DAYS = 4
const BOTH: readonly Worker[] = [0, 1]

/** True when no worker runs. */
function isOutage(first: number, at: number): boolean {
  const days = (at - first) / DAY_MS
  const turn = Math.floor(days / OUTAGE_EVERY_DAYS)
  if (turn === 0) return false
  const from = turn * OUTAGE_EVERY_DAYS + ((turn * 7) % 24) / 24
  return days >= from && days < from + 1 + (turn % LONGEST_OUTAGE_DAYS)
}

/** The local hour at which a company's workers look on a day: the hour of the steps, or a later one. */
const hourOn = (turn: number): number => HOUR + ((turn * 5) % 12)

const deathOn = (turn: number): Death | undefined =>
  turn % DEATH_EVERY_DAYS === 0
    ? {
        worker: turn % 2 === 0 ? 0 : 1,
        when: turn % 4 < 2 ? 'before' : 'after',
        schedule: turn / DEATH_EVERY_DAYS,
      }
    : undefined

/** Advances the clock hour by hour. Two workers look at each company once a day at the same instant. */
export async function passDays(
  workers: Workers,
  companies: readonly ChasingCompany[],
  days: number,
): Promise<void> {
  const first = workers.clock.wallNow()
  const acted = new Map<ChasingCompany, string>()
  for (let hours = 1; hours < days * 24; hours++) {
    const now = first + hours * HOUR_MS + ((hours * 37) % 60) * MINUTE_MS
    const turn = Math.floor(hours / 24)
    if (isOutage(first, now)) continue
    for (const company of companies) {
      const hour = hourIn(company.zone, now)
      const isEarly = turn % EARLY_EVERY_DAYS === 0 && hour === HOUR - 1
      if (hour !== hourOn(turn) && !isEarly) continue
      workers.clock.set(new Date(now).toISOString())
      await actUntil(company, dateIn(company.zone, now), acted)
      company.checks.push(now)
      const death = deathOn(turn)
      await workers.runDue(BOTH, [company.tenant], death)
      // The worker that died is started again at once.
      if (death) await workers.runDue(BOTH, [company.tenant])
    }
  }
}

/** Does what people did since the last check, also on the days of an outage. */
async function actUntil(
  company: ChasingCompany,
  today: string,
  acted: Map<ChasingCompany, string>,
): Promise<void> {
  const last = acted.get(company) ?? plusDays(today, -1)
  for (let day = plusDays(last, 1); day <= today; day = plusDays(day, 1)) await company.act(day)
  acted.set(company, today)
}
