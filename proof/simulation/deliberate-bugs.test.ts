import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { triesMistakes } from '../ring.ts'
import { BUGS } from './bugs.ts'
import { simulateMany } from './many.ts'
import { openLane } from './world/lane.ts'

/** Looking from seed 1 in one lane, most bugs are caught by the first run; of the others, this one catches them. */
const FIRST_SEEDS: Readonly<Record<string, number>> = {
  'no lock': 5,
  'a new key for each retry': 13,
  'a refund asked for again under a new key': 40,
  'a time-out taken for failure': 13,
  'events are not worked off': 2,
  'a charge by itself that nobody was told of': 9,
  'an agreement that was taken back still charges': 32,
  'credit that was used is left over still': 3,
}
/** More are tried in case commands come to mean other things. */
const MOST_RUNS = 20
const MINUTE_MS = 60_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Each needs runs of its own: in the gate they are tried when the simulation itself changed. */
const mistakes = triesMistakes('proof/simulation/') ? Object.entries(BUGS) : []

describe('the simulation notices what is made wrong on purpose', () => {
  it.each(mistakes)(
    '%s',
    async (name, bug) => {
      const lane = await openLane(database, bug)
      try {
        const plan = {
          runs: MOST_RUNS,
          commands: 60,
          seed: FIRST_SEEDS[name] ?? 1,
          faults: false,
          overHttpEach: 5,
        }
        const { failure } = await simulateMany([lane], plan)
        expect(failure?.message).toMatch(bug.notices)
      } finally {
        await lane.close()
      }
    },
    5 * MINUTE_MS,
  )
})
