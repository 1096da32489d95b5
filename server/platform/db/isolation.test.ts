import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts'

/**
 * Tables that are read before an account is known: people and their sessions, one-time links, directories of links,
 * rate limits, the demo's tables, and the outbound pause of a restored copy.
 */
const GLOBAL = new Set([
  'schema_migrations',
  'known_schedules',
  'users',
  'recovery_codes',
  'external_identities',
  'sessions',
  'one_time_tokens',
  'throttle_counters',
  'released_sub_domains',
  'pay_link_tokens',
  'report_link_tokens',
  'email_link_tokens',
  'payment_plan_tokens',
  'connected_businesses',
  'accounting_companies',
  'demo_mailbox',
  'demo_clock',
  'decoy_logins',
  'spent_authorizations',
  'outbound_hold',
])

let database: TestDatabase
let owner: pg.Client
let serving: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.ownerConfig)
  serving = new pg.Client(database.appConfig)
  await owner.connect()
  await serving.connect()
})
afterAll(async () => {
  await owner.end()
  await serving.end()
  await database.drop()
})

async function tenantTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r' order by 1",
  )
  return rows.map((row) => row.name).filter((name) => !GLOBAL.has(name))
}

describe('tenant isolation in the database', () => {
  it('every tenant table forces row-level security and has a policy', async () => {
    const { rows } = await owner.query<{ name: string; on: boolean; forced: boolean; policies: number }>(
      `select c.relname as name, c.relrowsecurity as on, c.relforcerowsecurity as forced,
        (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c where c.relname = any($1)`,
      [await tenantTables()],
    )
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter((row) => !row.on || !row.forced || row.policies === 0)).toEqual([])
  })

  it('every tenant table has account_id first in its primary key', async () => {
    const { rows } = await owner.query<{ name: string; first: string }>(
      `select c.relname as name, a.attname as first from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indisprimary and c.relname = any($1)`,
      [await tenantTables()],
    )
    expect(rows.map((row) => row.name).sort()).toEqual(await tenantTables())
    expect(rows.filter((row) => row.first !== 'account_id')).toEqual([])
  })

  it('every foreign key between tenant tables carries account_id', async () => {
    const { rows } = await owner.query<{ name: string; columns: string[] }>(
      `select con.conname as name, array_agg(a.attname::text order by k.n) as columns from pg_constraint con
       join pg_class c on c.oid = con.conrelid join pg_class f on f.oid = con.confrelid
       cross join lateral unnest(con.conkey) with ordinality k(num, n)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
       where con.contype = 'f' and c.relname = any($1) and f.relname = any($1) group by con.conname`,
      [await tenantTables()],
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter((row) => row.columns[0] !== 'account_id')).toEqual([])
  })

  it('the serving role owns nothing, is no superuser and cannot bypass the policies', async () => {
    const { rows } = await serving.query(
      `select r.rolsuper, r.rolbypassrls, exists(select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and c.relowner = r.oid) as owns from pg_roles r where r.rolname = current_user`,
    )
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, owns: false }])
  })

  it('shows and accepts no row of any tenant table without a tenant', async () => {
    for (const table of await tenantTables()) {
      const { rows } = await serving.query<{ n: number }>(`select count(*)::int as n from ${table}`)
      expect({ table, n: rows[0]!.n }).toEqual({ table, n: 0 })
    }
    await expect(
      serving.query(
        "insert into stored_files values (gen_random_uuid(), gen_random_uuid(), 'x', 'text/plain', '', '', now())",
      ),
    ).rejects.toThrow(/row-level security/)
  })
})
