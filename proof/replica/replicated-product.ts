import type pg from 'pg'
import { expect, vi } from 'vitest'
import { migrateDatabase } from '../../server/main/migrate-database.ts'
import { SERVING_ROLE } from '../../server/platform/db/serving-role.ts'
import { createLog } from '../../server/platform/log.ts'
import { type ReplicatedServers, startReplicatedServers } from '../../testing/database/replicated-servers.ts'
import type { TestDatabase } from '../../testing/database/test-database.ts'
import { watchLine } from '../../testing/logs/watched-log.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const DATABASE = 'quittance'
const PATIENCE = { timeout: 60_000, interval: 50 }

export type Outcome = 'replica' | 'primary_unused' | 'primary_behind' | 'primary_failed'

/** The product on a primary and its replica. */
export interface ReplicatedProduct {
  readonly servers: ReplicatedServers
  readonly database: TestDatabase
  /** The replica as the serving role. */
  readonly replica: pg.ClientConfig
  /** Starts a server of the product, which ends with the others. */
  serve(options?: Parameters<typeof createTestServer>[0]): Promise<ServedProduct>
  /** Runs a statement as the owner, on the primary. */
  change(text: string): Promise<Record<string, unknown>[]>
  /** Waits until the replica has everything that the primary has. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export interface ServedProduct extends TestServer {
  /** Messages of the log so far. */
  readonly messages: string[]
  /** Waits until the replica is used, or isn't. */
  untilUsed(isUsed: boolean): Promise<void>
  /** Returns what was counted while `work` ran. */
  outcomesOf(work: () => Promise<unknown>): Promise<Partial<Record<Outcome, number>>>
}

export async function startReplicatedProduct(): Promise<ReplicatedProduct> {
  const servers = await startReplicatedServers()
  const closers = [() => servers.stop()]
  const { primary, replica } = servers
  await primary.query(`create database ${DATABASE}`)
  const ownerConfig = { ...primary.superuser, database: DATABASE }
  await migrateDatabase(ownerConfig)
  const database: TestDatabase = {
    ownerConfig,
    appConfig: { ...ownerConfig, user: SERVING_ROLE },
    drop: async () => {},
  }
  const replicaConfig = { ...replica.superuser, database: DATABASE, user: SERVING_ROLE }
  const positionOf = async (isPrimary: boolean) => {
    const call = isPrimary ? 'pg_current_wal_flush_lsn()' : 'pg_last_wal_replay_lsn()'
    return (await servers[isPrimary ? 'primary' : 'replica'].query(`select ${call} - '0/0' as at`))[0]!.at
  }
  return {
    servers,
    database,
    replica: replicaConfig,
    async serve(options) {
      const served = await serve({ database, replica: replicaConfig, ...options })
      closers.push(() => served.close())
      return served
    },
    change: (text) => primary.query(text, DATABASE),
    async catchUp() {
      const wanted = Number(await positionOf(true))
      await vi.waitFor(
        async () => expect(Number(await positionOf(false))).toBeGreaterThanOrEqual(wanted),
        PATIENCE,
      )
    },
    async close() {
      for (const close of closers.reverse()) await close()
    },
  }
}

async function serve(options: Parameters<typeof createTestServer>[0]): Promise<ServedProduct> {
  const messages: string[] = []
  const log = createLog('debug', (line) => {
    watchLine(line, 'the log')
    messages.push((JSON.parse(line) as { message: string }).message)
  })
  const test = await createTestServer({ log, ...options })
  const { replicaInUse, replicaReads } = test.app.metrics
  const counted = async () =>
    new Map((await replicaReads.get()).values.map(({ labels, value }) => [labels.outcome as Outcome, value]))
  return {
    ...test,
    messages,
    async untilUsed(isUsed) {
      await vi.waitFor(
        async () => expect((await replicaInUse.get()).values[0]?.value).toBe(isUsed ? 1 : 0),
        PATIENCE,
      )
    },
    async outcomesOf(work) {
      const before = await counted()
      await work()
      const grown = [...(await counted())].map(([name, value]) => [name, value - (before.get(name) ?? 0)])
      return Object.fromEntries(grown.filter(([, value]) => value !== 0))
    },
  }
}
