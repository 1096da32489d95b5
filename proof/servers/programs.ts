import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** PostgreSQL's own programs that the proof needs beside the server. */
const POSTGRES_PROGRAMS = ['initdb', 'pg_ctl', 'pg_basebackup'] as const
/** Folders of Debian's packages, which are not in the PATH. */
const DEBIAN = '/usr/lib/postgresql'
const OLDEST_VERSION = 15

/** Returns the folder of PostgreSQL's programs; null where a program is missing. */
export function findPostgresPrograms(): string | null {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
  const folders = [...debian.sort().reverse(), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => isComplete(folder) && versionOf(folder) >= OLDEST_VERSION) ?? null
}

const isComplete = (folder: string): boolean =>
  POSTGRES_PROGRAMS.every((name) => existsSync(join(folder, name)))

const versionOf = (folder: string): number =>
  Number(/\d+/.exec(spawnSync(join(folder, 'pg_ctl'), ['--version'], { encoding: 'utf8' }).stdout)?.[0])

/** Sentences about the programs that have to be installed first. */
export function listMissingPrograms(): string[] {
  return [
    spawnSync('nginx', ['-v']).error && 'nginx is not installed. On Debian: apt-get install nginx-light',
    spawnSync('openssl', ['version']).error && 'openssl is not installed. On Debian: apt-get install openssl',
    findPostgresPrograms() === null &&
      `PostgreSQL ${OLDEST_VERSION} or newer, with initdb, pg_ctl and pg_basebackup, is not installed. On Debian: apt-get install postgresql`,
  ].filter((sentence) => typeof sentence === 'string')
}
