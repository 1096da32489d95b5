import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type Explained, explainStatements } from '../proof/query-plans/explain-statement.ts'
import { HOT_QUERIES } from '../proof/query-plans/hot-queries.ts'
import { type Recorder, recordStatements } from '../proof/query-plans/record-statements.ts'
import { hasSamples, pathOf, sampleCompany } from '../proof/query-plans/sample-company.ts'
import { printLine } from './measuring.ts'
import type { Company, World } from './product/world.ts'

const RESULTS = fileURLToPath(new URL('../test-results', import.meta.url))

export interface QueryPlan {
  readonly what: string
  readonly rows: number
  /** Plan of the statement that read the most rows. */
  readonly plan: string
}

/** Explains each hot query at this size and returns the plan of its costliest statement. */
export async function explainHotQueries(world: World): Promise<QueryPlan[]> {
  const company = world.companies.at(-1)!
  const connection: pg.ClientConfig = { ...world.owner, user: 'quittance_app' }
  const samples = await sampleCompany(world.client, company.accountId)
  const recorder = await recordStatements(world.app, connection)
  try {
    const plans: QueryPlan[] = []
    const staff = await world.staffToken(company)
    const customer = await world.portalToken(company, samples.values.customer!)
    for (const query of HOT_QUERIES.filter((one) => hasSamples(one, samples))) {
      const host = query.as === 'staff' ? 'localhost' : `${company.subDomain}.localhost`
      const path = pathOf(query, samples)
      const { statements } = await recorder.ask({
        path,
        host,
        ...(query.as === 'staff' ? { token: staff, account: company.accountId } : { token: customer }),
      })
      const explained = await explainStatements(connection, company.accountId, statements)
      plans.push(planOf(query.what, explained))
    }
    plans.push(await ofSharedReport(recorder, connection, company, staff))
    return plans
  } finally {
    await recorder.close()
  }
}

/** Writes the query plans to test-results/plans-SIZE.md. They change with each run, so they are not kept in docs. */
export function writePlans(size: string, plans: readonly QueryPlan[]): void {
  const sections = plans.map(
    (one) => `## ${one.what}: ${one.rows} rows read\n\n\`\`\`\n${one.plan}\n\`\`\`\n`,
  )
  const file = join(RESULTS, `plans-${size}.md`)
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(file, sections.join('\n'))
  printLine(`The query plans are in ${file}`)
}

function planOf(what: string, explained: readonly Explained[]): QueryPlan {
  const [costliest] = explained.toSorted((a, b) => b.rows - a.rows)
  return {
    what,
    rows: explained.reduce((sum, one) => sum + one.rows, 0),
    plan: costliest?.text ?? '',
  }
}

/** Creates a report link and explains the queries of its report. */
async function ofSharedReport(
  recorder: Recorder,
  connection: pg.ClientConfig,
  { accountId }: Company,
  token: string,
): Promise<QueryPlan> {
  const host = 'localhost'
  const shared = await recorder.ask({
    method: 'POST',
    path: `/api/accounts/${accountId}/report-links/`,
    body: { recipient: 'The bank', days: 30, shows_customers: true },
    token,
    host,
  })
  const link = new URL(String(shared.body.url)).searchParams.get('token')
  const read = { method: 'POST', path: '/api/ista-report/', body: { token: link }, host } as const
  const { statements } = await recorder.ask(read)
  const reads = statements.filter(({ text }) => !/^\s*insert\b/i.test(text))
  return planOf('shared report', await explainStatements(connection, accountId, reads))
}
