import pg from 'pg'
import type { ServingConnection } from './pooler.ts'

/**
 * Throws a sentence when the role of this setting's connection could see other tenants' rows. Outside production a
 * superuser may connect who takes on the serving role.
 */
export async function checkServingRole(
  connection: ServingConnection,
  { setting, production }: { readonly setting: string; readonly production: boolean },
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const role = production || connection.isPooled ? 'session_user' : 'current_user'
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
        `The database role ${found.name} ${why}, so one tenant could see another's rows. Let ${setting} connect as quittance_app, and give the owner in DATABASE_OWNER_URL for migrations.`,
      )
    }
  } finally {
    await client.end()
  }
}
