import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '../../server/platform/free-port.ts'

/** A PgBouncer in transaction mode in front of a PostgreSQL server. */
export interface Pooler {
  readonly host: string
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** Fewer connections to the server than callers, so that transactions change connections all the time. */
const SERVER_CONNECTIONS = 8
const READY_MS = 20_000

/** Starts PgBouncer, which has to be installed. `more` are further lines of its settings. */
export async function startPooler(server: pg.ClientConfig, more: readonly string[] = []): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-pooler-'))
  // It refuses to run as root and changes to another user.
  await chmod(folder, 0o755)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"quittance_app" ""\n"${server.user}" ""\n`)
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${server.host} port=${server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
      'max_client_conn = 2000',
      'server_idle_timeout = 5',
      ...more,
      '',
    ].join('\n'),
  )
  const asRoot = process.getuid?.() === 0
  const pooler = spawn('pgbouncer', [...(asRoot ? ['-u', 'nobody'] : []), settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  pooler.stderr.on('data', (text) => (log += text))
  const failure = new Promise<never>((_, reject) => {
    pooler.on('error', (error) => reject(new Error(`PgBouncer can't be started: ${error.message}`)))
    pooler.on('exit', (code) => reject(new Error(`PgBouncer ended with ${code}: ${log.slice(-2000)}`)))
  })
  failure.catch(() => {})
  await Promise.race([failure, untilOpen(port)])
  return {
    host: '127.0.0.1',
    port,
    pid: pooler.pid!,
    async stop() {
      pooler.kill('SIGTERM')
      await failure.catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilOpen(port: number): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(50)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.unref()
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
  }
  throw new Error('PgBouncer accepts no connections.')
}
