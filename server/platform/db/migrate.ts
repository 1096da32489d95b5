import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { installJobs, jobsVersion } from '../jobs/install.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))
const LOCK = 7_315_004_201

/**
 * Brings the database to this version: plain SQL files in order, one transaction each, under one lock, so that any
 * number of processes may start together. Throws when a file that was applied has changed since.
 */
export async function migrate(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await ensureServingRole(client)
    await client.query(`create table if not exists schema_migrations
      (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const applied = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migrations',
    )
    const known = new Map(applied.rows.map((row) => [row.name, row.sha256]))
    for (const name of readdirSync(MIGRATIONS)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      await applyMigration(client, name, known.get(name))
    }
    const jobs = jobsVersion()
    if (known.has(jobs)) return
    await installJobs(client)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $1)', [jobs])
  } finally {
    await client.end()
  }
}

async function applyMigration(client: pg.Client, name: string, knownSha: string | undefined): Promise<void> {
  const text = readFileSync(`${MIGRATIONS}${name}`, 'utf8')
  const sha = createHash('sha256').update(text).digest('hex')
  if (knownSha === sha) return
  if (knownSha !== undefined) throw new Error(`Migration ${name} was changed after it had been applied.`)
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** The role that serves: no superuser, owns nothing, can't bypass row-level security. Roles are shared by all databases of a server. */
async function ensureServingRole(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'quittance_app') then
      create role quittance_app login nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then null; end $$`)
  await client.query(`do $$ begin
    if not pg_has_role(current_user, 'quittance_app', 'member') then execute 'grant quittance_app to ' || quote_ident(current_user); end if;
  end $$`)
  await client.query('grant usage on schema public to quittance_app')
}
