import { inTransaction } from '../../server/platform/context.ts'
import { resolvePayLink } from '../../server/rooms/invoices/index.ts'
import { type Company, payByHand, ZONES } from './companies.ts'
import { chargedAt, DAY_MS, dateIn, HOUR_MS, hourIn, plusDays } from './time.ts'
import type { Worker, Workers } from './workers.ts'

/** At noon UTC all companies are asked, and what belongs to none. */
const NOON = 12
/** Before and after midnight, and once a day's comparison with the processor begins. */
const NIGHT = new Set([23, 0, 3])
const WHOLE_NIGHT = new Set([22, 23, 0, 1, 2, 3, 4])

/** A worker comes by within the hour's first minute, a little later or earlier than the last time. */
const latenessMs = (hours: number): number => ((hours * 37) % 60) * 1000

/** When time begins and ends, and who of the workers is away meanwhile. Instants in epoch ms. */
export interface Span {
  readonly first: number
  readonly last: number
  /** No worker runs. */
  readonly outage: Pause
  /** One doesn't, and the other does everything. */
  readonly away: readonly (Pause & { readonly worker: Worker })[]
  /** All companies are asked each hour, and not only when something may happen in them. */
  readonly eachHour: boolean
}

/** A time in which nobody works. Epoch ms. */
export interface Pause {
  readonly from: number
  readonly to: number
}

/** What was seen while time passed. */
export interface Seen {
  /** Instants at which all companies were asked, and what belongs to none. */
  readonly byDay: readonly number[]
  /** When a look showed for the first time that something is over, by its id. */
  readonly over: ReadonlyMap<string, number>
  /** When a company's link opened something for the last time, and when it did not for the first time. */
  readonly links: ReadonlyMap<Company, LinkLife>
}

interface LinkLife {
  readonly last: number
  readonly never: number | null
}

const isIn = ({ from, to }: Pause, at: number): boolean => at >= from && at < to

/** The nights in which something falls due: the days that begin with them. */
function nightsOf({ zone, charged, declined }: Company): { busy: Set<string>; special: Set<string> } {
  const dues = [...charged, ...declined].map(({ due }) => due)
  const change = ZONES[zone]
  return {
    busy: new Set(dues.flatMap((due) => [due, plusDays(due, -3)])),
    special: new Set([change, plusDays(change, 1)]),
  }
}

/** Whether a company is asked at night, in the short form. */
function asksAtNight(company: Company): (at: number) => boolean {
  const { busy, special } = nightsOf(company)
  return (at) => {
    const hour = hourIn(company.zone, at)
    const day = dateIn(company.zone, at + (hour > NOON ? 2 * HOUR_MS : 0))
    return (NIGHT.has(hour) && busy.has(day)) || (WHOLE_NIGHT.has(hour) && special.has(day))
  }
}

/** Lets time pass, hour by hour. */
export async function passTime(workers: Workers, companies: readonly Company[], span: Span): Promise<Seen> {
  const { first, last, outage, away, eachHour } = span
  const byDay: number[] = []
  const over = new Map<string, number>()
  const links = new Map<Company, LinkLife>()
  const atNight = companies.map((company) => ({ company, isAsked: asksAtNight(company) }))
  for (let hours = 0; first + hours * HOUR_MS < last; hours++) {
    const now = first + hours * HOUR_MS + latenessMs(hours)
    workers.clock.set(new Date(now).toISOString())
    if (!isIn(outage, now)) {
      const there = ([0, 1] as const).filter(
        (one) => !away.some((pause) => pause.worker === one && isIn(pause, now)),
      )
      const isDay = eachHour || new Date(now).getUTCHours() === NOON
      const awake = atNight.filter(({ isAsked }) => isDay || isAsked(now)).map(({ company }) => company)
      for (const { asked } of awake) asked.at.push(now)
      if (isDay) byDay.push(now)
      // By night both at the same instant. By day one of them is enough, in turn, unless everything is asked for.
      if (isDay) await workers.byDay(eachHour ? there : [there[(hours / 24) % there.length]!])
      else if (awake.length > 0)
        await workers.byNight(
          there,
          awake.map(({ tenant }) => tenant),
        )
      if (awake.length > 0) await look(workers, companies, over)
    }
    await openLinks(workers, companies, links)
    // Every thirteenth day in the evening; of one such evening no worker runs the next day.
    if (hours % (13 * 24) !== 78) continue
    workers.clock.advance(10 * 60_000)
    for (const company of companies) await payByHand(workers, company)
  }
  return { byDay, over, links }
}

/** Looks which of what has to end is there still. */
async function look(
  workers: Workers,
  companies: readonly Company[],
  over: Map<string, number>,
): Promise<void> {
  const rows = await workers.ask<{ id: string }>(`
    select id::text from payments where status in ('input', 'waiting', 'preauth')
    union all select id::text from import_runs where file_id is not null
    union all select email from one_time_tokens where email is not null
    union all select id::text from sessions`)
  const there = new Set(rows.map(({ id }) => id))
  for (const { endings } of companies)
    for (const { id } of endings) if (!there.has(id) && !over.has(id)) over.set(id, workers.clock.wallNow())
}

/** Around the end of a link's life it is opened each hour. */
async function openLinks(
  workers: Workers,
  companies: readonly Company[],
  links: Map<Company, LinkLife>,
): Promise<void> {
  const now = workers.clock.wallNow()
  for (const company of companies) {
    const paid = chargedAt(company.asked, company.charged[0]!.due)
    if (paid === null || Math.abs(paid + 30 * DAY_MS - now) > DAY_MS) continue
    const caller = { requestId: 'test', ip: null }
    const found = await inTransaction(workers.app, caller, { kind: 'anonymous' }, (ctx) =>
      resolvePayLink(ctx, company.link),
    )
    const seen = links.get(company) ?? { last: 0, never: null }
    links.set(company, found ? { ...seen, last: now } : { ...seen, never: seen.never ?? now })
  }
}
