import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/platform/testing/test-database.ts'
import { BUGS } from './bugs.ts'
import { simulateMany } from './many.ts'
import { openLane } from './world/lane.ts'

const MOST_RUNS = 40
const MINUTE_MS = 60_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('the simulation notices what is made wrong on purpose', () => {
  it.each(Object.entries(BUGS))(
    '%s',
    async (_, bug) => {
      const lanes = await Promise.all([openLane(database, bug), openLane(database, bug)])
      try {
        const plan = { runs: MOST_RUNS, commands: 60, seed: 1, faults: false, overHttpEach: 5 }
        const { failure } = await simulateMany(lanes, plan)
        expect(failure).not.toBe(null)
      } finally {
        await Promise.all(lanes.map((lane) => lane.close()))
      }
    },
    5 * MINUTE_MS,
  )
})
