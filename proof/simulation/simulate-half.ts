import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { isGate, sizeOf } from '../ring.ts'
import type {} from './choose-seed.ts'
import { keepScenario } from './kept-scenarios.ts'
import { type Failure, type Plan, shrinkFailure, simulateMany } from './simulate-many.ts'
import { type Lane, openLane } from './world/lane.ts'

const RUNS = sizeOf('SIMULATION_RUNS', { gate: 500, full: 500 })
/** Time limits in `npm test`, which does as many runs as fit. */
const SECONDS = isGate ? { healthy: 2, faulty: 1 } : null
const COMMANDS = 60
const LANES = 2

/**
 * Defines the tests of one half of the simulations, so that two processes share them. A fifth of the runs
 * have a faulty processor.
 */
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
      `product and model agree in ${SECONDS ? `${SECONDS.healthy} seconds of` : runs - faulty} runs of ${COMMANDS} commands`,
      () =>
        expectAgreement(lanes, {
          ...plan,
          runs: runs - faulty,
          seed,
          faults: false,
          seconds: SECONDS?.healthy,
        }),
      25 * MINUTE_MS,
    )
    it(
      `product and model agree in ${SECONDS ? `${SECONDS.faulty} seconds of` : faulty} runs with a faulty processor`,
      () =>
        expectAgreement(lanes, {
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

/** Keeps the failure as a regression test, except in CI, whose files are discarded. */
const keepLocally = async (smaller: Failure): Promise<string> =>
  process.env.CI
    ? 'Not kept, because CI is set. Run the command above locally to keep it.'
    : `Kept as ${await keepScenario(smaller)}. The tests replay it from now on.`

async function expectAgreement(lanes: readonly Lane[], plan: Plan): Promise<void> {
  const { failure, runs } = await simulateMany(lanes, plan)
  if (failure) {
    const command = `npm run simulate -- --runs 1 --seed ${failure.seed}${plan.faults ? ' --faults' : ''}`
    const smallest = await shrinkFailure(lanes[0]!, failure, { faults: plan.faults, timeLimitMs: MINUTE_MS })
    const kept = await keepLocally(smallest)
    const report = `${command}\n${kept}\n${failure.message}\n\nShrunk: ${smallest.message}`
    expect.fail(`${report}\n${JSON.stringify(smallest.scenario)}`)
  }
  if (plan.seconds === undefined) expect(runs).toBe(plan.runs)
  else expect(runs).toBeGreaterThan(0)
}
