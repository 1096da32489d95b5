import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/platform/testing/test-database.ts'
import { readKept } from './kept.ts'
import { attempt, shrink, simulateMany } from './many.ts'
import { type Lane, openLane } from './world/lane.ts'

const SEED = Number(process.env.SIMULATION_SEED ?? randomInt(1, 1_000_000_000))
const RUNS = Number(process.env.SIMULATION_RUNS ?? 40)
const RUNS_WITH_FAULTS = Math.ceil(RUNS / 4)
const LANES = 4
const MINUTE_MS = 60_000

const kept = await readKept()
let database: TestDatabase
let lanes: Lane[]

beforeAll(async () => {
  database = await createTestDatabase()
  lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(database)))
})

afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()))
  await database.drop()
})

describe('money, simulated (R-41 R-43 R-44 R-45 R-46 R-49 R-50 R-51 R-52 R-53 R-54 R-55 R-57 R-58 R-59, T-15 T-20)', () => {
  it.each(kept)('what failed once does not fail again: $name', async (one) => {
    const result = await attempt(lanes[0]!, one)
    expect(typeof result === 'number' ? '' : result.message).toBe('')
  })

  it(
    `product and model agree in ${RUNS} runs of 60 commands, seeds from ${SEED}`,
    async () => {
      const plan = { runs: RUNS, commands: 60, seed: SEED, faults: false, overHttpEach: 5 }
      const { failure, runs } = await simulateMany(lanes, plan)
      if (failure) {
        const smaller = await shrink(lanes[0]!, failure, { faults: false, timeLimitMs: MINUTE_MS })
        const told = `SIMULATION_SEED=${failure.seed} fails: ${failure.message}\n\nSmaller: ${smaller.message}`
        expect.fail(`${told}\n${JSON.stringify(smaller.scenario)}`)
      }
      expect(runs).toBe(RUNS)
    },
    20 * MINUTE_MS,
  )

  it(
    `and in ${RUNS_WITH_FAULTS} runs with a processor that misbehaves, seeds from ${SEED}`,
    async () => {
      const plan = { runs: RUNS_WITH_FAULTS, commands: 60, seed: SEED, faults: true, overHttpEach: 5 }
      const { failure } = await simulateMany(lanes, plan)
      expect(failure && `seed ${failure.seed} with faults: ${failure.message}`).toBe(null)
    },
    5 * MINUTE_MS,
  )
})
