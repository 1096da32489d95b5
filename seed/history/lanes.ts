import pg from 'pg'
import { copyIn } from './copy-in.ts'
import { type HistoryTable, TABLES } from './tables.ts'

/**
 * Two sessions that write one history in parallel, to use both cores of a small machine. `documents` writes
 * rows that people find: invoices, payments, ledger entries. `details` writes rows that are only read through
 * those: lines, postings, shares, events. Details are committed first; a crash between the two commits leaves
 * only unreferenced rows.
 */
export interface Lanes {
  readonly documents: pg.Client
  /** Queues rows of a table after those given before. Resolves once at most a few megabytes wait. */
  copy(table: HistoryTable, data: Buffer): Promise<void>
  /** Waits until all queued rows are written. */
  flush(): Promise<void>
  /** Commits both sessions after everything is written. */
  commit(): Promise<void>
  /** Rolls both sessions back. */
  rollback(): Promise<void>
}

/**
 * Disables triggers and other table rules, which the plan satisfies by itself and which would cost more than
 * the rows.
 */
const SESSION = `
  set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0;
  set gin_pending_list_limit = '1GB'; set maintenance_work_mem = '512MB'; set work_mem = '64MB'; set wal_compression = on;
  begin`
const MAX_WAITING_BYTES = 32_000_000

/**
 * Opens the lanes. The owner must be a superuser: triggers are off in these sessions, and row-level security
 * doesn't apply. The history itself checks and writes everything that triggers would.
 */
export async function openLanes(owner: pg.ClientConfig): Promise<Lanes> {
  const lanes = { documents: new Lane(owner), details: new Lane(owner) }
  await Promise.all(Object.values(lanes).map((lane) => lane.open()))
  return {
    documents: lanes.documents.client,
    copy: (table, data) => lanes[TABLES[table].lane].copy(table, data),
    async flush() {
      await Promise.all(Object.values(lanes).map((lane) => lane.flush()))
    },
    async commit() {
      await lanes.details.client.query('commit')
      await lanes.documents.client.query('commit')
      await Promise.all(Object.values(lanes).map((lane) => lane.client.end()))
    },
    async rollback() {
      await Promise.allSettled(Object.values(lanes).map((lane) => lane.client.end()))
    },
  }
}

class Lane {
  readonly client: pg.Client
  private tail: Promise<void> = Promise.resolve()
  private waitingBytes = 0
  private failure: unknown = null

  constructor(owner: pg.ClientConfig) {
    this.client = new pg.Client({ ...owner, application_name: 'quittance history' } as pg.ClientConfig)
    this.client.on('error', (error) => {
      this.failure ??= error
    })
  }

  async open(): Promise<void> {
    await this.client.connect()
    await this.client.query(SESSION)
  }

  async copy(table: HistoryTable, data: Buffer): Promise<void> {
    if (this.failure) throw this.failure
    this.waitingBytes += data.length
    const before = this.tail
    const mine = before.then(() => copyIn(this.client, table, TABLES[table].columns, data))
    this.tail = mine.then(
      () => {
        this.waitingBytes -= data.length
      },
      (error) => {
        this.failure ??= error
      },
    )
    if (this.waitingBytes > MAX_WAITING_BYTES) await before
  }

  async flush(): Promise<void> {
    await this.tail
    if (this.failure) throw this.failure
  }
}
