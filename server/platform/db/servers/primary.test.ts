import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/test-database.ts'
import { isDatabaseAway } from '../away.ts'
import { openPool } from '../pool.ts'
import { locatePrimary } from '../reach.ts'
import { findPrimary } from './primary.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** An address of the database that can disappear. Two of them stand for two servers with the same data. */
async function openAddress() {
  const { host, port, user, database: name } = database.ownerConfig
  const sockets = new Set<Socket>()
  const target = host!.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host!, port: port! }
  const listener = createServer((socket) => {
    const onward = connect(target)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => listener.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (listener.address() as { port: number }).port
  return {
    url: `postgres://${user}@127.0.0.1:${own}/${name}`,
    connections: () => sockets.size / 2,
    open: () => listen(own),
    async close() {
      const closed = new Promise((resolve) => listener.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function setReadOnly(isOn: boolean): Promise<void> {
  const client = new pg.Client({
    ...database.ownerConfig,
    options: '-c default_transaction_read_only=off',
  })
  await client.connect()
  const name = database.ownerConfig.database!
  await client
    .query(`alter database ${name} set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    .finally(() => client.end())
}

const GONE = 'postgres://postgres@127.0.0.1:9/gone'

it('finds the server that takes writes, and a read-only one when no other answers', async () => {
  const address = await openAddress()
  const { url } = address
  expect(await findPrimary([GONE, url])).toMatchObject({ connectionString: url, takesWrites: true })
  const readOnly = `${url}?options=-c%20default_transaction_read_only%3Don`
  expect(await findPrimary([GONE, readOnly])).toMatchObject({ takesWrites: false })
  expect(await findPrimary([readOnly, url])).toMatchObject({ connectionString: url })
  const error = await findPrimary([GONE]).catch((thrown: unknown) => thrown)
  expect(isDatabaseAway(error)).toBe(true)
  const unreachable = 'postgres://me:hunter2@127.0.0.1:9,127.0.0.1:7/gone'
  const refusal = await locatePrimary(unreachable, 'DATABASE_URL').catch((thrown: Error) => thrown.message)
  expect(refusal).toMatch(/^The database of DATABASE_URL can't be reached: .*ECONNREFUSED.*; .*ECONNREFUSED/)
  expect(refusal).not.toContain('hunter2')
  await address.close()
})

it('moves a pool to another server when the one that took writes is gone or became read-only', async () => {
  const [one, other] = [await openAddress(), await openAddress()]
  await other.close()
  const lost: Error[] = []
  const servers = [one.url, other.url]
  const opened = openPool({ connectionString: one.url, servers }, { size: 4 }, (error) => lost.push(error))
  const ask = () => opened.pool.query('select 1')
  await Promise.all([ask(), ask(), ask()])
  expect(one.connections()).toBe(3)

  await one.close()
  await other.open()
  await expect.poll(() => opened.pool.totalCount).toBe(0)
  // The first attempt may still go to the server that is gone, and tells that it is.
  await ask().catch((error: unknown) => expect(isDatabaseAway(error)).toBe(true))
  await Promise.all([ask(), ask(), ask()])
  expect(other.connections()).toBe(3)
  expect(lost.every(isDatabaseAway)).toBe(true)

  // A read-only server answers, but no connection to it is kept: another one may take writes.
  await other.close()
  await other.open()
  await expect.poll(() => opened.pool.totalCount).toBe(0)
  await setReadOnly(true)
  await ask().catch(ask)
  await expect.poll(() => opened.pool.totalCount).toBe(0)
  await setReadOnly(false)
  await ask()
  expect(opened.pool.totalCount).toBe(1)
  await opened.close()
  await other.close()
})
