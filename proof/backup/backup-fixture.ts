import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import type { Manifest } from '../../server/main/backup/manifest.ts'
import type { RestoreOptions } from '../../server/main/backup/restore-backup.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'

export const KEY = 'a-key-for-backups-of-thirty-two-or-more'

/** A running product with two companies, and a folder for backups of its database. */
export interface BackupFixture {
  readonly test: TestServer
  readonly companies: readonly HttpCompany[]
  readonly folder: string
  /** An empty database with the current schema, dropped at the end. */
  createEmptyDatabase(): Promise<TestDatabase>
  /** Options that restore the backup in `from`, with `more` in place of the defaults. */
  restoreOptions(from: string, more?: Partial<RestoreOptions>): RestoreOptions
  /** Runs at the end, in reverse order of the calls. */
  onClose(close: () => Promise<unknown>): void
  close(): Promise<void>
}

export async function openBackupFixture(): Promise<BackupFixture> {
  const closers: (() => Promise<unknown>)[] = []
  const folder = await mkdtemp(join(tmpdir(), 'quittance-backup-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const test = await createTestServer()
  closers.push(() => test.close())
  return {
    test,
    companies: [await anHttpCompany(test, 'harbor-lights'), await anHttpCompany(test, 'quiet-river')],
    folder,
    async createEmptyDatabase() {
      const database = await createTestDatabase()
      closers.push(() => database.drop())
      return database
    },
    restoreOptions: (from, more = {}) => ({
      folder: from,
      key: undefined,
      secrets: [test.app.config.secret],
      replace: false,
      otherSecret: false,
      goLive: false,
      ...more,
    }),
    onClose: (close) => closers.push(close),
    async close() {
      for (const close of closers.reverse()) await close()
    },
  }
}

/** Runs a statement as the owner of the tables. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  { ownerConfig }: Pick<TestDatabase, 'ownerConfig'>,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(ownerConfig)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

export type RunQuery = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>

/** Returns the tables whose row counts differ from the manifest, and the breached invariants. */
export async function findDamage(query: RunQuery, { tables }: Manifest): Promise<string[]> {
  const damage: string[] = []
  for (const { schema, name, rows } of tables) {
    const [counted] = await query<{ rows: number }>(`select count(*)::int as rows from ${schema}."${name}"`)
    if (counted!.rows !== rows) damage.push(`${name} has ${counted!.rows} rows instead of ${rows}`)
  }
  return [...damage, ...(await breachesOf(query, INVARIANTS))]
}

export const expectComplete = async (database: TestDatabase, manifest: Manifest): Promise<void> =>
  expect(await findDamage((text) => queryDatabase(database, text), manifest)).toEqual([])
