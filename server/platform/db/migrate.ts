import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { failpoint } from '../control/failpoint.ts'
import { installJobs, jobsVersion } from '../jobs/install.ts'
import { PRODUCT_FOLDER } from '../product-folder.ts'
import type { JobName } from '../registered-names.ts'
import { createServingRole, SERVING_ROLE } from './serving-role.ts'

const MIGRATIONS = join(PRODUCT_FOLDER, 'db', 'migrations')
/** Held exclusively by processes that change the schema and shared by those that need it unchanged. */
export const SCHEMA_LOCK = 7_315_004_201
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 10
const PAUSE_MS = 200
/** First line of a migration that servers of earlier versions can't work beside. */
const REFUSES_EARLIER = '-- refuses earlier versions\n'
/** This table exists while a backup is being restored and the data is incomplete. */
export const RESTORING = 'restore_under_way'

/** `only` limits the migrations to these. `restoring` is true when a restore runs the migration. */
export interface MigrateOptions {
  readonly only?: readonly string[]
  readonly restoring?: boolean
}

/**
 * Migrates the database to this version: plain SQL files in order, one transaction each, under one lock, so
 * that any number of processes may start together. Creates a queue for each of `jobNames`. Returns the migrations of
 * later versions, beside which this version works. Throws when an applied file has changed since, or when a later version
 * refuses this one.
 */
export async function migrate(
  owner: pg.ClientConfig,
  jobNames: readonly JobName[],
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    if (!options.restoring) await refuseHalfRestored(client)
    await ensureServingRole(client)
    await client.query(`create table if not exists schema_migrations
      (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const known = await appliedMigrations(client)
    for (const { name, sha256, text } of readMigrations())
      if (!options.only || options.only.includes(name))
        await applyMigration(client, { name, sha256, text }, known.get(name))
    const later = laterMigrations(known)
    await refuseEarlier(client, later)
    const jobs = jobsVersion(jobNames)
    if (known.has(jobs)) return later
    await installJobs(client, jobNames)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $1)', [jobs])
    return later
  } finally {
    await client.end()
  }
}

export interface Migration {
  readonly name: string
  readonly sha256: string
  readonly text: string
}

/** The migrations of this version, in order. */
export const readMigrations = (): Migration[] =>
  readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(MIGRATIONS, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    })

/** Returns the applied migrations with their checksums. */
export async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

/** Returns the applied migrations that this version doesn't have, in order. */
export function laterMigrations(applied: ReadonlyMap<string, string>): string[] {
  const ours = new Set(readMigrations().map(({ name }) => name))
  // The queue's version doesn't matter to a reader.
  return [...applied.keys()].filter((name) => !name.startsWith('jobs ') && !ours.has(name)).sort()
}

/** Throws a sentence when a later version migrated the database so that this one can't work with it. */
async function refuseEarlier(client: pg.Client, later: readonly string[]): Promise<void> {
  if (later.length === 0) return
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations where refuses_earlier and name = any($1) order by name',
    [later],
  )
  if (rows.length > 0)
    throw new Error(
      `The database is of a later version of Quittance, and its migration ${rows[0]!.name} refuses this one. Start the later version instead.`,
    )
}

/** Throws a sentence when a restore began and did not finish. */
export async function refuseHalfRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    `public.${RESTORING}`,
  ])
  if (rows[0]!.found !== null)
    throw new Error(
      'A backup was being restored into this database, and was not finished. Run the restore again.',
    )
}

/** Repeats a migration that deadlocked with the requests of an earlier version that still serves. */
async function applyMigration(
  client: pg.Client,
  migration: Migration,
  knownSha: string | undefined,
): Promise<void> {
  const { name, sha256 } = migration
  if (knownSha === sha256) return
  if (knownSha !== undefined) throw new Error(`Migration ${name} was changed after it had been applied.`)
  for (let attempt = 1; ; attempt++)
    try {
      await runMigration(client, migration)
      return
    } catch (error) {
      await client.query('rollback')
      const isRepeated = (error as { code?: string }).code === DEADLOCK && attempt < MAX_ATTEMPTS
      if (!isRepeated)
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
      await sleep(PAUSE_MS * attempt)
    }
}

async function runMigration(client: pg.Client, { name, text, sha256 }: Migration): Promise<void> {
  await client.query('begin')
  await client.query(text)
  await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
  if (text.startsWith(REFUSES_EARLIER))
    await client.query('update schema_migrations set refuses_earlier = true where name = $1', [name])
  await failpoint('migration.step')
  await client.query('commit')
}

/**
 * The serving role is no superuser, owns nothing and can't bypass row-level security. All databases of a
 * server share their roles.
 */
async function ensureServingRole(client: pg.Client): Promise<void> {
  await createServingRole(client, null)
  await client.query(`do $$ begin
    if not pg_has_role(current_user, '${SERVING_ROLE}', 'member') then execute 'grant ${SERVING_ROLE} to ' || quote_ident(current_user); end if;
  end $$`)
  await client.query(`grant usage on schema public to ${SERVING_ROLE}`)
}
