import { join } from 'node:path'
import pg from 'pg'
import { type Config, dataDirOf, readConfig } from '../platform/config.ts'
import { checkServingRole } from '../platform/db/check-serving-role.ts'
import { checkRoleSettings, type ServingConnection } from '../platform/db/pooler.ts'
import { locatePrimary, reachDatabase } from '../platform/db/reach.ts'
import { refuseOtherVersion } from '../platform/db/schema-version.ts'
import { urlsOf } from '../platform/db/servers/database-urls.ts'
import { prepareServingRole, SERVING_ROLE } from '../platform/db/serving-role.ts'
import { embeddedPostgresExists, startEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { restartWhenKilled } from '../platform/postgres/restart-when-killed.ts'
import { migrateDatabase } from './migrate-database.ts'

/** This process's database. */
export interface RunningDatabase {
  /** For requests and jobs: a role that owns nothing and can't bypass row-level security. */
  readonly connection: ServingConnection
  /** For commands on the whole database; null where only the serving role is known. */
  readonly owner: pg.ClientConfig | null
  stop(): Promise<void>
}

const DATABASE = 'quittance'

/** Receives sentences for a person about slow steps. */
type Log = (line: string) => void

/** make: creates and migrates what is missing. look: opens an existing database unchanged. */
type OpenMode = 'make' | 'look'

/**
 * Starts the embedded PostgreSQL or connects to DATABASE_URL, and migrates it to this version. Throws a
 * sentence for a person when the role could see other tenants' rows.
 */
export const openDatabase = (config: Config, log: Log): Promise<RunningDatabase> => open(config, log, 'make')

/**
 * Like openDatabase for commands that only read: creates and migrates nothing. Throws a sentence when there
 * is no database, or one of another version.
 */
export const openExistingDatabase = (config: Config, log: Log): Promise<RunningDatabase> =>
  open(config, log, 'look')

async function open(config: Config, log: Log, manner: OpenMode): Promise<RunningDatabase> {
  const database = config.databaseUrl
    ? await external(config, config.databaseUrl, log, manner)
    : await embedded(config, log, manner)
  try {
    const { production } = config
    await checkServingRole(database.connection, { setting: 'DATABASE_URL', production })
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

/**
 * Reads the settings of a read-only command without creating a folder or a secret. Throws when there is no
 * database.
 */
export async function readConfigToLook(env: Record<string, string | undefined>): Promise<Config> {
  if (!env.DATABASE_URL && !env.DATABASE_OWNER_URL) await refuseAbsent(dataDirOf(env))
  return readConfig(env, { looking: true })
}

/**
 * Opens the database for its owner without migrating or checking it. For commands that must not change its
 * version.
 */
export async function openOwner(
  config: Config,
  log: Log,
  manner: OpenMode,
): Promise<{ readonly owner: pg.ClientConfig; stop(): Promise<void> }> {
  const reached = await reachOwner(config)
  if (reached) {
    refusePooled(reached)
    return { owner: reached.owner, stop: async () => {} }
  }
  if (config.databaseUrl)
    throw new Error(
      'DATABASE_OWNER_URL has to name the owner of the tables, who may bypass row-level security.',
    )
  return ownCluster(config, log, manner)
}

interface ReachedOwner {
  readonly owner: pg.ClientConfig
  /** The setting that names it. */
  readonly setting: string
  readonly isPooled: boolean
}

/** Connects as the owner of the tables, once. Null where only the serving role is known. */
async function reachOwner(config: Config): Promise<ReachedOwner | null> {
  const url = config.databaseOwnerUrl ?? (config.production ? undefined : config.databaseUrl)
  if (url === undefined) return null
  const setting = config.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
  const owner = { connectionString: await locatePrimary(url, setting) }
  return { owner, setting, ...(await reachDatabase(owner, setting)) }
}

/** Throws when the owner's connection, which holds locks between its transactions, goes through a pooler. */
function refusePooled({ setting, isPooled }: ReachedOwner): void {
  if (isPooled)
    throw new Error(
      `${setting} goes through a connection pooler, but migrations and backups hold a lock on their connection. Let DATABASE_OWNER_URL name PostgreSQL itself.`,
    )
}

async function ownCluster(config: Config, log: Log, manner: OpenMode) {
  if (manner === 'look') await refuseAbsent(config.dataDir)
  const server = await startEmbeddedPostgres({ dataDir: folderOf(config.dataDir), log })
  try {
    const known = await ensureDatabase(server.superuser, manner)
    if (!known) throw absent(config.dataDir)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { owner: { ...server.superuser, database: DATABASE }, stop: () => server.stop() }
}

const folderOf = (dataDir: string): string => join(dataDir, 'postgres')

const absent = (dataDir: string): Error =>
  new Error(
    `There is no database in ${dataDir}. Name its folder in DATA_DIR, or its address in DATABASE_URL.`,
  )

async function refuseAbsent(dataDir: string): Promise<void> {
  if (!(await embeddedPostgresExists(folderOf(dataDir)))) throw absent(dataDir)
}

async function embedded(config: Config, log: Log, manner: OpenMode): Promise<RunningDatabase> {
  const { owner, stop } = await ownCluster(config, log, manner)
  try {
    if (manner === 'make') reportLater(await migrateDatabase(owner), log)
    else await refuseOtherVersion(owner)
  } catch (error) {
    await stop()
    throw error
  }
  const leaveAlone = restartWhenKilled({ dataDir: folderOf(config.dataDir), log })
  return {
    connection: { ...owner, user: SERVING_ROLE },
    owner,
    async stop() {
      await leaveAlone()
      await stop()
    },
  }
}

/** Returns false when the database doesn't exist and is not created. */
async function ensureDatabase(superuser: pg.ClientConfig, manner: OpenMode): Promise<boolean> {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (known.rowCount === 0 && manner === 'make') await client.query(`create database ${DATABASE}`)
    return known.rowCount === 1 || manner === 'make'
  } finally {
    await client.end()
  }
}

/**
 * In production and behind a pooler the configured role must itself be the restricted one; elsewhere each connection
 * switches to it. Where only the serving role is known, the version can't be read.
 */
async function external(config: Config, url: string, log: Log, manner: OpenMode): Promise<RunningDatabase> {
  const servers = urlsOf(url)
  const reached = await reachOwner(config)
  if (reached && manner === 'make') {
    refusePooled(reached)
    await prepareServingRole(reached.owner, servers[0]!, config.statementMs)
    reportLater(await migrateDatabase(reached.owner), log)
  } else if (reached) await refuseOtherVersion(reached.owner)
  const connectionString = await locatePrimary(url, 'DATABASE_URL')
  const { isPooled, isDistributed } = await reachDatabase({ connectionString }, 'DATABASE_URL')
  const connection: ServingConnection = {
    ...(isPooled ? { connectionString, isPooled } : servingConnection(config, connectionString)),
    isDistributed,
    ...(servers.length > 1 && { servers }),
  }
  if (isPooled) await checkRoleSettings(connection)
  return {
    connection,
    owner: reached?.owner ?? null,
    stop: async () => {},
  }
}

/** During an upgrade both versions serve; afterwards one that was forgotten is noticed. */
function reportLater(later: readonly string[], log: Log): void {
  if (later.length > 0)
    log(
      `Warning: the database is of a later version of Quittance: this one has no migration ${later[0]}. Both can serve during an upgrade; then stop this one.`,
    )
}

/** Outside production a superuser may connect, who takes on the serving role. */
const servingConnection = ({ production }: Config, url: string): pg.ClientConfig => ({
  connectionString: url,
  ...(!production && { options: `-c role=${SERVING_ROLE}` }),
})

/** Returns the connection of DATABASE_READ_URL; null without it. Whether a pooler is there is found out later. */
export const replicaConnection = (config: Config): pg.ClientConfig | null =>
  config.databaseReadUrl === undefined ? null : servingConnection(config, config.databaseReadUrl)
