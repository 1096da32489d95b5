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

/** What one statement came to. */
export interface Explained {
  readonly statement: Statement
  /** As a person reads it. */
  readonly text: string
  /** Tables that were read from end to end. */
  readonly scanned: readonly string[]
  readonly indexes: readonly string[]
  /** Tables that were read by an index. */
  readonly lookedUp: readonly string[]
  /** Rows that were looked at in tables and indexes, whether they were of use or not. */
  readonly rows: number
}

/**
 * Explains statements by running them as the serving role inside an account, and gives back whatever they change. What
 * can't be written a second time is planned only, so that no row counts. `before` is done before each, by the owner of the
 * tables where `connection` is theirs, and is given back as well.
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

/** SQLSTATE class of what a row that is there already, or isn't any more, makes impossible. */
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

/** A bitmap's heap scan counts what its index scans found once more, as it is read once more. */
function rowsOf(node: PlanNode): number {
  if (!READS.test(node['Node Type'])) return 0
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(each * (node['Actual Loops'] ?? 1))
}
