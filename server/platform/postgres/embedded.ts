import { execFile, spawn } from 'node:child_process'
import { access, chmod, lstat, mkdir, open, readFile, realpath, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { findBinaries, type PostgresBinaries } from './binaries.ts'
import {
  clusterExists,
  createCluster,
  type Endpoint,
  postgresEnvironment,
  readPassword,
  type Settings,
  writeSettings,
} from './cluster.ts'
import { messageOf } from './failure.ts'
import { addHolder, removeHolder } from './holders.ts'
import { clearRemains, isServerOf, readPidFile, stopPostmaster, waitUntilGone } from './postmaster.ts'
import { changeOwner, chooseRunAs, commandAs, type RunAs, spawnUser } from './run-as.ts'
import { prepareSocketDir } from './socket-dir.ts'
import { withStartLock } from './start-lock.ts'

/** A running embedded PostgreSQL. `attached` is true when it ran before this start. */
export type EmbeddedPostgres = {
  /** Superuser connection for the migrator and the launcher, never for requests. */
  superuser: { host: string; port: number; user: string; database: string; password?: string }
  attached: boolean
  /**
   * Ends sessions and server and waits until it is down, also for an attached server. The server keeps
   * running while other processes use it.
   */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The launcher's folder, which contains the cluster. Created when missing. */
  dataDir: string
  /** Receives sentences for a person about slow steps. */
  log?: (line: string) => void
  /** Server settings that override ours, for tests. */
  settings?: Settings
}

/** The major version of the bundled server; the cluster's folder is named by it. */
export const majorVersion = '18'
const socketPort = 5432
const readyTimeoutMs = 60_000
const stopTimeoutMs = 30_000
const superuser = { user: 'postgres', database: 'postgres' }
const byPort = process.platform === 'win32'

/**
 * Starts PostgreSQL on `dataDir`, creating its cluster if there is none, and resolves once it accepts
 * connections. The server is detached: when this process is killed it keeps running, and the next start
 * attaches to it within milliseconds. A repeated call also restarts a server that died, at the same address.
 * Throws an Error whose message tells a person what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataDir(options.dataDir)
  const cluster: Cluster = { dataDir, dir: join(dataDir, majorVersion) }
  const attach = async (): Promise<EmbeddedPostgres> => {
    const running = await findRunning(cluster)
    const endpoint = running ?? (await start(cluster, options))
    await addHolder(dataDir)
    return handle(cluster, endpoint, running !== undefined)
  }
  return withStartLock(dataDir, attach, options.log)
}

/** True when `dataDir` contains an embedded database. Creates nothing. */
export const embeddedPostgresExists = (dataDir: string): Promise<boolean> =>
  clusterExists(join(dataDir, majorVersion))

/** Stops the server of `dataDir` regardless of its users, to clean up after processes that ended. */
export async function stopEmbeddedPostgres(dataDir: string): Promise<void> {
  const real = await realpath(dataDir).catch(() => undefined)
  if (real) await stop({ dataDir: real, dir: join(real, majorVersion) })
}

type Cluster = { dataDir: string; dir: string }

async function openDataDir(path: string): Promise<string> {
  await mkdir(resolve(path, '..'), { recursive: true })
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const dataDir = await realpath(path)
  const owner = await lstat(dataDir)
  const own = process.getuid?.() ?? owner.uid
  if (own !== 0 && owner.uid !== own) {
    throw new Error(
      `${dataDir} belongs to another user (${owner.uid}), who started Quittance here before. Start it as that ` +
        'user or as root, or set DATA_DIR to a folder of your own.',
    )
  }
  return dataDir
}

function handle(cluster: Cluster, endpoint: Endpoint, attached: boolean): EmbeddedPostgres {
  return {
    superuser: { ...endpoint, ...superuser },
    attached,
    stop: () =>
      withStartLock(cluster.dataDir, async () => {
        if (await removeHolder(cluster.dataDir)) await stop(cluster)
      }),
  }
}

/** Returns the address of a server that runs on this cluster, once it answers; undefined when none runs. */
async function findRunning(cluster: Cluster): Promise<Endpoint | undefined> {
  let refusal = ''
  for (const until = performance.now() + readyTimeoutMs; performance.now() < until; await sleep(10)) {
    const file = await readPidFile(cluster.dir)
    // Checked in each round, because the server may be stopping.
    if (!file || !(await isServerOf(file.pid, cluster.dir))) return undefined
    if (file.status === 'stopping') await waitUntilGone(file.pid, stopTimeoutMs)
    if (file.status !== 'ready') continue
    const answer = await connect(cluster, file)
    if (typeof answer !== 'string') return answer
    refusal = answer
    if (byPort || (await socketExists(file))) continue
    // The socket file was deleted, so nobody can reach this server again.
    await stopPostmaster(cluster.dir, file.pid, stopTimeoutMs)
  }
  throw new Error(notReady(cluster, refusal))
}

async function socketExists(endpoint: Endpoint): Promise<boolean> {
  return access(join(endpoint.host, `.s.PGSQL.${endpoint.port}`)).then(
    () => true,
    () => false,
  )
}

async function start(cluster: Cluster, options: EmbeddedOptions): Promise<Endpoint> {
  const log = options.log ?? (() => {})
  const { runAs, binaries } = await chooseRunAs(await findBinaries(), cluster.dataDir)
  if (!(await clusterExists(cluster.dir))) {
    log('Preparing the database…')
    await changeOwner(runAs, cluster.dataDir)
    const sync = options.settings?.fsync !== 'off'
    await createCluster(binaries, runAs, cluster.dataDir, cluster.dir, { sync, password: byPort })
  }
  await chmod(cluster.dataDir, 0o700)
  await changeOwner(runAs, cluster.dataDir)
  const crashed = (await readPidFile(cluster.dir)) !== undefined
  if (crashed) log('The database was not shut down last time; recovering it…')
  const endpoint = await chooseEndpoint(cluster, runAs)
  if (!byPort) await clearRemains(cluster.dir, endpoint.host)
  await writeSettings(cluster.dir, runAs, endpoint, options.settings ?? {})
  return launch(cluster, binaries, runAs).catch(async (error: unknown) => {
    if (!byPort) await rmdir(endpoint.host).catch(() => {})
    throw error
  })
}

async function chooseEndpoint(cluster: Cluster, runAs: RunAs): Promise<Endpoint> {
  if (!byPort) return { host: await prepareSocketDir(cluster.dataDir, runAs), port: socketPort }
  return { host: '127.0.0.1', port: await freePort(), password: await readPassword(cluster.dataDir) }
}

/**
 * Starts the server in its own session, because a terminal's Ctrl-C must not end it before this process has
 * drained.
 */
async function launch(cluster: Cluster, binaries: PostgresBinaries, runAs: RunAs): Promise<Endpoint> {
  const startLog = join(cluster.dataDir, 'start.log')
  const output = await open(startLog, 'w', 0o600)
  // On Windows pg_ctl drops administrator rights, with which the server refuses to run.
  const [command, args] = byPort
    ? [binaries.pgCtl, ['start', '-W', '-s', '-D', cluster.dir, '-l', startLog]]
    : commandAs(runAs, binaries.postgres, ['-D', cluster.dir])
  const child = spawn(command, args, {
    cwd: byPort ? cluster.dir : '/',
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
    env: postgresEnvironment,
    windowsHide: true,
    ...spawnUser(runAs),
  })
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    if (!byPort || code !== 0) ended = `it ended at once (${signal ?? `code ${code}`})`
  })
  child.unref()
  await output.close()
  let refusal = ''
  for (const until = performance.now() + readyTimeoutMs; performance.now() < until; await sleep(10)) {
    if (ended !== undefined) {
      const said = await readFile(startLog, 'utf8').catch(() => '')
      throw new Error(
        `PostgreSQL could not be started: ${ended}. ${said.trim().split('\n').slice(-6).join('\n')}`,
      )
    }
    const file = await readPidFile(cluster.dir)
    const answer = file?.status === 'ready' ? await connect(cluster, file) : ''
    if (typeof answer !== 'string') return answer
    refusal = answer
  }
  throw new Error(notReady(cluster, refusal))
}

