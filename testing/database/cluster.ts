import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { distributeDatabase } from '../../server/main/distribution/distribute-database.ts'
import { migrateDatabase } from '../../server/main/migrate-database.ts'
import { freePort } from '../../server/platform/free-port.ts'

/** A Citus cluster of a coordinator and two other nodes, with a migrated and distributed database. */
export interface Cluster {
  /** The coordinator, as the owner of the tables. */
  readonly owner: pg.ClientConfig
  /** Ports of the nodes beside the coordinator. */
  readonly nodes: readonly number[]
  /** Lines that `npm run distribute` printed. */
  readonly report: readonly string[]
  stop(): Promise<void>
}

const USER = 'postgres'
const DATABASE = 'quittance'
const SHARDS = 8

/** Enough for a test's cluster. Prepared transactions are what lets a commit reach two nodes or none. */
const settings = (port: number, folder: string) => `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
shared_preload_libraries = 'citus'
max_connections = 200
max_prepared_transactions = 400
wal_level = logical
fsync = off
citus.shard_count = ${SHARDS}
citus.enable_statistics_collection = off
citus.node_conninfo = 'sslmode=disable'
log_min_messages = fatal
`

/** Starts three PostgreSQL servers with Citus from the folder `bin` on loopback, and distributes a database over them. */
export async function startCluster(bin: string): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-cluster-'))
  const login = postgresLogin()
  await chmod(folder, 0o755)
  if (login.uid !== undefined) await chown(folder, login.uid, login.gid!)
  const run = (program: string, ...args: string[]) => runProgram(join(bin, program), args, login)
  const ports: number[] = []
  const stop = async () => {
    for (const port of ports) run('pg_ctl', '-D', join(folder, String(port)), '-m', 'immediate', 'stop')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let at = 0; at < 3; at++) {
      const port = await freePort()
      const data = join(folder, String(port))
      run('initdb', '-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
      await appendFile(join(data, 'postgresql.conf'), settings(port, folder))
      run('pg_ctl', '-D', data, '-l', `${data}.log`, '-w', 'start')
      ports.push(port)
      await onServer(serverAt(port, 'postgres'), [`create database ${DATABASE}`])
      await onServer(serverAt(port), ['create extension citus'])
    }
    const [coordinator, ...nodes] = ports as [number, ...number[]]
    const owner = serverAt(coordinator)
    const report = await distribute(owner, coordinator, nodes)
    return { owner, nodes, report, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const serverAt = (port: number, database = DATABASE) => ({ host: '127.0.0.1', port, user: USER, database })

async function distribute(
  owner: pg.ClientConfig,
  coordinator: number,
  nodes: readonly number[],
): Promise<string[]> {
  await onServer(owner, [
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`,
    ...nodes.map((port) => `select citus_add_node('127.0.0.1', ${port})`),
  ])
  await migrateDatabase(owner)
  const report: string[] = []
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await distributeDatabase(client, (line) => report.push(line))
  } finally {
    await client.end()
  }
  return report
}

/** PostgreSQL refuses to run as root. */
function postgresLogin(): Pick<SpawnSyncOptions, 'uid' | 'gid'> & { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function runProgram(program: string, args: readonly string[], login: SpawnSyncOptions): void {
  // The server keeps its parent's streams open, so none is read.
  const { status, error } = spawnSync(program, args, {
    ...login,
    // A connection between nodes would look for certificates in the caller's home.
    env: { ...process.env, HOME: '/' },
    cwd: '/',
    stdio: 'ignore',
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? status}`)
}

async function onServer(config: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
