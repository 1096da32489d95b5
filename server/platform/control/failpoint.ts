import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failpoint } from '../registered-names.ts'

/*
 * Failpoints mark positions before and after each write, processor call and commit of a money path, so that a
 * test can cause a failure there. FAILPOINTS=refund.reserved kills the process at the first hit, as a power
 * cut would; FAILPOINTS=refund.reserved@3 at the third. A suffix changes the effect: refund.reserved:throw,
 * :delay, or :drop, which cuts the caller's connection. Commas separate several, and * is every failpoint. If
 * FAILPOINTS is set but empty, the parent process sends the value in a message. Production refuses to start
 * with it.
 */

/** Effects of a failpoint: end the process, throw an error, wait, or cut the caller's connection. */
export const FAILPOINT_EFFECTS = ['kill', 'throw', 'delay', 'drop'] as const
export type FailpointEffect = (typeof FAILPOINT_EFFECTS)[number]

/** Message to the parent process about a failpoint that was hit without ending the process. */
export interface FailpointHit {
  readonly hit: Failpoint
  /** True when there was a caller whose connection could be cut. */
  readonly hasCaller: boolean
}

interface Armed {
  readonly effect: FailpointEffect
  hitsLeft: number
}

const DELAY_MS = 150
const EVERY = '*'

let armed = read(process.env.FAILPOINTS)
const callers = process.env.FAILPOINTS === undefined ? null : new AsyncLocalStorage<Connection>()

interface Connection {
  destroy(): unknown
}

// Accepts failpoints in a message, so that a test needs no new process for each of them.
if (process.env.FAILPOINTS !== undefined) {
  process.on('message', (said: { failpoint?: string }) => {
    if (said.failpoint === undefined) return
    armed = read(said.failpoint)
    process.send?.({ armed: said.failpoint })
  })
  process.channel?.unref()
}

/**
 * Applies the failpoint's armed effect. Costs one comparison when nothing is armed, as always in production.
 */
export function failpoint(name: Failpoint): Promise<void> | null {
  return armed === null ? null : hitFailpoint(name, armed)
}

/** Runs one call with its connection, so that a failpoint can cut it. */
export const runWithConnection = <T>(connection: Connection, work: () => Promise<T>): Promise<T> =>
  callers === null ? work() : callers.run(connection, work)

/**
 * Throws when FAILPOINTS contains a name that is not in `names`. Only the wiring knows all rooms, so it calls
 * this.
 */
export function checkFailpointNames(names: readonly string[]): void {
  const unknown = [...(armed?.keys() ?? [])].find((name) => name !== EVERY && !names.includes(name))
  if (unknown !== undefined)
    throw new Error(`FAILPOINTS: there is no ${unknown}. The names: ${names.join(', ')}.`)
}

async function hitFailpoint(name: Failpoint, armedByName: Map<string, Armed>): Promise<void> {
  const hit = armedAt(name, armedByName)
  if (!hit || --hit.hitsLeft !== 0) return
  if (hit.effect === 'kill') process.kill(process.pid, 'SIGKILL')
  const caller = callers?.getStore()
  process.send?.({ hit: name, hasCaller: caller !== undefined } satisfies FailpointHit)
  if (hit.effect === 'throw') throw new Error(`The failpoint ${name} was met.`)
  if (hit.effect === 'delay') await sleep(DELAY_MS)
  if (hit.effect === 'drop') caller?.destroy()
}

/** `*` arms each failpoint with its own hit counter. */
function armedAt(name: Failpoint, armedByName: Map<string, Armed>): Armed | undefined {
  const every = armedByName.get(EVERY)
  if (every && !armedByName.has(name)) armedByName.set(name, { ...every })
  return armedByName.get(name)
}

function read(text: string | undefined): Map<string, Armed> | null {
  if (text === undefined || text === '') return null
  return new Map(text.split(',').map((part) => parseFailpoint(part)))
}

function parseFailpoint(part: string): [string, Armed] {
  const [place = '', effect = 'kill'] = part.split(':')
  const [name = '', hits = '1'] = place.split('@')
  if (name === '' || !isFailpointEffect(effect) || !/^[1-9]\d*$/.test(hits))
    throw new Error(`FAILPOINTS: ${part} is not a failpoint, such as refund.reserved@3:throw.`)
  return [name, { effect, hitsLeft: Number(hits) }]
}

// A hoisted function, because module initialization calls it.
function isFailpointEffect(text: string): text is FailpointEffect {
  return FAILPOINT_EFFECTS.some((effect) => effect === text)
}
