import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../server/platform/db/database.ts'
import { addToDays, daysThatCount } from '../../server/rooms/ledger/index.ts'
import type { Counter, Counters } from './books.ts'
import { Figures } from './figures.ts'
import { type Lanes, openLanes } from './lanes.ts'
import { LedgerChain } from './ledger-chain.ts'
import type { HistoryPlan } from './plan-history.ts'
import { RowBuffers } from './tables.ts'
import { EventWriter } from './write-events.ts'

const CHUNK_BYTES = 8_000_000

export interface HistoryTarget {
  /** Connection of a superuser. */
  readonly owner: pg.ClientConfig
  readonly accountId: string
  /** Ids in the order of the plan's customers. They have no invoices yet. */
  readonly customerIds: readonly string[]
}

/**
 * Writes a plan into an account, all or nothing. Reads and other accounts are not blocked; nobody else can
 * book in this account until it is complete.
 */
export async function writeHistory(
  plan: HistoryPlan,
  target: HistoryTarget,
  progress: (day: string) => void,
): Promise<void> {
  const lanes = await openLanes(target.owner)
  try {
    await write(plan, target, lanes, progress)
    await lanes.commit()
  } catch (error) {
    await lanes.rollback()
    throw error
  }
}

async function write(
  plan: HistoryPlan,
  { accountId, customerIds }: HistoryTarget,
  lanes: Lanes,
  progress: (day: string) => void,
): Promise<void> {
  // The rooms' lock order: numbers first, the ledger's head last.
  const counters = await lockCounters(lanes.documents, accountId)
  const rows = new RowBuffers()
  const figures = new Figures(accountId)
  const ledger = new LedgerChain(accountId, rows, await lockHead(lanes.documents, accountId))
  const writer = new EventWriter({ accountId, customerIds, counters, rows, ledger, figures })
  for (const { day, events } of plan.byDay) {
    for (const event of events) writer.write(event, day)
    if (rows.size < CHUNK_BYTES) continue
    await send(rows, lanes)
    progress(day)
  }
  figures.writeTo(rows)
  await send(rows, lanes)
  await lanes.flush()
  await addDays(lanes.documents, accountId, ledger)
  await advanceCounters(lanes.documents, accountId, counters, ledger)
}

async function send(rows: RowBuffers, lanes: Lanes): Promise<void> {
  for (const [table, data] of rows.take()) await lanes.copy(table, data)
}

const KINDS = [
  ['invoice', 'INV-'],
  ['payment', 'PAY-'],
  ['credit_memo', 'CM-'],
] as const
const FIRST_NUMBER = 1001
const NUMBER_WIDTH = 4

async function lockCounters(client: pg.Client, accountId: string): Promise<Counters> {
  const counters: Partial<Record<keyof Counters, Counter>> = {}
  for (const [kind, prefix] of KINDS) {
    const { rows } = await client.query<{ prefix: string; width: number; next: string }>(
      `insert into number_sequences as s (account_id, kind, prefix, next_value, width) values ($1, $2, $3, $4, $5)
       on conflict (account_id, kind) do update set next_value = s.next_value returning prefix, width, next_value as next`,
      [accountId, kind, prefix, FIRST_NUMBER, NUMBER_WIDTH],
    )
    counters[kind] = { prefix: rows[0]!.prefix, width: rows[0]!.width, next: BigInt(rows[0]!.next) }
  }
  return counters as Counters
}

async function lockHead(client: pg.Client, accountId: string): Promise<{ sequence: bigint; hash: Buffer }> {
  await client.query('insert into ledger_heads (account_id) values ($1) on conflict do nothing', [accountId])
  const { rows } = await client.query<{ sequence: string; hash: Buffer }>(
    'select sequence, hash from ledger_heads where account_id = $1 for update',
    [accountId],
  )
  return { sequence: BigInt(rows[0]!.sequence), hash: rows[0]!.hash }
}

/** Compiles statements without sending them. */
const WRITER = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error()) }),
})

/** Adds the history's totals to days that may already have entries. */
async function addDays(client: pg.Client, accountId: string, { days }: LedgerChain): Promise<void> {
  const { sql, parameters } = addToDays(accountId, daysThatCount(days)).compile(WRITER)
  await client.query(sql, [...parameters])
}

/** Advances document numbers and the hash chain to the end of the history. */
async function advanceCounters(
  client: pg.Client,
  accountId: string,
  counters: Counters,
  ledger: LedgerChain,
): Promise<void> {
  for (const [kind] of KINDS)
    await client.query('update number_sequences set next_value = $3 where account_id = $1 and kind = $2', [
      accountId,
      kind,
      counters[kind].next.toString(),
    ])
  await client.query('update ledger_heads set sequence = $2, hash = $3 where account_id = $1', [
    accountId,
    ledger.sequence.toString(),
    ledger.hash,
  ])
}
