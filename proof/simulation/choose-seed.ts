import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    simulationSeed: number
  }
}

/** One seed for all files of a run, told before the first: with it the run can be had again. */
export default function setup(project: TestProject): void {
  const seed = Number(process.env.SIMULATION_SEED ?? randomInt(1, 1_000_000_000))
  if (!Number.isSafeInteger(seed)) throw new Error('SIMULATION_SEED takes a whole number.')
  console.log(`Simulations begin with SIMULATION_SEED=${seed}`)
  project.provide('simulationSeed', seed)
}
