import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const VERSIONS = '/usr/lib/postgresql'

/** Returns the folder of PostgreSQL's programs with pg_basebackup, which the embedded server lacks; null without one. */
export function findReplicationPrograms(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
  return (
    folders.find((folder) =>
      ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
    ) ?? null
  )
}
