import { afterAll, beforeAll, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'
import { isGate, sampleOf, sizeOf } from '../ring.ts'
import { RACES } from './races.ts'
import { openServers, type Servers } from './servers.ts'

/*
 * Concurrent requests to two servers with one database. In any order the books stay right, no limit is
 * exceeded, and no response reports a deadlock. RACE_ROUNDS sets the number of rounds of each race.
 */

/** The number of rounds of a race. */
export const ROUNDS = sizeOf('RACE_ROUNDS', { gate: 2, full: 20 })
/** In `npm test` every other race has one round, chosen by the seed. */
const RUN_AGAIN = new Set(isGate ? sampleOf(RACES, Math.ceil(RACES.length / 2)) : RACES)
const ROUND_MS = 300_000

/** Defines the tests of every other race, from the first or the second one on, so that a file's work is short. */
export function runRaces(half: 'first' | 'second'): void {
  let servers: Servers
  beforeAll(async () => {
    servers = await openServers()
  })
  afterAll(async () => {
    console.log(`deadlocks that were retried: ${await servers.deadlocks()}`)
    await servers.close()
  })

  it.each(RACES.filter((_, index) => index % 2 === (half === 'first' ? 0 : 1)))(
    '$name',
    async (race) => {
      const rounds = RUN_AGAIN.has(race) ? ROUNDS : 1
      const before = servers.faults().length
      const failure = await failureOf(async () => {
        for (let round = 0; round < rounds; round++) await race.run(servers)
        expect(await servers.breaches()).toEqual([])
      })
      // A 500 has no details, so the error of the database is read from the log.
      expect([failure, ...servers.faults().slice(before)].filter((text) => text !== null)).toEqual([])
    },
    ROUNDS * ROUND_MS,
  )
}
