import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { postgresEnvironment } from '../../server/platform/postgres/cluster.ts'
import { type RunAs, spawnUser } from '../../server/platform/postgres/run-as.ts'

/** PostgreSQL's own programs that tests need, some of which the embedded server lacks. */
const PROGRAMS = ['initdb', 'pg_ctl', 'pg_basebackup', 'postgres'] as const
/** Folders of Debian's packages, which are not in the PATH. */
const DEBIAN = '/usr/lib/postgresql'
const NOBODY = 65534
export const OLDEST_VERSION = 15

/** PostgreSQL refuses to run as root. */
export const postgresUser: RunAs =
  process.getuid?.() === 0
    ? { kind: 'user', uid: NOBODY, gid: NOBODY }
    : { kind: 'self', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

/** Options for starting one of PostgreSQL's programs. A connection between servers would look for certificates in HOME. */
export const asPostgres = {
  cwd: '/',
  env: { ...postgresEnvironment, HOME: '/' },
  ...spawnUser(postgresUser),
}

/** Returns the folder of the newest installed PostgreSQL with all programs; null without one. */
export function findPostgresPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
  const debian = versions.sort((a, b) => b - a).map((version) => join(DEBIAN, `${version}`, 'bin'))
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => isComplete(folder) && versionOf(folder) >= OLDEST_VERSION) ?? null
}

const isComplete = (folder: string): boolean => PROGRAMS.every((name) => existsSync(join(folder, name)))

const versionOf = (folder: string): number =>
  Number(/\d+/.exec(spawnSync(join(folder, 'pg_ctl'), ['--version'], { encoding: 'utf8' }).stdout)?.[0])

/** Runs one of PostgreSQL's programs in `folder` to its end. */
export async function runPostgres(folder: string, program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(join(folder, program), args, asPostgres)
}

/** Creates the data of a server whose superuser is postgres and which trusts every connection. */
export const initServer = (folder: string, dataDir: string): Promise<void> =>
  runPostgres(
    folder,
    'initdb',
    ...['-D', dataDir, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
  )

/** Copies the running server at `port` into `dataDir`, which starts as its streaming replica. */
export const copyServer = (folder: string, port: number, dataDir: string): Promise<void> =>
  runPostgres(
    folder,
    'pg_basebackup',
    ...['-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres'],
    ...['-D', dataDir, '-R', '-X', 'stream', '-c', 'fast', '-N'],
  )
