import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { FailpointHit } from '../../server/platform/control/failpoint.ts'
import { freePort } from '../../server/platform/free-port.ts'
import type { Settings } from '../../server/platform/postgres/cluster.ts'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'
import { runStatement } from '../../testing/database/run-statement.ts'
import { noteEnvironment, noteInstallation, watchDatabaseLog } from '../../testing/logs/watched-process.ts'
import { addressOf, ended, launchProduct, ownEnvironment, untilReady } from '../../testing/product-process.ts'
import buildProduct from './build-product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS = 60_000
/** A file to which the standard error of the processes is appended. */
const LOG = process.env.CRASH_LOG

type Program = 'server' | 'worker'
export type Part = Program | 'database'

interface StartOptions {
  /** Name of a deliberate bug to inject. */
  readonly bug?: string
  /** Failpoints that are armed before the part accepts calls. */
  readonly failpoints?: string
}

/** A server, a worker and a database as separate processes that can be killed and restarted. */
export interface Machine {
  readonly origin: string
  /** Contains all files of the machine. */
  readonly folder: string
  /** Ends the part as a power cut would and starts it again. Resolves when it is ready. */
  kill(part: Part): Promise<void>
  /** Ends the process and starts it again with the given options. */
  restart(part: Program, options?: StartOptions): Promise<void>
  /** Arms failpoints of a part, in the format of FAILPOINTS; '' disarms all. */
  arm(part: Program, failpoints: string): Promise<void>
  /** Returns the failpoints that were hit without ending the process since the last call. */
  takeHits(): FailpointHit[]
  /** Resolves with the signal that ended the part; null when it is still running after a minute. */
  waitForEnd(part: Program): Promise<NodeJS.Signals | null>
  /** Connection of the owner of the tables. */
  readonly owner: pg.ClientConfig
  /** Runs one statement as the owner of the tables. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Returns the environment of a process that uses another database of the same server. */
  environmentOf(database: string): NodeJS.ProcessEnv
  /** Ends all processes and deletes the folder. */
  stop(): Promise<void>
}

interface MachineOptions {
  /** Returns the database's settings, given the folder of the machine. */
  readonly settingsIn?: (folder: string) => Settings
  /** More settings of server and worker. */
  readonly environment?: NodeJS.ProcessEnv
}

export async function startMachine({ settingsIn, environment: more }: MachineOptions = {}): Promise<Machine> {
  // Built once, because the parts are started hundreds of times.
  await buildProduct()
  const folder = await mkdtemp(join(tmpdir(), 'quittance-crashes-'))
  // PostgreSQL runs as another user when this process runs as root.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'postgres')
  // Durability settings are not relaxed, because committed data has to survive.
  const settings = settingsIn?.(folder) ?? {}
  const startDatabase = () => startEmbeddedPostgres({ dataDir, settings })
  const { superuser } = await startDatabase()
  await runStatement(superuser, 'create database quittance')
  const owner = { ...superuser, database: 'quittance' }
  const port = await freePort()
  const environment = { ...environmentOf(folder, owner, port), ...more }
  const hits: FailpointHit[] = []
  const start = (part: Program, options?: StartOptions) => startPart(part, environment, hits, options)
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
    async restart(part, options) {
      await end(parts[part], 'SIGKILL')
      parts[part] = await start(part, options)
    },
    async arm(part, failpoint) {
      parts[part].send({ failpoint })
      for (;;) {
        const [message] = (await once(parts[part], 'message')) as [{ armed?: string }]
        if (message.armed === failpoint) return
      }
    },
    takeHits: () => hits.splice(0),
    async waitForEnd(part) {
      await Promise.race([ended(parts[part]), sleep(READY_MS)])
      return parts[part].signalCode
    },
    query: (text, values) => runStatement(owner, text, values),
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
    // Clients of the load send an address of their own, so that rate limits don't slow them down.
    TRUST_PROXY_HOPS: '1',
    // The most verbose level, because the whole log is searched for secrets.
    LOG_LEVEL: 'debug',
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  }
}

/** Starts the built program; with a bug the source files, into which the bug is injected. */
async function startPart(
  part: Program,
  environment: NodeJS.ProcessEnv,
  hits: FailpointHit[],
  { bug, failpoints = '' }: StartOptions = {},
): Promise<ChildProcess> {
  const program =
    bug === undefined
      ? [join(root, 'dist', 'server', `${part}.js`)]
      : [
          '--import',
          join(root, 'proof', 'crashes', 'inject-bug.ts'),
          join(root, 'server', 'main', `${part}.ts`),
        ]
  const settings = { ...environment, FAILPOINTS: failpoints, ...(bug !== undefined && { BUG: bug }) }
  const running = launchProduct({ program, name: `the ${part}`, settings, cwd: root, messages: true })
  const { child } = running
  child.on('message', (message: Partial<FailpointHit>) => message.hit && hits.push(message as FailpointHit))
  child.stderr!.on('data', (text: Buffer) => LOG && appendFileSync(LOG, text))
  await untilReady(running, READY_MS)
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await ended(child)
}

/** Kills the postmaster. Its child processes end by themselves, and the next start waits for them. */
async function killDatabase(dataDir: string): Promise<void> {
  const pidFile = await readFile(join(dataDir, '18', 'postmaster.pid'), 'utf8')
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
}
