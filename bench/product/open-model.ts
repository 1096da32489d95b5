import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './bursts.ts'

/** Something that people ask for. */
export interface Kind {
  readonly name: string
  /** Asks once, told the arrival's place in the flow. Null when it was answered well, otherwise what went wrong. */
  ask(n: number): Promise<string | null>
}

export interface Waits {
  readonly asked: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** What became of everybody who arrived. */
export interface Flow extends Waits {
  readonly perS: number
  /** What went wrong, and how often. */
  readonly errors: ReadonlyMap<string, number>
  readonly failed: number
  readonly ofKind: ReadonlyMap<string, Waits>
}

/**
 * Lets people arrive at a fixed rate whether those before them were answered or not. How long one waits is counted from
 * the moment that their arrival was planned for, so that neither a server that holds everybody up nor a driver that runs
 * late makes the waits look shorter than they are (coordinated omission). Resolves when the last one was answered.
 */
export async function letArrive(kindOf: (n: number) => Kind, perS: number, seconds: number): Promise<Flow> {
  const waits = new Map<string, number[]>()
  const errors = new Map<string, number>()
  const arrivals = Math.max(1, Math.round(perS * seconds))
  const began = performance.now()
  const arrive = async (n: number, plannedMs: number): Promise<void> => {
    const kind = kindOf(n)
    const wrong = await kind.ask(n).catch((error: Error) => error.message)
    const waitedMs = performance.now() - plannedMs
    const others = waits.get(kind.name)
    if (others) others.push(waitedMs)
    else waits.set(kind.name, [waitedMs])
    if (wrong === null) return
    const said = `${kind.name}: ${wrong}`
    errors.set(said, (errors.get(said) ?? 0) + 1)
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

/** What is asked of a flow for it to count as carried. */
export interface Bar {
  readonly perS: number
  readonly mostP99Ms: number
}

export const isCarried = (flow: Flow, { mostP99Ms }: Pick<Bar, 'mostP99Ms'>): boolean =>
  flow.failed === 0 && flow.p99Ms < mostP99Ms

const MOST_TIMES = 4
const LEAST_SHARE = 1 / 64
const CLOSER = 2
/** Long enough for whatever a flow that was too much has left behind. */
const REST_MS = 1500

/**
 * The highest rate that is carried: half of the one that is asked for, and half of that, until one is; or twice of it, until one
 * isn't; then twice the middle between the two. Null when none is.
 */
export async function highestCarried<T extends Flow>(
  bar: Bar,
  atBar: T,
  ask: (perS: number) => Promise<T>,
): Promise<T | null> {
  let best = isCarried(atBar, bar) ? atBar : null
  let tooMuch = best ? Number.POSITIVE_INFINITY : bar.perS
  const attempt = async (perS: number): Promise<void> => {
    await sleep(REST_MS)
    const flow = await ask(perS)
    if (isCarried(flow, bar)) best = flow
    else tooMuch = perS
  }
  while (best === null && tooMuch > bar.perS * LEAST_SHARE && tooMuch > 1)
    await attempt(Math.max(1, Math.round(tooMuch / 2)))
  while (best !== null && tooMuch === Number.POSITIVE_INFINITY && best.perS < bar.perS * MOST_TIMES)
    await attempt(best.perS * 2)
  for (let step = 0; best !== null && tooMuch - best.perS > 1 && step < CLOSER; step++)
    if (tooMuch < Number.POSITIVE_INFINITY) await attempt(Math.round((best.perS + tooMuch) / 2))
  return best
}
