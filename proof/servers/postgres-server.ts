import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { freePort } from '../../server/platform/free-port.ts'
import { postgresEnvironment } from '../../server/platform/postgres/cluster.ts'
import { waitUntilGone } from '../../server/platform/postgres/postmaster.ts'
import { changeOwner, type RunAs, spawnUser } from '../../server/platform/postgres/run-as.ts'
import { runStatement } from '../crashes/machine.ts'
import { findPostgresPrograms } from './programs.ts'

const NOBODY = 65534
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

/** PostgreSQL refuses to run as root. */
const runAs: RunAs =
  process.getuid?.() === 0
    ? { kind: 'user', uid: NOBODY, gid: NOBODY }
    : { kind: 'self', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

async function run(program: string, ...args: string[]): Promise<void> {
  const path = join(findPostgresPrograms() ?? '', program)
  // Without a pipe, because a server that pg_ctl starts would keep it open.
  const options = { cwd: '/', env: postgresEnvironment, ...spawnUser(runAs) }
  await promisify(execFile)(path, args, options)
}

/** Creates a server in this folder, which nobody else uses. */
export async function createPostgresServer(folder: string): Promise<PostgresServer> {
  await changeOwner(runAs, folder)
  const dataDir = join(folder, 'primary')
  await run('initdb', '-D', dataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
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
      await run(
        'pg_basebackup',
        '-D',
        copy,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '-h',
        '127.0.0.1',
        '-p',
        `${port}`,
        '-U',
        'postgres',
      )
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
