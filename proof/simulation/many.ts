import fc from 'fast-check'
import type { Scenario } from './commands.ts'
import { aScenario, aSmallerScenario } from './generate.ts'
import { Divergence, simulate } from './run.ts'
import type { Lane } from './world/lane.ts'

export interface Plan {
  readonly runs: number
  readonly commands: number
  /** Of the first run; the next one's is one more. */
  readonly seed: number
  readonly faults: boolean
  /** One run in so many goes over HTTP, the others straight at the routes' handlers. */
  readonly overHttpEach: number
  /** No run starts after so many seconds; undefined for no limit. */
  readonly seconds?: number | undefined
}

/** A scenario in which product and model part. */
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

/** Carries out a plan in as many lanes at once as there are, up to the first failure. */
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
      const scenario = scenarioOf(seed, plan)
      const overHttp = seed % plan.overHttpEach === 0
      const result = await attempt(lane, { seed, overHttp, scenario })
      const failure = typeof result === 'number' ? done.failure : (done.failure ?? result)
      const steps = done.steps + (typeof result === 'number' ? result : 0)
      done = { runs: done.runs + 1, steps, failure }
      progress(done)
    }
  }
  await Promise.all(lanes.map(work))
  return done
}

/** The same for the same seed, always. */
export function scenarioOf(seed: number, { commands, faults }: Pick<Plan, 'commands' | 'faults'>): Scenario {
  return fc.sample(aScenario(commands, faults), { seed, numRuns: 1 })[0]!
}

let runs = 0
const busy = new WeakSet<Lane>()

/**
 * One run: how many steps it took, or how it failed. Whatever else is thrown in it is a failure too. A lane has one clock,
 * so that a second run in it would only find out that the first one moves it.
 */
export async function attempt(
  lane: Lane,
  { seed, overHttp, scenario }: Omit<Failure, 'message'>,
): Promise<number | Failure> {
  if (busy.has(lane)) throw new Error('There is a run in this lane already.')
  busy.add(lane)
  try {
    return await simulate(lane, scenario, { seed, name: `simulated-${++runs}`, overHttp })
  } catch (error) {
    const message = error instanceof Divergence ? error.message : String((error as Error).stack ?? error)
    return { seed, overHttp, scenario, message }
  } finally {
    busy.delete(lane)
  }
}

/** Looks for the smallest scenario that still fails, as long as there is time. The lane is free again afterwards. */
export async function shrink(
  lane: Lane,
  failure: Failure,
  options: { faults: boolean; timeLimitMs: number },
): Promise<Failure> {
  let smallest = failure
  let running: Promise<number | Failure> | null = null
  const property = fc.asyncProperty(
    aSmallerScenario(failure.scenario.commands.length, options.faults),
    async (scenario) => {
      running = attempt(lane, { ...failure, scenario })
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
  // When time is up the last run is still going on.
  await running
  return smallest
}
