import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { migrate } from './migrate.ts'

it('works beside a later version, unless one of its migrations refuses earlier ones', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Client(database.ownerConfig)
  await owner.connect()
  const start = () => migrate(database.ownerConfig, [])
  expect(await start()).toEqual([])
  await owner.query(`insert into schema_migrations (name, sha256) values ('9998-later.sql', '')`)
  expect(await start()).toEqual(['9998-later.sql'])
  await owner.query(
    `insert into schema_migrations (name, sha256, refuses_earlier) values ('9999-refuses.sql', '', true)`,
  )
  await expect(start()).rejects.toThrow(
    'The database is of a later version of Quittance, and its migration 9999-refuses.sql refuses this one.',
  )
  await owner.end()
  await database.drop()
})
