import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../../platform/clock.ts'
import { type App, inTransaction, present } from '../../platform/context.ts'
import { type Finding, ok, problem } from './finding.ts'

const CALLER = { requestId: 'doctor', ip: null }
const LATEST = { jobs: 5 * MINUTE_MS, 'due work': 10 * MINUTE_MS, mail: HOUR_MS } as const
const ADVICE = {
  jobs: 'Start a worker: npm run worker. If one runs, its log says what fails.',
  'due work': 'Start a worker: npm run worker. If one runs, start another, or see its log.',
  mail: 'See check “mail” above and the reasons in the log; docs/operations.md, “Outages”.',
} as const

/** How long jobs, due work and messages have been waiting, which tells whether a worker runs. */
export const checkWork = (app: App): Promise<Finding[]> =>
  inTransaction(app, CALLER, { kind: 'system', job: 'doctor' }, async (ctx) => {
    await present(ctx, 'app.scheduler', 'on')
    const now = asDate(ctx.now)
    const { rows } = await sql<{ what: keyof typeof LATEST; lag_s: number | null }>`
      select 'jobs' as what, (select extract(epoch from now() - min(start_after))::float8 from pgboss.job
        where state in ('created', 'retry') and start_after <= now()) as lag_s
      union all
      select 'due work', (select extract(epoch from ${now}::timestamptz - min(due_at))::float8 from due_work where due_at <= ${now})
      union all
      select 'mail', (select max(value) from operational_figures(${now}) where figure = 'mail_age')`.execute(
      ctx.db,
    )
    return rows.map(({ what, lag_s: lag }) => {
      const text = `${what}: the oldest that waits has been due for ${Math.round(lag ?? 0)} s`
      return (lag ?? 0) * 1000 > LATEST[what]
        ? problem(text, ADVICE[what])
        : ok(lag === null ? `${what}: nothing waits` : text)
    })
  })
