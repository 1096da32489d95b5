import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/platform/free-port.ts'
import { PRODUCT_FOLDER } from '../../server/platform/product-folder.ts'
import { runStatement } from '../../testing/database/run-statement.ts'
import { noteEnvironment } from '../../testing/logs/watched-process.ts'
import {
  ended,
  launchProduct,
  ownEnvironment,
  type ProductProcess,
  untilReady,
} from '../../testing/product-process.ts'
import type { Machine } from '../crashes/machine.ts'
import { createPostgresServer, type PostgresServer } from './postgres-server.ts'
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts'

const READY_MS = 120_000
const DATABASE = 'quittance'

export type Member = 'server 1' | 'server 2' | 'worker 1' | 'worker 2'
export const SERVERS = ['server 1', 'server 2'] as const
export const WORKERS = ['worker 1', 'worker 2'] as const
const MEMBERS: readonly Member[] = [...SERVERS, ...WORKERS]

interface StartOptions {
  /** Environment variables of this process alone. */
  readonly settings?: NodeJS.ProcessEnv
  /** Folder of another version of the product. */
  readonly productFolder?: string
}

export interface FleetOptions extends StartOptions {
  /** Starts a streaming replica, which DATABASE_URL names too; `synchronous`: a commit waits for it. */
  readonly replica?: 'synchronous' | 'asynchronous'
}

/** Two servers and two workers behind nginx with TLS, on one PostgreSQL or two. */
export interface Fleet {
  readonly folder: string
  readonly origin: string
  readonly proxy: TlsProxy
  readonly primary: PostgresServer
  readonly replica: PostgresServer | null
  readonly databaseUrl: string
  /** Runs one statement as the owner of the tables, on the server that takes writes. */
  readonly query: Machine['query']
  /** Moves `query` to the replica. */
  followReplica(): void
  process(member: Member): ProductProcess
  /** Sends SIGTERM, and resolves with the exit code. */
  stop(member: Member): Promise<number | null>
  /** Ends the process by SIGKILL. */
  kill(member: Member): Promise<void>
  /** Starts the process. Resolves when it is ready. */
  start(member: Member, options?: StartOptions): Promise<void>
  /** Starts another program of the product with the fleet's settings. */
  launch(name: string, program: readonly string[], settings?: NodeJS.ProcessEnv): ProductProcess
  close(): Promise<void>
}

export async function startFleet(options: FleetOptions = {}): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-servers-'))
  // PostgreSQL and nginx run as another user when this process runs as root.
  await chmod(folder, 0o711)
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  try {
    return { ...(await openFleet(folder, options, (closer) => closers.push(closer))), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openFleet(
  folder: string,
  options: FleetOptions,
  atEnd: (close: () => Promise<unknown>) => void,
): Promise<Omit<Fleet, 'close'>> {
  const { primary, replica } = await openDatabases(join(folder, 'postgres'), options.replica, atEnd)
  const databases = replica === null ? [primary] : [primary, replica]
  const databaseUrl = `postgres://postgres@${databases.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${DATABASE}`
  const ports = [await freePort(), await freePort()]
  const proxy = await startTlsProxy(join(folder, 'nginx'), ports)
  atEnd(() => proxy.stop())
  const environment = { ...environmentOf(folder, databaseUrl, proxy.origin), ...options.settings }
  noteEnvironment(environment)
  const running = new Map<Member, ProductProcess>()
  atEnd(() => Promise.all(MEMBERS.map((member) => end(member, 'SIGTERM'))))
  let current = primary

  async function end(member: Member, signal: NodeJS.Signals): Promise<number | null> {
    const one = running.get(member)
    one?.child.kill(signal)
    return one ? ended(one.child) : null
  }
  async function start(member: Member, own: StartOptions = {}): Promise<void> {
    const [part, number] = member.split(' ')
    const productFolder = own.productFolder ?? options.productFolder ?? PRODUCT_FOLDER
    const started = launchProduct({
      program: [join(productFolder, 'dist', 'server', `${part}.js`)],
      name: `the ${part}`,
      settings: { ...environment, PORT: String(ports[Number(number) - 1]), ...own.settings },
      cwd: productFolder,
    })
    running.set(member, started)
    await untilReady(started, READY_MS)
  }
  for (const member of MEMBERS) await start(member)
  return {
    folder,
    origin: proxy.origin,
    proxy,
    primary,
    replica,
    databaseUrl,
    query: (text, values) => runStatement({ ...current.superuser, database: DATABASE }, text, values),
    followReplica() {
      current = replica ?? primary
    },
    process: (member) => running.get(member)!,
    stop: (member) => end(member, 'SIGTERM'),
    async kill(member) {
      await end(member, 'SIGKILL')
    },
    start,
    launch: (name, program, settings) =>
      launchProduct({ program, name, settings: { ...environment, ...settings }, cwd: PRODUCT_FOLDER }),
  }
}

async function openDatabases(
  folder: string,
  kind: FleetOptions['replica'],
  atEnd: (close: () => Promise<unknown>) => void,
): Promise<{ primary: PostgresServer; replica: PostgresServer | null }> {
  await mkdir(folder)
  const primary = await createPostgresServer(folder)
  atEnd(() => primary.stop())
  await primary.query(`create database ${DATABASE}`)
  if (kind === undefined) return { primary, replica: null }
  const replica = await primary.createReplica(folder)
  atEnd(() => replica.stop())
  // Not in the replica's copy: as a primary it has no replica to wait for.
  if (kind === 'synchronous') {
    await primary.query("alter system set synchronous_standby_names = '*'")
    await primary.query('select pg_reload_conf()')
  }
  return { primary, replica }
}

const environmentOf = (folder: string, databaseUrl: string, origin: string): NodeJS.ProcessEnv => ({
  ...ownEnvironment(),
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  SECRET: randomBytes(32).toString('hex'),
  HOST: '127.0.0.1',
  APP_ORIGIN: origin,
  // Clients of the load send an address of their own, so that rate limits don't slow them down.
  TRUST_PROXY_HOPS: '2',
  DATABASE_POOL: '8',
  NODE_COMPILE_CACHE: join(PRODUCT_FOLDER, 'node_modules', '.cache', 'compiled'),
})
