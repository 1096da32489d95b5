import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Met } from '../../server/platform/control/failpoint.ts'
import { freePort } from '../../server/platform/free-port.ts'
import type { Settings } from '../../server/platform/postgres/cluster.ts'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'
import { noteEnvironment, noteInstallation, watchDatabaseLog } from '../../testing/logs/watched-process.ts'
import { addressOf, ended, launchProduct, ownEnvironment, untilReady } from '../../testing/product-process.ts'
import buildProduct from './build-product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS = 60_000
/** A file that gets what the processes complain about. */
const LOG = process.env.TORTURE_LOG

export type Part = 'server' | 'worker' | 'database'

/** How a part is started otherwise than usually. */
interface Started {
  /** One that was made on purpose. */
  readonly bug?: string
  /** What it is armed with before anybody can call it. */
  readonly failpoints?: string
}

/** A server, a worker and a database, each a process of its own that can be killed and started again. */
export interface Machine {
  readonly origin: string
  /** Everything of it is in here. */
  readonly folder: string
  /** Ends the part as a power cut would, and starts it again; resolves when it works. */
  kill(part: Part): Promise<void>
  /** Ends it and starts it again. */
  restart(part: 'server' | 'worker', as?: Started): Promise<void>
  /** Tells a part what to let happen at which failpoints; '' for nothing any more. */
  arm(part: 'server' | 'worker', failpoints: string): Promise<void>
  /** The places where something else than the end was met since this was last asked. */
  takeMet(): Met[]
  /** Resolves with the signal by which the part ended itself. */
  ended(part: 'server' | 'worker'): Promise<NodeJS.Signals | null>
  /** How the owner of everything connects. */
  readonly owner: pg.ClientConfig
  /** One statement, as the owner of everything. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** The environment of a process that works on another database of the same server. */
  environmentOf(database: string): NodeJS.ProcessEnv
  /** Ends everything and leaves nothing behind. */
  stop(): Promise<void>
}

/** `settingsIn` are of the database, for the folder that everything of the machine is in. */
export async function startMachine(settingsIn: (folder: string) => Settings = () => ({})): Promise<Machine> {
  // Once, as the parts are started hundreds of times.
  await buildProduct()
  const folder = await mkdtemp(join(tmpdir(), 'quittance-torture-'))
  // PostgreSQL runs as another user when this runs as root.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'postgres')
  // What was committed has to survive; nothing is relaxed here.
  const settings = settingsIn(folder)
  const startDatabase = () => startEmbeddedPostgres({ dataDir, settings })
  const { superuser } = await startDatabase()
  await run(superuser, 'create database quittance')
  const owner = { ...superuser, database: 'quittance' }
  const port = await freePort()
  const environment = environmentOf(folder, owner, port)
  const met: Met[] = []
  const start = (part: 'server' | 'worker', as?: Started) => started(part, environment, met, as)
  const parts = { server: await start('server'), worker: await start('worker') }
  noteEnvironment(environment)
  await noteInstallation(folder)

  const machine: Machine = {
    origin: `http://localhost:${port}`,
    folder,
    owner,
    async kill(part) {
      if (part === 'database') {
        await killDatabase(dataDir)
        await startDatabase()
        return
      }
      await machine.restart(part)
    },
    async restart(part, as) {
      await end(parts[part], 'SIGKILL')
      parts[part] = await start(part, as)
    },
    async arm(part, failpoint) {
      parts[part].send({ failpoint })
      for (;;) {
        const [said] = (await once(parts[part], 'message')) as [{ armed?: string }]
        if (said.armed === failpoint) return
      }
    },
    takeMet: () => met.splice(0),
    async ended(part) {
      await Promise.race([ended(parts[part]), sleep(READY_MS)])
      return parts[part].signalCode
    },
    query: (text, values) => run(owner, text, values),
    environmentOf: (database) => environmentOf(folder, { ...owner, database }, port),
    async stop() {
      await Promise.all([end(parts.server, 'SIGTERM'), end(parts.worker, 'SIGTERM')])
      await stopEmbeddedPostgres(dataDir)
      await watchDatabaseLog(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
  return machine
}

function environmentOf(folder: string, owner: pg.ClientConfig, port: number): NodeJS.ProcessEnv {
  return {
    ...ownEnvironment(),
    DATABASE_URL: addressOf(owner),
    DATA_DIR: folder,
    PORT: String(port),
    // Each client of the load says where it comes from, so that no counter of calls slows it down.
    TRUST_PROXY_HOPS: '1',
    // At its most talkative, as all of it is searched for secrets.
    LOG_LEVEL: 'debug',
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  }
}

/** As it was built; with a bug as it is written, so that what is wrong can be put into it from outside. */
async function started(
  part: 'server' | 'worker',
  environment: NodeJS.ProcessEnv,
  met: Met[],
  { bug, failpoints = '' }: Started = {},
): Promise<ChildProcess> {
  const program =
    bug === undefined
      ? [join(root, 'dist', 'server', `${part}.js`)]
      : [
          '--import',
          join(root, 'proof', 'crashes', 'with-bug.ts'),
          join(root, 'server', 'main', `${part}.ts`),
        ]
  const settings = { ...environment, FAILPOINTS: failpoints, ...(bug !== undefined && { BUG: bug }) }
  const running = launchProduct({ program, name: `the ${part}`, settings, cwd: root, messages: true })
  const { child } = running
  child.on('message', (said: Partial<Met>) => said.met && met.push(said as Met))
  child.stderr!.on('data', (text: Buffer) => LOG && appendFileSync(LOG, text))
  await untilReady(running, READY_MS)
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await ended(child)
}

/** Kills the postmaster; what it started ends by itself when it notices, and the next start waits for that. */
async function killDatabase(dataDir: string): Promise<void> {
  const pidFile = await readFile(join(dataDir, '18', 'postmaster.pid'), 'utf8')
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
}

async function run<Row extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
