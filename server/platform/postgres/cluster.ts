import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './binaries.ts'
import { changeOwner, commandAs, type RunAs, spawnUser } from './run-as.ts'

/** Address of the server: a socket in a closed folder, or (Windows) a loopback port and a password. */
export type Endpoint = { host: string; port: number; password?: string }

export type Settings = Record<string, string>

const passwordFile = 'password'

/** Environment of PostgreSQL's programs: none of our variables, which may contain secrets. */
export const postgresEnvironment = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot ?? '' }),
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** True when the folder holds a complete cluster. It gets its name only after initdb has finished. */
export async function clusterExists(clusterDir: string): Promise<boolean> {
  return stat(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

/**
 * Creates the cluster: UTF-8, with the built-in collation, which sorts alike on every machine. When
 * interrupted, it leaves nothing that a later start takes for a cluster.
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
  // Text search treats letters beyond ASCII as letters only with this locale.
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

/** Returns the password of a cluster that is reached by a port. */
export async function readPassword(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, passwordFile), 'utf8')).trim()
}

/** Rewrites the server's settings, so that a newer Quittance updates an old cluster. */
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
    await changeOwner(runAs, `${path}.new`)
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

/** Sized for a small two-core machine that the product shares. Durability comes first. */
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
  // Compiling a plan costs more than short queries take.
  jit: 'off',
  autovacuum_naptime: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  datestyle: 'iso, ymd',
  // Keeps a week of logs: one file a weekday, overwritten a week later.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_line_prefix: '%m [%p] %u@%d ',
  log_checkpoints: 'off',
}
