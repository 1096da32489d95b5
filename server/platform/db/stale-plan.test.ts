import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { inTransaction } from '../context.ts'
import { isStalePlan } from './stale-plan.ts'

const test = setUpTestServer()

it('prepares statements again after a later version added columns, and no transaction fails', async () => {
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  await owner.query(
    'create table later (id int); insert into later values (1); grant select on later to public',
  )
  const read = () =>
    inTransaction(
      test.app,
      { requestId: 'test', ip: null },
      { kind: 'system', job: 'test' },
      async ({ db }) => {
        const { rows } = await sql<{ id: number }>`select * from later where id = ${1}`.execute(db)
        return rows
      },
    )
  // Several connections prepare the statement.
  await Promise.all([read(), read(), read()])
  await owner.query('alter table later add text text')
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill([{ id: 1, text: null }]))
  await owner.end()
})

it('recognizes the error without its text', async () => {
  const client = new pg.Client(test.ownerConfig)
  await client.connect()
  const ask = () => client.query({ name: 'kept', text: 'select * from kept where id = $1', values: [1] })
  await client.query('create table kept (id int)')
  await ask()
  await client.query('alter table kept add text text')
  const error = await ask().catch((thrown: unknown) => thrown)
  expect(isStalePlan(error)).toBe(true)
  expect(isStalePlan(new Error('cached plan'))).toBe(false)
  await client.end()
})
