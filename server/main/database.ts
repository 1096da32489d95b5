import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../platform/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { bringBack } from '../platform/postgres/bring-back.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts'

/** The database that this process works on. */
export interface RunningDatabase {
  /** For requests and jobs: a role that owns nothing and can't bypass row-level security. */
  readonly connection: pg.ClientConfig
  /** For commands that look after the whole database; null where only the serving role is known. */
  readonly owner: pg.ClientConfig | null
  stop(): Promise<void>
}

const SERVING_ROLE = 'quittance_app'
const DATABASE = 'quittance'

/**
 * Starts the embedded PostgreSQL, or reaches the one that DATABASE_URL names, and brings it to this version.
 * Throws with a sentence for a person when the role could see other tenants' rows (R-27, R-40).
 */
export async function openDatabase(config: Config, log: (line: string) => void): Promise<RunningDatabase> {
  const database = config.databaseUrl
    ? await external(config, config.databaseUrl)
    : await embedded(config, log)
  try {
    await checkServingRole(database.connection, config)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The database as it stands, for its owner: neither migrated nor checked. For commands that must not change its version. */
export async function openOwner(
  config: Config,
  log: (line: string) => void,
): Promise<{ readonly owner: pg.ClientConfig; stop(): Promise<void> }> {
  const url = config.databaseOwnerUrl ?? (config.production ? undefined : config.databaseUrl)
  if (url) return { owner: { connectionString: url }, stop: async () => {} }
  if (config.databaseUrl)
    throw new Error(
      'DATABASE_OWNER_URL has to name the owner of the tables, who may bypass row-level security.',
    )
  const server = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), log })
  try {
    await createDatabase(server.superuser)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { owner: { ...server.superuser, database: DATABASE }, stop: () => server.stop() }
}

async function embedded(config: Config, log: (line: string) => void): Promise<RunningDatabase> {
  const { owner, stop } = await openOwner(config, log)
  try {
    await migrate(owner)
  } catch (error) {
    await stop()
    throw error
  }
  const leaveAlone = bringBack({ dataDir: join(config.dataDir, 'postgres'), log })
  return {
    connection: { ...owner, user: SERVING_ROLE },
    owner,
    async stop() {
      await leaveAlone()
      await stop()
    },
  }
}

async function createDatabase(superuser: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (known.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** In production the given role must itself be the restricted one; elsewhere each connection steps down to it. */
async function external(config: Config, url: string): Promise<RunningDatabase> {
  const ownerUrl = config.databaseOwnerUrl ?? (config.production ? undefined : url)
  if (ownerUrl) await migrate({ connectionString: ownerUrl })
  const steps = config.production ? {} : { options: `-c role=${SERVING_ROLE}` }
  return {
    connection: { connectionString: url, ...steps },
    owner: ownerUrl ? { connectionString: ownerUrl } : null,
    stop: async () => {},
  }
}

async function checkServingRole(connection: pg.ClientConfig, config: Config): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const role = config.production ? 'session_user' : 'current_user'
    const { rows } = await client.query<{ name: string; super: boolean; bypass: boolean; owns: boolean }>(`
      select r.rolname as name, r.rolsuper as super, r.rolbypassrls as bypass,
        exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(r.oid, c.relowner, 'member')) as owns
      from pg_roles r where r.rolname = ${role}`)
    const found = rows[0]
    if (!found) throw new Error('The database role could not be read.')
    if (found.super || found.bypass || found.owns) {
      const why = found.super
        ? 'is a superuser'
        : found.bypass
          ? 'can bypass row-level security'
          : 'owns the tables'
      throw new Error(
        `The database role ${found.name} ${why}, so one tenant could see another's rows. Let DATABASE_URL connect as quittance_app, and give the owner in DATABASE_OWNER_URL for migrations.`,
      )
    }
  } finally {
    await client.end()
  }
}
