import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { CopyIn } from '../../platform/db/copy-stream.ts'
import { RESTORING, readMigrations, refuseHalfRestored, SCHEMA_LOCK } from '../../platform/db/migrate.ts'
import { migrateDatabase } from '../migrate-database.ts'
import { decrypting, fingerprintOf } from './cipher.ts'
import { checkFiles, type Manifest, readManifest, type TableInBackup } from './manifest.ts'
import { refuseBlindRole } from './owner-role.ts'
import { inOrderOfReference } from './table-order.ts'

export interface RestoreOptions {
  readonly folder: string
  readonly key: string | undefined
  /** SECRET and SECRET_PREVIOUS of this installation. */
  readonly secrets: readonly string[]
  /** Allows the restore to delete existing data. */
  readonly replace: boolean
  /** Allows values encrypted under another SECRET to stay unreadable forever. */
  readonly otherSecret: boolean
  /** Allows outbound traffic at once. */
  readonly goLive: boolean
}

/**
 * Replaces the database's contents with a backup and migrates them to this version. The product refuses to
 * start until the restore is complete; afterwards outbound traffic is paused until it is released. Throws a
 * sentence before any change when the backup is damaged, of a later version or of another SECRET, or when the
 * database is in use.
 */
export async function restoreBackup(owner: pg.ClientConfig, options: RestoreOptions): Promise<Manifest> {
  const folder = resolve(options.folder)
  const manifest = await readManifest(folder, options.key)
  await checkFiles(folder, manifest)
  checkVersion(manifest)
  checkSecret(manifest, options)
  const client = new pg.Client(owner)
  // The error names the statement that failed.
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseBlindRole(client)
    await refuseOthers(client)
    if (!options.replace) await refuseData(client)
    await clear(client)
    await migrateDatabase(owner, { only: manifest.migrations.map(({ name }) => name), restoring: true })
    await client.query("begin; set local timezone = 'UTC'")
    await fill(client, folder, manifest, options.key)
    await client.query('commit')
    await migrateDatabase(owner, { restoring: true })
    await finish(client, manifest, options.goLive)
    return manifest
  } finally {
    await client.end()
  }
}

/**
 * Releases outbound traffic of a restored copy. Returns false when it was not paused. Throws a sentence when
 * a restore has not finished.
 */
export async function goLive(owner: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await refuseHalfRestored(client)
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('public.outbound_hold') is not null as found",
    )
    if (!rows[0]!.found)
      throw new Error('Nothing was restored here: this database holds nothing of Quittance to release.')
    return (await client.query('delete from outbound_hold')).rowCount === 1
  } finally {
    await client.end()
  }
}

function checkVersion({ migrations }: Manifest): void {
  const known = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of migrations) {
    // This version installs its own version of the queue.
    if (name.startsWith('jobs ')) continue
    if (!known.has(name))
      throw new Error(
        `The backup was taken by a later version of Quittance: this one has no migration ${name}.`,
      )
    if (known.get(name) !== sha256)
      throw new Error(
        `The backup was taken by another Quittance: its migration ${name} differs from this one's.`,
      )
  }
}

function checkSecret(manifest: Manifest, { secrets, otherSecret }: RestoreOptions): void {
  const salt = Buffer.from(manifest.salt, 'hex')
  if (otherSecret || secrets.some((secret) => fingerprintOf(secret, salt) === manifest.secretFingerprint))
    return
  throw new Error(
    'SECRET is not the one that the backup was taken under, so stored payment methods and second factors would not open. Set that SECRET (without one it is the file "secret" in DATA_DIR), or say --other-secret to do without them.',
  )
}

async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    others: number
  }>(`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  const { others } = rows[0]!
  if (others > 0)
    throw new Error(
      `The database is in use by ${others} ${others === 1 ? 'connection' : 'connections'}. Stop Quittance, and whatever else is connected, first.`,
    )
}

async function refuseData(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.users') is not null as found",
  )
  if (!rows[0]!.found) return
  const used = await client.query('select 1 from users limit 1')
  if (used.rowCount === 0) return
  throw new Error('The database holds data. Restoring deletes all of it: say --replace where that is meant.')
}

/** Drops everything and marks the database as incomplete. */
async function clear(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
  await client.query(`begin;
    drop schema if exists public cascade; drop schema if exists pgboss cascade;
    create schema public; create table public.${RESTORING} (); commit`)
  await client.query('select pg_advisory_unlock($1)', [SCHEMA_LOCK])
}

async function fill(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  key: string | undefined,
): Promise<void> {
  const tables = manifest.tables.filter(({ schema }) => schema === 'public')
  const names = tables.map(({ name }) => `"${name}"`)
  // The backup includes rows that migrations insert. Triggers are off, because rows are restored unchanged.
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const table of await inOrderOfReference(client, tables))
    await load(client, folder, manifest, table, `public."${table.name}"`, key)
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, lastValue } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [`public."${name}"`, lastValue])
  const jobs = manifest.tables.find(({ schema }) => schema === 'pgboss')
  if (jobs) await fillQueue(client, folder, manifest, jobs, key)
}

async function load(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  table: TableInBackup,
  target: string,
  key: string | undefined,
): Promise<void> {
  const columns = table.columns.map((name) => `"${name}"`).join(', ')
  const taken = new CopyIn(client, `copy ${target} (${columns}) from stdin`)
  const stored = createReadStream(join(folder, table.file))
  if (manifest.encrypted) {
    const opened = decrypting(key!, Buffer.from(manifest.salt, 'hex'), table.file)
    await pipeline(stored, opened, createGunzip(), taken)
  } else await pipeline(stored, createGunzip(), taken)
  if (taken.rows !== table.rows)
    throw new Error(`${table.name} has ${taken.rows} rows after the restore, and had ${table.rows}.`)
}

/** The queue has this version's layout. Skips jobs of unknown queues and unknown columns. */
async function fillQueue(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  jobs: TableInBackup,
  key: string | undefined,
): Promise<void> {
  const columns = jobs.columns.map((name) => `"${name}" text`).join(', ')
  await client.query(`create temporary table queued_jobs (${columns}) on commit drop`)
  await load(client, folder, manifest, jobs, 'queued_jobs', key)
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped and attname = any($1)`,
    [jobs.columns],
  )
  const names = rows.map(({ name }) => `"${name}"`).join(', ')
  const values = rows.map(({ name, type }) => `"${name}"::${type}`).join(', ')
  await client.query(`insert into pgboss.job (${names}) select ${values} from queued_jobs
    where name in (select name from pgboss.queue) on conflict do nothing`)
}

/** Ends all sessions, because one that was ended after the backup must not become valid again. */
async function finish(client: pg.Client, manifest: Manifest, live: boolean): Promise<void> {
  await client.query('begin')
  await client.query(
    `update sessions set revoked_at = now(), revoked_because = 'restored' where revoked_at is null`,
  )
  if (!live)
    await client.query('insert into outbound_hold (held_at, taken_at) values (now(), $1)', [manifest.takenAt])
  await client.query(`drop table ${RESTORING}`)
  await client.query('commit')
  await client.query('analyze')
}
