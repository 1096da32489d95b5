import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    simulationSeed: number
  }
}

/** One seed for all files of a run, told before the first: with it the run can be had again. */
export default function setup(project: TestProject): void {
  const seed = Number(process.env.SIMULATION_SEED ?? seedOfSources() ?? randomInt(1, 1_000_000_000))
  if (!Number.isSafeInteger(seed)) throw new Error('SIMULATION_SEED takes a whole number.')
  console.log(`Simulations begin with SIMULATION_SEED=${seed}`)
  project.provide('simulationSeed', seed)
}

/** What is committed is tried with one seed wherever it is tried, and whatever is committed next with another. */
function seedOfSources(): number | null {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number.parseInt(tree.slice(0, 7), 16)
  } catch {
    return null
  }
}
