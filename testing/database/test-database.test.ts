import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

async function ask(config: pg.ClientConfig, question: string): Promise<unknown[]> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query({ text: question, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

it('creates a separate migrated database at each call', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await ask(one.ownerConfig, 'create table only_here (id int)')
  const tables = "select to_regclass('only_here') is not null, to_regclass('schema_migrations') is not null"
  expect(await ask(one.ownerConfig, tables)).toEqual([[true, true]])
  expect(await ask(other.ownerConfig, tables)).toEqual([[false, true]])
  await Promise.all([one.drop(), other.drop()])
})

it('connects the application as a role that cannot bypass row-level security', async () => {
  const database = await createTestDatabase()
  const role = 'select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user'
  expect(await ask(database.appConfig, role)).toEqual([['quittance_app', false, false]])
  await database.drop()
})

it('drops a database that still has connections', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.appConfig)
  client.on('error', () => {})
  await client.connect()
  await database.drop()
  await expect(ask(database.ownerConfig, 'select 1')).rejects.toThrow(/does not exist/)
})
