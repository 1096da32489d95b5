import type pg from 'pg'
import { SCHEMA_LOCK } from '../../platform/db/migrate.ts'
import { SERVING_ROLE } from '../../platform/db/serving-role.ts'
import { CHECKED_BY_LEDGER, findRefusals, rowFunctionOf } from './find-refusals.ts'
import { COMMITTED_TOGETHER } from './placement.ts'
import { type ForeignKey, readSchema, type Schema, type Table, type Trigger } from './read-schema.ts'

/** Receives one line for each thing that was done. */
type Say = (line: string) => void

/**
 * Spreads a migrated database over the nodes of its Citus cluster, in one transaction. Does nothing to a table that is
 * distributed already, so it can be repeated after a migration. Throws a sentence when the cluster isn't ready or a table
 * can't be distributed.
 */
export async function distributeDatabase(client: pg.Client, say: Say): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
  await checkCluster(client, say)
  await client.query('begin')
  try {
    // Each node gets its changes one after another, so that foreign keys to copied tables can be added.
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    await client.query('set local citus.enable_unsafe_triggers = on')
    await client.query("set local client_min_messages = 'warning'")
    await spread(client, say)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await letTenantTravel(client, say)
}

async function checkCluster(client: pg.Client, say: Say): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  )
  if (rows.length === 0)
    throw new Error(
      "This database doesn't have the extension Citus. Install Citus 13 on each node, add it to shared_preload_libraries, and let a superuser run on each: create extension citus",
    )
  const nodes = await client.query<{ name: string; coordinator: boolean }>(
    "select nodename || ':' || nodeport as name, groupid = 0 as coordinator from pg_dist_node where isactive and noderole = 'primary' order by groupid",
  )
  const workers = nodes.rows.filter(({ coordinator }) => !coordinator)
  if (workers.length === nodes.rows.length)
    throw new Error(
      "The coordinator isn't part of its cluster. Run in this database: select citus_set_coordinator_host('its address')",
    )
  if (workers.length === 0)
    throw new Error(
      "The cluster has no other node. Run in this database, for each: select citus_add_node('its address', 5432)",
    )
  say(
    `Citus ${rows[0]!.version} with ${workers.length} nodes beside the coordinator: ${workers.map(({ name }) => name).join(', ')}`,
  )
}

async function spread(client: pg.Client, say: Say): Promise<void> {
  const schema = await readSchema(client)
  const refusals = findRefusals(schema)
  if (refusals.length > 0) throw new Error(`Nothing was changed.\n${refusals.join('\n')}`)
  const known = await distributedTables(client)
  const missing = [...schema.tables.values()].filter(
    ({ name, placement }) =>
      !known.has(name) && (placement.kind !== 'coordinator' || COMMITTED_TOGETHER.includes(name)),
  )
  if (missing.length === 0) return say('All tables are distributed already.')
  const names = new Set(missing.map(({ name }) => name))
  const keys = schema.foreignKeys.filter(({ table, target }) => names.has(table) || names.has(target))
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  await replaceTriggers(client, schema, names, say)
  for (const kind of ['copied', 'spread', 'coordinator'] as const)
    for (const table of missing.filter(({ placement }) => placement.kind === kind))
      await place(client, table, say)
  await addKeys(client, keys, say)
  await distributeFunctions(client, say)
}

/** Creates the product's functions on each node, because what a trigger calls doesn't follow its table there. */
async function distributeFunctions(client: pg.Client, say: Say): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  for (const { signature } of rows) await client.query('select create_distributed_function($1)', [signature])
  say(`${rows.length} functions are on each node`)
}

async function distributedTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid',
  )
  return new Set(rows.map(({ name }) => name))
}

/** Distributes a table with its rows, of which the owner sees all only while its policies don't bind them. */
async function place(client: pg.Client, { name, placement }: Table, say: Say): Promise<void> {
  const { rows } = await client.query<{ forced: boolean }>(
    'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
    [name],
  )
  const forced = rows[0]!.forced
  if (forced) await client.query(`alter table ${name} no force row level security`)
  if (placement.kind === 'copied') await client.query('select create_reference_table($1)', [name])
  else if (placement.kind === 'coordinator')
    await client.query('select citus_add_local_table_to_metadata($1)', [name])
  else
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
      name,
      placement.by,
      placement.by === 'account_id' ? 'default' : 'none',
    ])
  if (forced) await client.query(`alter table ${name} force row level security`)
  say(`  ${name}: ${wordsOf(placement)}`)
}

function wordsOf(placement: Table['placement']): string {
  switch (placement.kind) {
    case 'copied':
      return 'a copy on each node'
    case 'spread':
      return `by ${placement.by}`
    case 'coordinator':
      return 'on the coordinator, committed together with the nodes'
  }
}

async function addKeys(client: pg.Client, keys: readonly ForeignKey[], say: Say): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  say(`${keys.length} foreign keys hold again`)
}

async function replaceTriggers(
  client: pg.Client,
  { triggers }: Schema,
  names: ReadonlySet<string>,
  say: Say,
): Promise<void> {
  for (const trigger of triggers.filter(
    ({ table, usesTransitionTables }) => names.has(table) && usesTransitionTables,
  )) {
    await client.query(`drop trigger ${trigger.name} on ${trigger.table}`)
    if (!CHECKED_BY_LEDGER.has(trigger.function)) await client.query(rowTrigger(trigger))
    say(
      `  trigger ${trigger.name} of ${trigger.table}: ${CHECKED_BY_LEDGER.has(trigger.function) ? 'left to verify-ledger' : 'for each row'}`,
    )
  }
}

const rowTrigger = ({ name, table, event, function: run }: Trigger): string =>
  `create trigger ${name} after ${event} on ${table} for each row execute function ${rowFunctionOf(run)}()`

/** Lets `set local`, which names the tenant, travel to the nodes. */
async function letTenantTravel(client: pg.Client, say: Say): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(
    `alter role ${SERVING_ROLE} in database ${client.escapeIdentifier(rows[0]!.name)} set citus.propagate_set_commands = 'local'`,
  )
  // A query over all accounts that goes to the shards in parallel would forbid a later write to a copied table.
  await client.query(
    `alter role ${SERVING_ROLE} in database ${client.escapeIdentifier(rows[0]!.name)} set citus.multi_shard_modify_mode = 'sequential'`,
  )
  say('The tenant of a transaction travels to the nodes. Restart the servers and workers.')
}
