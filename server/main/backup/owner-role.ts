import type pg from 'pg'

/**
 * Refuses a role that row-level security applies to: it sees no rows of any tenant, and its backup would be
 * empty without an error.
 */
export async function refuseBlindRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sees: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  )
  if (rows[0]?.sees) return
  throw new Error(
    `The database role ${rows[0]?.name} is bound by row-level security, so it can't read every tenant's rows. Name a superuser, or a role with BYPASSRLS that owns the tables, in DATABASE_OWNER_URL.`,
  )
}
