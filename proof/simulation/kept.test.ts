import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { readKept } from './kept.ts'
import { attempt, scenarioOf, shrink } from './many.ts'
import { type Lane, openLane } from './world/lane.ts'

const kept = await readKept()
let database: TestDatabase
let lane: Lane

beforeAll(async () => {
  database = await createTestDatabase()
  lane = await openLane(database)
})

afterAll(async () => {
  await lane.close()
  await database.drop()
})

const messageOf = (result: number | { message: string }): string =>
  typeof result === 'number' ? '' : result.message

describe('what failed once does not fail again', () => {
  it.each(kept)('$name: $found', async (one) => {
    expect(messageOf(await attempt(lane, one))).toBe('')
  })
})

describe('a lane', () => {
  const scenario = scenarioOf(7, { commands: 30, faults: false })

  it('does one run at a time', async () => {
    const first = attempt(lane, { seed: 7, overHttp: false, scenario })
    await expect(attempt(lane, { seed: 7, overHttp: false, scenario })).rejects.toThrow('a run in this lane')
    expect(messageOf(await first)).toBe('')
  })

  it('is free again when there is no time left to make a failure smaller', async () => {
    const failure = { seed: 7, overHttp: false, scenario, message: '' }
    await shrink(lane, failure, { faults: false, timeLimitMs: 100 })
    expect(messageOf(await attempt(lane, { seed: 7, overHttp: false, scenario }))).toBe('')
  })

  it('does the same again for the same seed, to the last reference of the processor', async () => {
    const books = async (): Promise<unknown> => {
      expect(messageOf(await attempt(lane, { seed: 7, overHttp: false, scenario: alone }))).toBe('')
      const account = '(select account_id from ledger_entries order by account_id desc limit 1)'
      const { rows } = await lane.owner.query(
        `select ref, status, captured_minor, created_at from sandbox_charges where account_id = ${account} order by ref`,
      )
      return rows.map((row) => ({ ...row, ref: row.ref.slice(0, 15) }))
    }
    const alone = { ...scenario, commands: scenario.commands.filter(({ kind }) => kind !== 'together') }
    const first = await books()
    expect(first).not.toEqual([])
    expect(await books()).toEqual(first)
  })
})
