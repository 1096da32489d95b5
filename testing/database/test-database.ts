import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import type { ServingConnection } from '../../server/platform/db/pooler.ts'
import { SERVING_ROLE } from '../../server/platform/db/serving-role.ts'
import type {} from './global-setup.ts'
import { runStatement } from './run-statement.ts'

/** A migrated, empty database of one test file. */
export type TestDatabase = {
  /** Connects as the owner of the tables, who bypasses row-level security: for fixtures and inspection. */
  ownerConfig: pg.ClientConfig
  /** Connects as the role that serves requests and jobs. */
  appConfig: ServingConnection
  /** Drops the database and closes all connections to it. */
  drop(): Promise<void>
}

/**
 * Copies the migrated template, in about 30 ms, on the run's PostgreSQL. Call it in `beforeAll`, and `drop` in
 * `afterAll`. Each call creates another database; only on a cluster all share one.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { superuser, template, trusts, pooler, cluster, failure } = inject('testDatabases')
  if (cluster)
    return {
      ownerConfig: cluster.owner,
      appConfig: { ...cluster.owner, user: SERVING_ROLE, isDistributed: true },
      drop: async () => {},
    }
  if (failure) throw new Error(`There is no database to test on: ${failure}`)
  const database = `${template.replace(/_template$/, '')}_${randomBytes(5).toString('hex')}`
  await runStatement(superuser, `create database ${database} template ${template} strategy file_copy`)
  const ownerConfig = { ...superuser, database }
  return {
    ownerConfig,
    appConfig: pooler
      ? { ...pooler, database, user: SERVING_ROLE, isPooled: true }
      : trusts
        ? { ...ownerConfig, user: 'quittance_app' }
        : { ...ownerConfig, options: '-c role=quittance_app' },
    drop: async () => {
      await runStatement(superuser, `drop database if exists ${database} with (force)`)
    },
  }
}
