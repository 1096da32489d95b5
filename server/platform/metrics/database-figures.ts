import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { asDate } from '../clock.ts'
import { type App, type BaseCtx, inTransaction, present } from '../context.ts'
import { newId } from '../ids.ts'

/** Cache time of the figures, however often they are scraped. */
const FIGURES_MS = 10_000
const BREACHES_MS = 60_000
/** Time limit of a read, because figures must not slow other work down. */
const LIMIT_MS = 2_000

type Gauges = ReturnType<typeof createGauges>

/**
 * Adds the gauges whose values come from the database, which every process reports alike. The returned
 * function refreshes them. While the database doesn't answer they are absent and quittance_database_up is 0.
 */
export function watchDatabase(app: App): () => Promise<void> {
  const gauges = createGauges(app)
  const up = gauge(app, 'database_up', 'Whether the database answered within two seconds')
  const figures = remembered(app, FIGURES_MS, (ctx) => readFigures(ctx, gauges))
  const breaches = remembered(app, BREACHES_MS, (ctx) => readBreaches(ctx, gauges))
  return async () => {
    const answered = (await figures()) && (await breaches())
    if (!answered) for (const one of Object.values(gauges)) one.reset()
    up.set(answered ? 1 : 0)
  }
}

function gauge<L extends string>(app: App, name: string, help: string, ...labelNames: L[]): Gauge<L> {
  const { registry } = app.metrics
  return new Gauge({ name: `quittance_${name}`, help, labelNames, registers: [registry] })
}

const createGauges = (app: App) => ({
  unresolved: gauge(app, 'unresolved', 'Payments and refunds whose outcome is not known', 'kind'),
  unresolved_age: gauge(app, 'unresolved_age_seconds', 'Age of the oldest of them', 'kind'),
  inbox: gauge(app, 'inbox_events', 'Events of payment processors that wait, or were given up', 'state'),
  inbox_age: gauge(app, 'inbox_lag_seconds', 'Age of the oldest of them', 'state'),
  mail: gauge(app, 'mail_waiting', 'Messages that are not sent yet', 'state'),
  mail_age: gauge(app, 'mail_oldest_seconds', 'Age of the oldest of them', 'state'),
  cases: gauge(app, 'payment_cases_open', 'Differences that a person has to look at', 'kind'),
  cases_age: gauge(app, 'payment_case_oldest_seconds', 'Age of the oldest of them', 'kind'),
  jobs: gauge(app, 'jobs_due', 'Jobs that could run now', 'job'),
  jobs_age: gauge(app, 'job_lag_seconds', 'How long the oldest of them has been due', 'job'),
  due_work: gauge(app, 'due_work', 'Runs of schedules that are due, counted up to 100,000'),
  due_work_age: gauge(app, 'due_work_lag_seconds', 'How long the oldest of them has been due'),
  breaches: gauge(
    app,
    'invariant_breaches',
    'What breaks an invariant of the books, as the schedules last found',
    'invariant',
  ),
  held: gauge(app, 'outbound_held', 'Whether this is a restored copy that neither sends nor charges'),
})

/** Caches a read; concurrent scrapes share one. Returns false when the database didn't answer. */
function remembered(app: App, lifeMs: number, read: (ctx: BaseCtx) => Promise<void>): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(false)
  return () => {
    if (performance.now() - askedAt < lifeMs) return answer
    askedAt = performance.now()
    answer = ask(app, read)
    answer.then((ok) => {
      // The next scrape retries a failed read.
      if (!ok) askedAt = Number.NEGATIVE_INFINITY
    })
    return answer
  }
}

async function ask(app: App, read: (ctx: BaseCtx) => Promise<void>): Promise<boolean> {
  const caller = { requestId: newId(app.clock.wallNow()), ip: null }
  try {
    await inTransaction(app, caller, { kind: 'system', job: 'metrics' }, async (ctx) => {
      await sql`select set_config('statement_timeout', ${String(LIMIT_MS)}, true)`.execute(ctx.db)
      await read(ctx)
    })
    return true
  } catch (error) {
    app.log.warn('figures could not be read', { error })
    return false
  }
}

type Figure = 'unresolved' | 'inbox' | 'mail' | 'cases'
/** Shown as zero while there are none, so that alerts on growth have a starting value. */
const ALWAYS: readonly [Figure, string][] = [
  ['unresolved', 'payment'],
  ['unresolved', 'refund'],
  ['unresolved', 'given_up'],
  ['inbox', 'new'],
  ['inbox', 'dead'],
  ['mail', 'waiting'],
]

async function readFigures(ctx: BaseCtx, gauges: Gauges): Promise<void> {
  const figures = await sql<{ figure: Figure | `${Figure}_age`; label: string; value: number }>`
    select figure, label, value from operational_figures(${asDate(ctx.now)})`.execute(ctx.db)
  const jobs = await sql<{ name: string; due: number; lag: number }>`
    select name, count(*)::float8 as due, extract(epoch from now() - min(start_after))::float8 as lag
    from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`.execute(
    ctx.db,
  )
  await present(ctx, 'app.scheduler', 'on')
  const dueWork = await sql<{ due: number; lag: number | null }>`
    select count(*)::float8 as due, extract(epoch from ${asDate(ctx.now)}::timestamptz - min(due_at))::float8 as lag
    from (select due_at from due_work where due_at <= ${asDate(ctx.now)} order by due_at limit 100000) d`.execute(
    ctx.db,
  )
  const held = await sql`select 1 from outbound_hold`.execute(ctx.db)
  for (const one of Object.values(gauges)) if (one !== gauges.breaches) one.reset()
  for (const [figure, label] of ALWAYS) {
    gauges[figure].labels(label).set(0)
    gauges[`${figure}_age`].labels(label).set(0)
  }
  for (const { figure, label, value } of figures.rows) gauges[figure].labels(label).set(value)
  for (const { name, due, lag } of jobs.rows) {
    gauges.jobs.set({ job: name }, due)
    gauges.jobs_age.set({ job: name }, lag)
  }
  gauges.due_work.set(dueWork.rows[0]!.due)
  gauges.due_work_age.set(dueWork.rows[0]!.lag ?? 0)
  gauges.held.set(held.rows.length)
}

async function readBreaches(ctx: BaseCtx, gauges: Gauges): Promise<void> {
  const found = await sql<{ invariant: string; breaches: bigint }>`
    select invariant, breaches from standing_breaches()`.execute(ctx.db)
  for (const { invariant, breaches } of found.rows) gauges.breaches.set({ invariant }, Number(breaches))
}
