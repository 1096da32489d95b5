import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './binaries.ts'
import { commandAs, giveTo, type RunAs, spawnUser } from './run-as.ts'

/** How the server is reached: by a socket in a closed folder, or (Windows) by a loopback port and a password. */
export type Endpoint = { host: string; port: number; password?: string }

export type Settings = Record<string, string>

const passwordFile = 'password'

/** The environment of PostgreSQL's programs: nothing of ours, whose variables may hold secrets. */
export const postgresEnvironment = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot ?? '' }),
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** True when the folder holds a finished cluster: it gets its name only once initdb is through. */
export async function clusterExists(clusterDir: string): Promise<boolean> {
  return stat(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

/**
 * Creates the cluster: UTF-8, with the built-in collation that sorts alike on every machine.
 * Interrupted at any point, it leaves nothing that a later start would take for a cluster.
 */
export async function createCluster(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dataDir: string,
  clusterDir: string,
  options: { sync: boolean; password: boolean },
): Promise<void> {
  const draft = `${clusterDir}.draft`
  const args = ['-D', draft, '-U', 'postgres', '--encoding=UTF8', '--no-instructions']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (!options.sync) args.push('--no-sync')
  if (options.password) {
    const file = join(dataDir, passwordFile)
    await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
    args.push('--auth=scram-sha-256', `--pwfile=${file}`)
  } else args.push('--auth=trust')
  // Letters beyond ASCII count as letters in text search only where the system has this locale.
  const locales = process.platform === 'linux' ? [['--lc-ctype=C.UTF-8'], []] : [[]]
  for (const [index, locale] of locales.entries()) {
    await rm(draft, { recursive: true, force: true })
    try {
      await run(binaries.initdb, [...args, ...locale], runAs)
      break
    } catch (error) {
      if (index === locales.length - 1) throw error
    }
  }
  await rename(draft, clusterDir)
}

async function run(program: string, args: string[], runAs: RunAs): Promise<void> {
  const [command, commandArgs] = commandAs(runAs, program, args)
  const options = { cwd: '/', env: postgresEnvironment, ...spawnUser(runAs) }
  await promisify(execFile)(command, commandArgs, options).catch(
    (error: { stderr?: string; message: string }) => {
      throw new Error(`PostgreSQL could not create its data: ${error.stderr?.trim() || error.message}`)
    },
  )
}

/** The password of a cluster that is reached by a port. */
export async function readPassword(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, passwordFile), 'utf8')).trim()
}

/** Writes the server's settings anew, so that a newer Quittance brings its own to an old cluster. */
export async function writeSettings(
  clusterDir: string,
  runAs: RunAs,
  endpoint: Endpoint,
  settings: Settings,
): Promise<void> {
  const all = { ...baseSettings, ...listenSettings(endpoint), ...settings }
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  const access = endpoint.password ? 'host all all 127.0.0.1/32 scram-sha-256' : 'local all all trust'
  const files = {
    'postgresql.conf': [
      '# Written by Quittance at every start. Put settings of your own into local.conf beside this file.',
      ...lines,
      "include_if_exists = 'local.conf'",
    ],
    'pg_hba.conf': ['# Written by Quittance at every start.', access],
  }
  for (const [name, content] of Object.entries(files)) {
    const path = join(clusterDir, name)
    await writeFile(`${path}.new`, `${content.join('\n')}\n`, { mode: 0o600 })
    await giveTo(runAs, `${path}.new`)
    await rename(`${path}.new`, path)
  }
  await chmod(clusterDir, 0o700)
}

function listenSettings(endpoint: Endpoint): Settings {
  if (endpoint.password) {
    return { listen_addresses: '127.0.0.1', port: String(endpoint.port), unix_socket_directories: '' }
  }
  return {
    listen_addresses: '',
    port: String(endpoint.port),
    unix_socket_directories: endpoint.host,
    unix_socket_permissions: '0700',
  }
}

/** Sized for a small machine of two cores that the product shares; durable above all. */
const baseSettings: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  checkpoint_completion_target: '0.9',
  // Compiling a plan costs more than our short queries take.
  jit: 'off',
  autovacuum_naptime: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  datestyle: 'iso, ymd',
  // A week of logs, a file a weekday, each begun anew when its day comes round.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_line_prefix: '%m [%p] %u@%d ',
  log_checkpoints: 'off',
}
