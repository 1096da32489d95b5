import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { triesMistakes } from '../ring.ts'
import { BUGS } from './deliberate-bugs.ts'
import { simulateMany } from './simulate-many.ts'
import { openLane } from './world/lane.ts'

/** The first seed that detects each bug, searched from seed 1; the first run detects all other bugs. */
const FIRST_SEEDS: Readonly<Record<string, number>> = {
  'no lock': 5,
  'a new key for each retry': 13,
  'a new key for each refund retry': 106,
  'a timeout treated as a failure': 13,
  'events are not delivered': 2,
  'automatic payments without a notice': 9,
  'a withdrawn consent still charges': 32,
  'used credit stays unapplied': 3,
  'credit is planned twice': 33,
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
