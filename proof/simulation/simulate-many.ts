import fc from 'fast-check'
import type { Scenario } from './commands.ts'
import { Divergence, runScenario } from './run-scenario.ts'
import { scenarioArbitrary, smallerScenarioArbitrary } from './scenario-arbitrary.ts'
import type { Lane } from './world/lane.ts'

export interface Plan {
  readonly runs: number
  readonly commands: number
  /** The seed of the first run; each later run adds 1. */
  readonly seed: number
  readonly faults: boolean
  /** One run in this many goes over HTTP; the others call the routes' handlers directly. */
  readonly overHttpEach: number
  /** No run starts after this many seconds; undefined for no limit. */
  readonly seconds?: number | undefined
}

/** A scenario in which product and model differ. */
export interface Failure {
  readonly seed: number
  readonly overHttp: boolean
  readonly scenario: Scenario
  readonly message: string
}

export interface Outcome {
  readonly runs: number
  readonly steps: number
  readonly failure: Failure | null
}

/** Distributes the runs over the lanes and stops at the first failure. */
export async function simulateMany(
  lanes: readonly Lane[],
  plan: Plan,
  progress: (done: Outcome) => void = () => {},
): Promise<Outcome> {
  let next = 0
  const endsAtMs = performance.now() + (plan.seconds ?? Number.POSITIVE_INFINITY) * 1000
  let done: Outcome = { runs: 0, steps: 0, failure: null }
  const work = async (lane: Lane): Promise<void> => {
    while (next < plan.runs && done.failure === null && performance.now() < endsAtMs) {
      const index = next++
      const seed = plan.seed + index
      const scenario = generateScenario(seed, plan)
      const overHttp = seed % plan.overHttpEach === 0
      const result = await attemptScenario(lane, { seed, overHttp, scenario })
      const failure = typeof result === 'number' ? done.failure : (done.failure ?? result)
      const steps = done.steps + (typeof result === 'number' ? result : 0)
      done = { runs: done.runs + 1, steps, failure }
      progress(done)
    }
  }
  await Promise.all(lanes.map(work))
  return done
}

/** Returns the scenario of a seed, always the same. */
export function generateScenario(
  seed: number,
  { commands, faults }: Pick<Plan, 'commands' | 'faults'>,
): Scenario {
  return fc.sample(scenarioArbitrary(commands, faults), { seed, numRuns: 1 })[0]!
}

let runs = 0
const busy = new WeakSet<Lane>()

/**
 * Runs a scenario once. Returns the number of steps, or the failure; any error thrown in the run is a
 * failure. Throws when the lane is busy: it has one clock, which two runs would both move.
 */
export async function attemptScenario(
  lane: Lane,
  { seed, overHttp, scenario }: Omit<Failure, 'message'>,
): Promise<number | Failure> {
  if (busy.has(lane)) throw new Error('There is a run in this lane already.')
  busy.add(lane)
  try {
    return await runScenario(lane, scenario, { seed, name: `simulated-${++runs}`, overHttp })
  } catch (error) {
    const message = error instanceof Divergence ? error.message : String((error as Error).stack ?? error)
    return { seed, overHttp, scenario, message }
  } finally {
    busy.delete(lane)
  }
}

/**
 * Searches for the smallest scenario that still fails, up to a time limit. The lane is free again afterwards.
 */
export async function shrinkFailure(
  lane: Lane,
  failure: Failure,
  options: { faults: boolean; timeLimitMs: number },
): Promise<Failure> {
  let smallest = failure
  let running: Promise<number | Failure> | null = null
  const property = fc.asyncProperty(
    smallerScenarioArbitrary(failure.scenario.commands.length, options.faults),
    async (scenario) => {
      running = attemptScenario(lane, { ...failure, scenario })
      const result = await running
      if (typeof result === 'number') return true
      if (result.scenario.commands.length <= smallest.scenario.commands.length) smallest = result
      return false
    },
  )
  await fc.check(property, {
    numRuns: 1,
    examples: [[failure.scenario]],
    interruptAfterTimeLimit: options.timeLimitMs,
  })
  // At the time limit the last run is still in progress.
  await running
  return smallest
}
