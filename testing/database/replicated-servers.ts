import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '../../server/platform/free-port.ts'
import { changeOwner } from '../../server/platform/postgres/run-as.ts'
import {
  asPostgres,
  copyServer,
  findPostgresPrograms,
  initServer,
  postgresUser,
} from './postgres-programs.ts'
import { runStatement } from './run-statement.ts'

/** A PostgreSQL server of a replication. */
export interface ReplicatedServer {
  readonly superuser: pg.ClientConfig & { readonly port: number }
  /** Runs a statement as the superuser. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>
  /** Statements that it has executed since the last call, by application: 'quittance: select 1'. */
  takeStatements(): Promise<string[]>
  start(): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Stops all its processes where they are, so that it is silent; false lets them continue. */
  freeze(isFrozen: boolean): void
}

/** A primary and its streaming replica, in a folder of their own. */
export interface ReplicatedServers {
  readonly primary: ReplicatedServer
  readonly replica: ReplicatedServer
  stop(): Promise<void>
}

const READY_MS = 60_000
/** Short, so that a conflict with the replay cancels a statement soon. */
const CONFLICT_MS = 200

/** Starts a primary and a replica of it, made by pg_basebackup. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const programs = findPostgresPrograms()
  if (programs === null) throw new Error('PostgreSQL is not installed. On Debian: apt-get install postgresql')
  const folder = await mkdtemp(join(tmpdir(), 'quittance-replica-'))
  await chmod(folder, 0o755)
  await changeOwner(postgresUser, folder)
  const data = { primary: join(folder, 'primary'), replica: join(folder, 'replica') }
  const program = join(programs, 'postgres')
  await initServer(programs, data.primary)
  await appendFile(join(data.primary, 'postgresql.conf'), SETTINGS)
  const primary = createServer({ path: data.primary, port: await freePort(), program })
  await primary.start()
  await copyServer(programs, primary.superuser.port, data.replica)
  const replica = createServer({ path: data.replica, port: await freePort(), program })
  await replica.start()
  return {
    primary,
    replica,
    async stop() {
      for (const server of [replica, primary]) await server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
max_connections = 100
log_statement = all
log_line_prefix = '@%a: '
max_standby_streaming_delay = ${CONFLICT_MS}ms
`

interface Startable {
  readonly path: string
  readonly port: number
  readonly program: string
}

function createServer({ path, port, program }: Startable): ReplicatedServer {
  const superuser = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  const log = `${path}.log`
  let running: ChildProcess | undefined
  let read = 0
  const query = (text: string, database = superuser.database) =>
    runStatement({ ...superuser, database, application_name: 'test' }, text)
  return {
    superuser,
    query,
    async takeStatements() {
      const bytes = await readFile(log)
      const added = bytes.subarray(read).toString()
      read = bytes.length
      return statementsIn(added)
    },
    async start() {
      const output = await open(log, 'a')
      running = spawn(program, ['-D', path, '-p', String(port)], {
        ...asPostgres,
        stdio: ['ignore', output.fd, output.fd],
      })
      await output.close()
      for (const end = Date.now() + READY_MS; ; await sleep(50)) {
        const isReady = await query('select 1').then(
          () => true,
          () => false,
        )
        if (isReady) return
        if (Date.now() > end || running.exitCode !== null)
          throw new Error(`PostgreSQL did not start: ${(await readFile(log, 'utf8')).slice(-2000)}`)
      }
    },
    async kill() {
      if (running === undefined || running.exitCode !== null) return
      const ended = once(running, 'exit')
      running.kill('SIGQUIT')
      await ended
    },
    freeze(isFrozen) {
      const signal = isFrozen ? 'SIGSTOP' : 'SIGCONT'
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(running!.pid)], { encoding: 'utf8' })
      const children = stdout.split('\n').filter(Boolean).map(Number)
      for (const pid of [running!.pid!, ...children]) process.kill(pid, signal)
    },
  }
}

/** Reads 'application: statement' from a log, in which each line of the server begins with its application. */
const statementsIn = (log: string): string[] =>
  log.split(/^@/m).flatMap((entry) => {
    const [, application, statement] = /^(.*?): LOG: {2}(?:statement|execute [^:]*): (.*)/s.exec(entry) ?? []
    return statement === undefined ? [] : [`${application}: ${statement.replaceAll(/\s+/g, ' ').trim()}`]
  })
