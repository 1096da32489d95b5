import pg from 'pg'
import type { Statement } from './record-statements.ts'

/** A node of a plan as PostgreSQL gives it in JSON. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A statement's plan and its cost. */
export interface Explained {
  readonly statement: Statement
  /** The plan as text. */
  readonly text: string
  /** Sequentially scanned tables. */
  readonly scanned: readonly string[]
  readonly indexes: readonly string[]
  /** Tables read by an index. */
  readonly lookedUp: readonly string[]
  /** Rows read from tables and indexes, including those that a filter discarded. */
  readonly rows: number
}

/**
 * Runs statements with EXPLAIN ANALYZE as the serving role inside an account and rolls their changes back. A write that
 * can't be repeated is only planned and counts no rows. `before` runs before each statement, with the rights of
 * `connection`, and is rolled back too.
 */
export async function explainStatements(
  connection: pg.ClientConfig,
  accountId: string,
  statements: readonly Statement[],
  before?: string,
): Promise<Explained[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const explained: Explained[] = []
    for (const statement of statements) {
      const json = await explain(client, accountId, statement, 'json', before)
      const text = await explain(client, accountId, statement, 'text', before)
      const [{ Plan: plan }] = json[0]!['QUERY PLAN'] as [{ Plan: PlanNode }]
      const nodes = flat(plan)
      explained.push({
        statement,
        text: text.map((row) => row['QUERY PLAN']).join('\n'),
        scanned: nodes
          .filter((node) => node['Node Type'] === 'Seq Scan')
          .map((node) => node['Relation Name'] ?? ''),
        indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
        lookedUp: [...new Set(nodes.filter(isLookUp).map((node) => node['Relation Name'] ?? ''))],
        rows: nodes.reduce((sum, node) => sum + rowsOf(node), 0),
      })
    }
    return explained
  } finally {
    await client.end()
  }
}

/** SQLSTATE class of constraint violations, such as a row that exists already. */
const INTEGRITY = /^23/

type Format = 'json' | 'text'

async function explain(
  client: pg.Client,
  accountId: string,
  { text, values }: Statement,
  format: Format,
  before?: string,
  runs = true,
): Promise<Record<string, unknown>[]> {
  await client.query('begin')
  try {
    if (before) await client.query(`${before}; set local role quittance_app`)
    await client.query("select set_config('app.account_id', $1, true)", [accountId])
    const how = runs ? 'analyze, timing off, summary off' : 'summary off'
    const result = await client.query(`explain (${how}, format ${format}) ${text}`, [...values])
    return result.rows
  } catch (error) {
    if (!runs || !INTEGRITY.test((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.query('rollback')
  }
  return explain(client, accountId, { text, values }, format, before, false)
}

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)]

const isLookUp = (node: PlanNode): boolean => /^(Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type'])

const READS = /^(Seq|Index|Index Only|Bitmap Heap|Bitmap Index|Function) Scan$/

/** A bitmap heap scan reads the rows of its index scans again, so they count twice. */
function rowsOf(node: PlanNode): number {
  if (!READS.test(node['Node Type'])) return 0
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(each * (node['Actual Loops'] ?? 1))
}
