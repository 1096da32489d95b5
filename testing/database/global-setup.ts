import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../server/main/migrate-database.ts'
import { SERVING_ROLE } from '../../server/platform/db/serving-role.ts'
import { startCluster } from './cluster.ts'
import { startTestServer } from './database-server.ts'
import { startPooler } from './pooler.ts'
import { runStatement } from './run-statement.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testDatabases: TestDatabases
  }
}

/** Provided to test files: the server, and the template that each test database is copied from. */
export type TestDatabases = {
  superuser: pg.ClientConfig
  template: string
  /** True on a server with trust authentication, like the embedded one. */
  trusts: boolean
  /** Where apps connect instead of the server: the pooler of `npm run proof pooler`. */
  pooler: { host: string; port: number } | undefined
  /** The one distributed database of `npm run proof distributed`, which all test files share. */
  cluster: { owner: pg.ClientConfig; nodes: readonly number[]; report: readonly string[] } | undefined
  /** Why the template could not be created. Every test that needs a database then fails with this message. */
  failure: string | undefined
}

/** The server of a run and its migrated template. */
interface Opened {
  readonly databases: TestDatabases
  stop(): Promise<void>
}

/** Each project of a run loads this module separately, so shared state is on globalThis. */
const SHARED = Symbol.for('quittance.test-databases')
const shared = globalThis as { [SHARED]?: { users: number; readonly opened: Promise<Opened> } | undefined }

/** Starts a server and migrates a template, once for all projects of a run. The last project stops both. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared[SHARED] ??= { users: 0, opened: open() }
  const server = shared[SHARED]
  server.users += 1
  const { databases, stop } = await server.opened
  project.provide('testDatabases', databases)
  return async () => {
    server.users -= 1
    if (server.users > 0) return
    shared[SHARED] = undefined
    await stop()
  }
}

async function open(): Promise<Opened> {
  const server = await startTestServer()
  const template = `quittance_test_${process.pid}_template`
  const failure = await createTemplate(server.superuser, template)
  const pooler = process.env.TEST_POOLER ? await startPooler(server.superuser) : undefined
  const bin = process.env.TEST_CLUSTER && process.env.CITUS_BIN
  const cluster = bin ? await startCluster(bin) : undefined
  if (pooler) await setRoleSettingsEverywhere(server.superuser)
  const trusts = process.env.DATABASE_URL === undefined
  return {
    databases: {
      superuser: server.superuser,
      template,
      trusts,
      pooler: pooler && { host: pooler.host, port: pooler.port },
      cluster: cluster && { owner: cluster.owner, nodes: cluster.nodes, report: cluster.report },
      failure,
    },
    async stop() {
      await pooler?.stop()
      await cluster?.stop()
      if (!trusts) await runStatement(server.superuser, `drop database if exists ${template} with (force)`)
      await server.stop()
    },
  }
}

async function createTemplate(superuser: pg.ClientConfig, template: string): Promise<string | undefined> {
  try {
    await runStatement(superuser, `create database ${template}`)
    await migrateDatabase({ ...superuser, database: template })
    return undefined
  } catch (error) {
    // Tests that need no database still run.
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** `npm run migrate` sets them in the one database that it migrates; here each file has a database of its own. */
async function setRoleSettingsEverywhere(superuser: pg.ClientConfig): Promise<void> {
  const settings = {
    timezone: "'UTC'",
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  }
  for (const [name, value] of Object.entries(settings))
    await runStatement(superuser, `alter role ${SERVING_ROLE} set ${name} = ${value}`)
}
