import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import pg from 'pg'
import { isoInstant, systemClock } from '../../platform/clock.ts'
import { CopyOut } from '../../platform/db/copy-stream.ts'
import { appliedMigrations, SCHEMA_LOCK } from '../../platform/db/migrate.ts'
import { refuseForeign } from '../../platform/db/schema-version.ts'
import { encrypting, fingerprintOf, sealOf } from './cipher.ts'
import { MANIFEST, type Manifest, SEAL, type TableInBackup } from './manifest.ts'
import { refuseBlindRole } from './owner-role.ts'

export interface BackupOptions {
  readonly folder: string
  /** Encrypts every file when set. */
  readonly key: string | undefined
  /** SECRET that encrypts values in the database. Its fingerprint lets a restore detect another one. */
  readonly secret: string
}

/**
 * Writes a consistent snapshot of the whole database into an empty folder while the product runs. The
 * manifest is written last, so a folder without one is no backup. When it fails, it throws a sentence and
 * leaves nothing behind.
 */
export async function takeBackup(owner: pg.ClientConfig, options: BackupOptions): Promise<Manifest> {
  const folder = await prepareFolder(options.folder)
  const client = new pg.Client(owner)
  // The error names the statement that failed.
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseForeign(client)
    await refuseBlindRole(client)
    // Prevents schema changes meanwhile.
    await client.query('select pg_advisory_lock_shared($1)', [SCHEMA_LOCK])
    await client.query(
      "begin isolation level repeatable read read only; set local row_security = off; set local timezone = 'UTC'",
    )
    const salt = randomBytes(32)
    const migrations = [...(await appliedMigrations(client))].map(([name, sha256]) => ({ name, sha256 }))
    const takenAt = isoInstant(systemClock.wallNow())
    const tables: TableInBackup[] = []
    for (const table of await listTables(client))
      tables.push(await copyTable(client, folder, table, salt, options.key))
    const manifest: Manifest = {
      format: 1,
      takenAt,
      encrypted: options.key !== undefined,
      salt: salt.toString('hex'),
      secretFingerprint: fingerprintOf(options.secret, salt),
      migrations,
      tables,
      sequences: await readSequences(client),
    }
    await client.query('commit')
    await writeManifest(folder, manifest, options.key)
    return manifest
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function prepareFolder(path: string): Promise<string> {
  const folder = resolve(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty. A backup goes into a folder of its own.`)
  return folder
}

type Table = Pick<TableInBackup, 'schema' | 'name' | 'columns'>

/**
 * Lists every permanent table and the queue's jobs. Leaves out unlogged counters, which don't survive a crash
 * either, the tables that the restore writes itself, and generated columns.
 */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where (n.nspname = 'public' or (n.nspname, c.relname) = ('pgboss', 'job')) and c.relkind in ('r', 'p')
      and not c.relispartition and c.relpersistence = 'p' and c.relname not in ('schema_migrations', 'outbound_hold')
    group by 1, 2 order by 1 desc, 2`)
  return rows
}

async function copyTable(
  client: pg.Client,
  folder: string,
  table: Table,
  salt: Buffer,
  key: string | undefined,
): Promise<TableInBackup> {
  const file = `${table.schema}.${table.name}.copy.gz${key === undefined ? '' : '.enc'}`
  const columns = table.columns.map((name) => `"${name}"`).join(', ')
  const rows = new CopyOut(client, `copy (select ${columns} from ${table.schema}."${table.name}") to stdout`)
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline([
    rows,
    createGzip({ level: constants.Z_BEST_SPEED }),
    ...(key === undefined ? [] : [encrypting(key, salt, file)]),
    measure,
    createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx', flush: true }),
  ])
  return { ...table, rows: rows.rows, file, bytes, sha256: hash.digest('hex') }
}

/** Reads the sequences after the rows, so that a number may be skipped but never used twice. */
async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

async function writeManifest(folder: string, manifest: Manifest, key: string | undefined): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const seal = sealOf(text, Buffer.from(manifest.salt, 'hex'), key)
  await writeFile(join(folder, SEAL), `${seal}\n`, { mode: 0o600, flush: true })
  await writeFile(join(folder, MANIFEST), text, { mode: 0o600, flush: true })
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
