import pg from 'pg'
import { checkServingRole } from '../check-serving-role.ts'
import type { Connection } from '../connection.ts'
import type { Db } from '../database.ts'
import { openPool, type PoolSettings } from '../pool.ts'
import { checkRoleSettings, isPooled, type ServingConnection } from '../pooler.ts'
import { INSPECTION, type InspectedRow } from './inspect-server.ts'

const ANSWER_MS = 2_000

/** Connections to a replica: a pool for reads, and one that watches it, which busy reads don't delay. */
export interface ReplicaLink {
  readonly db: Db
  inspect(): Promise<InspectedRow>
  /** Ends all connections at once, also those to a server that is silent. Reads under way fail. */
  drop(): void
}

/** Connects to a replica. Throws when it doesn't answer within two seconds. */
export async function linkReplica(
  connection: pg.ClientConfig,
  { pool, production }: { readonly pool: PoolSettings; readonly production: boolean },
  onLost: () => void,
): Promise<ReplicaLink> {
  const watcher = new pg.Client({
    ...connection,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'quittance-watch',
  })
  watcher.on('error', () => {})
  try {
    await watcher.connect()
    const served = (await isPooled(watcher)) ? pooled(connection) : connection
    if ('isPooled' in served) await checkRoleSettings(served)
    await checkServingRole(served, { setting: 'DATABASE_READ_URL', production })
    return openLink(watcher, served, pool, onLost)
  } catch (error) {
    watcher.end().catch(() => {})
    throw error
  }
}

function openLink(
  watcher: pg.Client,
  served: ServingConnection,
  settings: PoolSettings,
  onLost: () => void,
): ReplicaLink {
  const { db, pool, close } = openPool(served, settings, onLost)
  const open = new Set<Connection>()
  pool.on('connect', (client) => open.add(client as unknown as Connection))
  pool.on('remove', (client) => open.delete(client as unknown as Connection))
  return {
    db,
    inspect: async () => (await watcher.query<InspectedRow>(INSPECTION)).rows[0]!,
    drop() {
      for (const client of open) client.abandon()
      close().catch(() => {})
      watcher.end().catch(() => {})
    },
  }
}

/** A pooler passes on no options. */
const pooled = ({ options: _, ...connection }: pg.ClientConfig): ServingConnection => ({
  ...connection,
  isPooled: true,
})
