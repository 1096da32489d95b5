import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { triesMistakes } from '../ring.ts'
import { BUGS } from './deliberate-bugs.ts'
import { simulateMany } from './simulate-many.ts'
import { openLane } from './world/lane.ts'

/** The first seed that detects a bug, where the runs from seed 1 don't, or detect it in another way first. */
const FIRST_SEEDS: Readonly<Record<string, number>> = {
  'a new key for each refund retry': 18,
  'pending refunds are not counted': 21,
  'a repeated request is not recognized': 19,
  'a withdrawn consent still charges': 49,
  'late fees while a payment is pending': 24,
}
/** Further seeds are tried, because a change of the commands changes what a seed does. */
const MAX_RUNS = 20

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Each bug needs its own runs, so `npm test` tries them only when the simulation itself changed. */
const bugs = triesMistakes('proof/simulation/') ? Object.entries(BUGS) : []

describe('deliberate bugs', () => {
  it.each(bugs)(
    'detects the bug: %s',
    async (name, bug) => {
      const lane = await openLane(database, bug)
      try {
        const plan = {
          runs: MAX_RUNS,
          commands: 60,
          seed: FIRST_SEEDS[name] ?? 1,
          faults: false,
          overHttpEach: 5,
        }
        const { failure } = await simulateMany([lane], plan)
        expect(failure?.message).toMatch(bug.detectedAs)
      } finally {
        await lane.close()
      }
    },
    5 * MINUTE_MS,
  )
})
