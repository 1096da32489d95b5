import { spawnSync } from 'node:child_process'
import { findPostgresPrograms, OLDEST_VERSION } from '../../testing/database/postgres-programs.ts'

/** Debian's packages, by the program that each is asked for. */
const PROGRAMS = { nginx: 'nginx-light', openssl: 'openssl', pgbouncer: 'pgbouncer' } as const
export type ProofProgram = keyof typeof PROGRAMS
const VERSION_FLAGS: Readonly<Record<string, string>> = { nginx: '-v', openssl: 'version' }

/** Sentences about the programs that have to be installed first. PostgreSQL is always one of them. */
export function listMissingPrograms(needed: readonly ProofProgram[]): string[] {
  const missing = needed
    .filter((name) => spawnSync(name, [VERSION_FLAGS[name] ?? '--version']).error)
    .map((name) => `${name} is not installed. On Debian: apt-get install ${PROGRAMS[name]}`)
  const postgres = `PostgreSQL ${OLDEST_VERSION} or newer, with initdb, pg_ctl and pg_basebackup, is not installed. On Debian: apt-get install postgresql`
  return [...missing, ...(findPostgresPrograms() === null ? [postgres] : [])]
}
