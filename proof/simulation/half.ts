import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { isGate, sizeOf } from '../ring.ts'
import type {} from './choose-seed.ts'
import { keep } from './kept.ts'
import { type Failure, type Plan, shrink, simulateMany } from './many.ts'
import { type Lane, openLane } from './world/lane.ts'

const RUNS = sizeOf('SIMULATION_RUNS', { gate: 500, full: 500 })
/** In the gate a part of the runs, as many as there is time for. */
const SECONDS = isGate ? { sound: 9, faulty: 4 } : null
const COMMANDS = 60
const LANES = 2
const MINUTE_MS = 60_000

/** Runs one half of the simulations, so that two processes share them. A fifth of them runs against a faulty processor. */
export function simulateHalf(half: 0 | 1): void {
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
  const runs = Math.ceil(RUNS / 2)
  const faulty = Math.ceil(runs / 5)
  const seed = inject('simulationSeed') + half * runs
  const plan = { commands: COMMANDS, overHttpEach: 5 }
  describe('simulated money operations', () => {
    it(
      `product and model agree in ${runs - faulty} runs of ${COMMANDS} commands`,
      () => agree(lanes, { ...plan, runs: runs - faulty, seed, faults: false, seconds: SECONDS?.sound }),
      25 * MINUTE_MS,
    )
    it(
      `and in ${faulty} runs with a processor that misbehaves`,
      () =>
        agree(lanes, {
          ...plan,
          runs: faulty,
          seed: seed + runs - faulty,
          faults: true,
          seconds: SECONDS?.faulty,
        }),
      10 * MINUTE_MS,
    )
  })
}

/** Kept as a test that the next run replays, where somebody will find it: a machine that only checks is thrown away. */
const keepHere = async (smaller: Failure): Promise<string> =>
  process.env.CI
    ? 'Not kept, as CI is set: the command above keeps it where it is run.'
    : `Kept as ${await keep(smaller)}; the tests replay it from now on.`

async function agree(lanes: readonly Lane[], plan: Plan): Promise<void> {
  const { failure, runs } = await simulateMany(lanes, plan)
  if (failure) {
    const again = `npm run simulate -- --runs 1 --seed ${failure.seed}${plan.faults ? ' --faults' : ''}`
    const smaller = await shrink(lanes[0]!, failure, { faults: plan.faults, timeLimitMs: MINUTE_MS })
    const kept = await keepHere(smaller)
    const told = `${again}\n${kept}\n${failure.message}\n\nSmaller: ${smaller.message}`
    expect.fail(`${told}\n${JSON.stringify(smaller.scenario)}`)
  }
  if (plan.seconds === undefined) expect(runs).toBe(plan.runs)
  else expect(runs).toBeGreaterThan(0)
}