function notReady(cluster: Cluster, refusal: string): string {
  return (
    `PostgreSQL in ${cluster.dir} did not answer within ${readyTimeoutMs / 1000} seconds` +
    `${refusal && ` (${refusal})`}. It goes on in the background, so starting again later may do; its log is in ` +
    `${join(cluster.dir, 'log')}.`
  )
}

/** Returns the server's address when the superuser can connect, else the reason why not. */
async function connect(cluster: Cluster, at: { host: string; port: number }): Promise<Endpoint | string> {
  const password = byPort ? { password: await readPassword(cluster.dataDir) } : {}
  const endpoint = { host: at.host, port: at.port, ...password }
  const client = new pg.Client({ ...endpoint, ...superuser, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return endpoint
  } catch (error) {
    return messageOf(error)
  } finally {
    await client.end().catch(() => {})
  }
}

async function stop(cluster: Cluster): Promise<void> {
  const file = await readPidFile(cluster.dir)
  if (!file) return
  if (byPort) {
    const { pgCtl } = await findBinaries()
    await promisify(execFile)(pgCtl, ['stop', '-D', cluster.dir, '-m', 'fast', '-w', '-s'])
    return
  }
  await stopPostmaster(cluster.dir, file.pid, stopTimeoutMs)
  // Removes only an empty folder, because another start may already be creating its socket there.
  await rmdir(file.host).catch(() => {})
}
