import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { isTouched, sampleOf } from '../ring.ts'
import { readKeptScenarios } from './kept-scenarios.ts'
import { attemptScenario, generateScenario, shrinkFailure } from './simulate-many.ts'
import { type Lane, openLane } from './world/lane.ts'

const kept = sampleOf(await readKeptScenarios(), 1, ({ name }) => isTouched(`proof/simulation/kept/${name}`))
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

const failureOf = (result: number | { message: string }): string =>
  typeof result === 'number' ? '' : result.message

describe('kept scenarios', () => {
  it.each(kept)('$name passes: $found', async (one) => {
    expect(failureOf(await attemptScenario(lane, one))).toBe('')
  })
})

describe('a lane', () => {
  const scenario = generateScenario(7, { commands: 30, faults: false })

  it('refuses a second run while one is in progress', async () => {
    const first = attemptScenario(lane, { seed: 7, overHttp: false, scenario })
    await expect(attemptScenario(lane, { seed: 7, overHttp: false, scenario })).rejects.toThrow(
      'a run in this lane',
    )
    expect(failureOf(await first)).toBe('')
  })

  it('is free again after shrinking stops at its time limit', async () => {
    const failure = { seed: 7, overHttp: false, scenario, message: '' }
    await shrinkFailure(lane, failure, { faults: false, timeLimitMs: 100 })
    expect(failureOf(await attemptScenario(lane, { seed: 7, overHttp: false, scenario }))).toBe('')
  })

  it('repeats a run exactly for the same seed, including processor references', async () => {
    const readCharges = async (): Promise<unknown> => {
      expect(failureOf(await attemptScenario(lane, { seed: 7, overHttp: false, scenario: sequential }))).toBe(
        '',
      )
      // An id ends with the number of its run.
      const account =
        '(select account_id from ledger_entries order by right(account_id::text, 8) desc limit 1)'
      const { rows } = await lane.owner.query(
        `select ref, status, captured_minor, created_at from sandbox_charges where account_id = ${account} order by ref`,
      )
      return rows.map((row) => ({ ...row, ref: row.ref.slice(0, 15) }))
    }
    const sequential = { ...scenario, commands: scenario.commands.filter(({ kind }) => kind !== 'together') }
    const first = await readCharges()
    expect(first).not.toEqual([])
    expect(await readCharges()).toEqual(first)
  })
})
