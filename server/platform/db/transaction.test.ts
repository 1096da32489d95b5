import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts'
import type { Tx } from './database.ts'
import { type OpenPool, openPool } from './pool.ts'
import { inOneTransaction } from './transaction.ts'

let database: TestDatabase
let opened: OpenPool
let client: pg.PoolClient
/** Packets sent on the pool's only connection. */
let sent = 0

beforeAll(async () => {
  database = await createTestDatabase()
  opened = openPool(database.ownerConfig, { size: 1 }, () => {})
  client = await opened.pool.connect()
  await client.query('create table notes (text text primary key)')
  client.release()
  // The first transaction prepares the `begin` statement.
  await inOneTransaction(opened.db, (tx) => note(tx, 'first'))
  countPackets((client as unknown as { connection: { stream: Socket } }).connection.stream)
})
beforeEach(() => {
  sent = 0
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

function countPackets(stream: Socket): void {
  const counted = stream as unknown as Record<'_write' | '_writev', (...args: unknown[]) => void>
  for (const way of ['_write', '_writev'] as const) {
    const write = counted[way].bind(stream)
    counted[way] = (...args) => {
      sent += 1
      write(...args)
    }
  }
}

const note = (tx: Tx, text: string) => sql`insert into notes values (${text})`.execute(tx)
const say = async (tx: Tx, text: string) =>
  (await sql<{ said: string }>`select ${text}::text as said`.execute(tx)).rows[0]!.said
const noted = async () =>
  (await opened.pool.query<{ text: string }>('select text from notes order by 1')).rows.map((row) => row.text)

describe('round trips to the database', () => {
  it('sends begin with the first statement, and concurrent statements in one packet', async () => {
    const said = await inOneTransaction(opened.db, async (tx) => {
      await say(tx, 'known')
      return Promise.all(['a', 'b', 'c'].map((text) => say(tx, text)))
    })
    expect(said).toEqual(['a', 'b', 'c'])
    expect(sent).toBe(3)
  })

  it('sends nothing for a transaction without statements', async () => {
    expect(await inOneTransaction(opened.db, async () => 'nothing')).toBe('nothing')
    await expect(inOneTransaction(opened.db, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(sent).toBe(0)
  })

  it('runs a first statement without parameters inside the transaction', async () => {
    await expect(
      inOneTransaction(opened.db, async (tx) => {
        await sql`insert into notes values ('plain')`.execute(tx)
        throw new Error('on second thoughts')
      }),
    ).rejects.toThrow('on second thoughts')
    expect(await noted()).toEqual(['first'])
  })

  it('rolls back a failed first statement and keeps the connection usable', async () => {
    await expect(inOneTransaction(opened.db, (tx) => note(tx, 'first'))).rejects.toMatchObject({
      code: '23505',
    })
    await expect(inOneTransaction(opened.db, (tx) => sql`select nonsense`.execute(tx))).rejects.toMatchObject(
      { code: '42703' },
    )
    expect(await inOneTransaction(opened.db, (tx) => say(tx, 'still there'))).toBe('still there')
  })

  it('throws the first of several errors and rolls all statements back', async () => {
    const work = (tx: Tx) => Promise.all([note(tx, 'one'), note(tx, 'first'), note(tx, 'two')])
    await expect(inOneTransaction(opened.db, work)).rejects.toMatchObject({ code: '23505' })
    expect(await noted()).toEqual(['first'])
  })

  it('throws the error of the failed statement although later ones settle first', async () => {
    const heardLate = async (branch: Promise<unknown>) => {
      const [outcome] = await Promise.allSettled([branch])
      await setImmediate()
      if (outcome.status === 'rejected') throw outcome.reason
    }
    const failing = inOneTransaction(opened.db, (tx) =>
      Promise.all([heardLate(note(tx, 'first')), say(tx, 'behind')]),
    )
    await expect(failing).rejects.toMatchObject({ code: '23505' })
  })

  it('refuses writes of a branch that continues during the rollback', async () => {
    let late: Promise<unknown> | undefined
    const work = async (tx: Tx) => {
      const failing = note(tx, 'first')
      late = failing.catch(async () => {
        for (let turn = 0; turn < 100; turn++) await null
        return note(tx, 'late')
      })
      late.catch(() => {})
      await failing
    }
    await expect(inOneTransaction(opened.db, work)).rejects.toMatchObject({ code: '23505' })
    await expect(late).rejects.toThrow('its transaction was over')
    expect(await noted()).toEqual(['first'])
  })
})
