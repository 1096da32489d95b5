import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './bursts.ts'

/** A kind of request. */
export interface Kind {
  readonly name: string
  /** Sends the `n`th request of the load. Returns null on success, otherwise the error. */
  ask(n: number): Promise<string | null>
}

export interface Waits {
  readonly asked: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The outcome of a load. */
export interface LoadResult extends Waits {
  readonly perS: number
  /** Number of failures by message. */
  readonly errors: ReadonlyMap<string, number>
  readonly failed: number
  readonly ofKind: ReadonlyMap<string, Waits>
}

/**
 * Sends requests at a fixed rate without waiting for earlier responses. Waits are measured from the planned arrival, so
 * that neither a stalled server nor a late driver makes them look shorter (coordinated omission). Resolves after the last
 * response.
 */
export async function runOpenLoop(
  kindOf: (n: number) => Kind,
  perS: number,
  seconds: number,
): Promise<LoadResult> {
  const waits = new Map<string, number[]>()
  const errors = new Map<string, number>()
  const arrivals = Math.max(1, Math.round(perS * seconds))
  const began = performance.now()
  const arrive = async (n: number, plannedMs: number): Promise<void> => {
    const kind = kindOf(n)
    const error = await kind.ask(n).catch((error: Error) => error.message)
    const waitedMs = performance.now() - plannedMs
    const others = waits.get(kind.name)
    if (others) others.push(waitedMs)
    else waits.set(kind.name, [waitedMs])
    if (error === null) return
    const message = `${kind.name}: ${error}`
    errors.set(message, (errors.get(message) ?? 0) + 1)
  }
  const under: Promise<void>[] = []
  for (let n = 0; n < arrivals; n++) {
    const plannedMs = began + (n * 1000) / perS
    const early = plannedMs - performance.now()
    if (early > 0) await sleep(early)
    under.push(arrive(n, plannedMs))
  }
  await Promise.all(under)
  return {
    perS,
    ...waitsOf([...waits.values()].flat()),
    errors,
    failed: [...errors.values()].reduce((sum, count) => sum + count, 0),
    ofKind: new Map([...waits].map(([name, some]) => [name, waitsOf(some)])),
  }
}

function waitsOf(ms: number[]): Waits {
  ms.sort((a, b) => a - b)
  return { asked: ms.length, p50Ms: quantile(ms, 0.5), p99Ms: quantile(ms, 0.99) }
}

/** Conditions under which a load counts as sustained. */
export interface LoadTarget {
  readonly perS: number
  readonly mostP99Ms: number
}

export const isSustained = (flow: LoadResult, { mostP99Ms }: Pick<LoadTarget, 'mostP99Ms'>): boolean =>
  flow.failed === 0 && flow.p99Ms < mostP99Ms

const MAX_TIMES = 4
const MIN_SHARE = 1 / 64
const CLOSER = 2
/** Pause for the server to recover from an excessive load. */
const REST_MS = 1500

/**
 * Finds the highest sustained rate. Halves the target rate until a rate is sustained, or doubles it until one is not, then
 * bisects twice. Returns null when no rate is sustained.
 */
export async function findHighestSustained<T extends LoadResult>(
  bar: LoadTarget,
  atBar: T,
  ask: (perS: number) => Promise<T>,
): Promise<T | null> {
  let best = isSustained(atBar, bar) ? atBar : null
  let tooMuch = best ? Number.POSITIVE_INFINITY : bar.perS
  const attempt = async (perS: number): Promise<void> => {
    await sleep(REST_MS)
    const flow = await ask(perS)
    if (isSustained(flow, bar)) best = flow
    else tooMuch = perS
  }
  while (best === null && tooMuch > bar.perS * MIN_SHARE && tooMuch > 1)
    await attempt(Math.max(1, Math.round(tooMuch / 2)))
  while (best !== null && tooMuch === Number.POSITIVE_INFINITY && best.perS < bar.perS * MAX_TIMES)
    await attempt(best.perS * 2)
  for (let step = 0; best !== null && tooMuch - best.perS > 1 && step < CLOSER; step++)
    if (tooMuch < Number.POSITIVE_INFINITY) await attempt(Math.round((best.perS + tooMuch) / 2))
  return best
}
