import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { readCommitSeed } from '../../scripts/testing/changed-files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    simulationSeed: number
  }
}

/** Chooses one seed for all test files of a run and prints it, so that the run can be repeated. */
export default function setup(project: TestProject): void {
  const seed = Number(
    process.env.SIMULATION_SEED ?? readCommitSeed(process.cwd()) ?? randomInt(1, 1_000_000_000),
  )
  if (!Number.isSafeInteger(seed)) throw new Error('SIMULATION_SEED must be a whole number.')
  console.log(`Simulations start at SIMULATION_SEED=${seed}`)
  project.provide('simulationSeed', seed)
}
