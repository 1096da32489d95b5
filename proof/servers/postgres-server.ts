import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { freePort } from '../../server/platform/free-port.ts'
import { waitUntilGone } from '../../server/platform/postgres/postmaster.ts'
import { changeOwner } from '../../server/platform/postgres/run-as.ts'
import {
  copyServer,
  findPostgresPrograms,
  initServer,
  postgresUser,
  runPostgres,
} from '../../testing/database/postgres-programs.ts'
import { runStatement } from '../../testing/database/run-statement.ts'

const GONE_MS = 60_000

/** A PostgreSQL server on a loopback port, run by PostgreSQL's own programs. */
export interface PostgresServer {
  readonly port: number
  readonly superuser: pg.ClientConfig
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  /** Copies the server by pg_basebackup and starts the copy as a streaming replica. */
  createReplica(folder: string): Promise<PostgresServer>
  /** Makes a replica the primary. */
  promote(): Promise<void>
  /** Ends the server as the loss of its machine would, and resolves when it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const programs = (): string => findPostgresPrograms() ?? ''
const run = (program: string, ...args: string[]): Promise<void> => runPostgres(programs(), program, ...args)

/** Creates a server in this folder, which nobody else uses. */
export async function createPostgresServer(folder: string): Promise<PostgresServer> {
  await changeOwner(postgresUser, folder)
  const dataDir = join(folder, 'primary')
  await initServer(programs(), dataDir)
  return startServer(dataDir, folder)
}

async function startServer(dataDir: string, folder: string): Promise<PostgresServer> {
  const port = await freePort()
  const settings = [`-p ${port}`, `-k ${folder}`, '-h 127.0.0.1', '-c max_connections=150', '-c timezone=UTC']
  const log = `${dataDir}.log`
  await run('pg_ctl', 'start', '-w', '-s', '-D', dataDir, '-l', log, '-o', settings.join(' '))
  const superuser = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  return {
    port,
    superuser,
    query: (text) => runStatement(superuser, text),
    async createReplica(into) {
      const copy = join(into, 'replica')
      await copyServer(programs(), port, copy)
      return startServer(copy, into)
    },
    promote: () => run('pg_ctl', 'promote', '-w', '-s', '-D', dataDir),
    async kill() {
      const pid = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGKILL')
      await waitUntilGone(pid, GONE_MS)
    },
    stop: () => run('pg_ctl', 'stop', '-w', '-s', '-m', 'immediate', '-D', dataDir).catch(() => {}),
  }
}
