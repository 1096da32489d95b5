import { spawnSync } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { distributeDatabase } from '../../server/main/distribution/distribute-database.ts'
import { migrateDatabase } from '../../server/main/migrate-database.ts'
import { freePort } from '../../server/platform/free-port.ts'
import { changeOwner } from '../../server/platform/postgres/run-as.ts'
import { asPostgres, initServer, postgresUser } from './postgres-programs.ts'
import { runStatement } from './run-statement.ts'

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
  await chmod(folder, 0o755)
  await changeOwner(postgresUser, folder)
  const control = (...args: string[]) => runControl(join(bin, 'pg_ctl'), args)
  const ports: number[] = []
  const stop = async () => {
    for (const port of ports) control('-D', join(folder, String(port)), '-m', 'immediate', 'stop')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let at = 0; at < 3; at++) {
      const port = await freePort()
      const data = join(folder, String(port))
      await initServer(bin, data)
      await appendFile(join(data, 'postgresql.conf'), settings(port, folder))
      control('-D', data, '-l', `${data}.log`, '-w', 'start')
      ports.push(port)
      await runStatement(serverAt(port, 'postgres'), `create database ${DATABASE}`)
      await runStatement(serverAt(port), 'create extension citus')
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
  await runStatement(owner, `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`)
  for (const port of nodes) await runStatement(owner, `select citus_add_node('127.0.0.1', ${port})`)
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

/** Without pipes, because the server would keep its parent's open. */
function runControl(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { ...asPostgres, stdio: 'ignore' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? status}`)
}
