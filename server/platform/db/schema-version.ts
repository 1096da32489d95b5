import pg from 'pg'
import { appliedMigrations, laterMigrations, readMigrations, refuseHalfRestored } from './migrate.ts'

/** Throws a sentence when the database is not Quittance's, or when a restore into it did not finish. */
export async function refuseForeign(client: pg.Client): Promise<void> {
  await refuseHalfRestored(client)
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('public.users') is not null as known",
  )
  if (!rows[0]!.known)
    throw new Error(
      'This database holds nothing of Quittance. npm start or npm run migrate prepares it, npm run restore fills it.',
    )
}

/**
 * Throws a sentence when the database is not at this version. For commands that read a database without
 * migrating it.
 */
export async function refuseOtherVersion(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await refuseForeign(client)
    const applied = await appliedMigrations(client)
    const ours = readMigrations()
    const later = laterMigrations(applied)
    if (later.length > 0)
      throw new Error(
        `The database is of a later version of Quittance: this one has no migration ${later[0]}. Run the command with that version.`,
      )
    const missing = ours.filter(({ name }) => !applied.has(name))
    if (missing.length > 0)
      throw new Error(
        `The database is of an earlier version of Quittance: migration ${missing[0]!.name} is missing. Bring it to this version first: npm run migrate`,
      )
    const changed = ours.find(({ name, sha256 }) => applied.get(name) !== sha256)
    if (changed) throw new Error(`Migration ${changed.name} was changed after it had been applied.`)
  } finally {
    await client.end()
  }
}
