import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failpoint } from '../registry.ts'

/*
 * Failpoints stand before and after each write, provider call and commit of a money path, so that a test can cause a
 * failure there. FAILPOINTS=refund.reserved kills the process at the first hit, as a power cut would;
 * FAILPOINTS=refund.reserved@3 at the third. A suffix changes the effect: refund.reserved:throw, :delay, or :drop, which
 * cuts the caller's connection. Commas separate several, and * is every failpoint. If FAILPOINTS is set but empty, the
 * parent process sends the value in a message. Production refuses to start with it.
 */

/** Failpoints of the platform itself. Rooms declare theirs in their `registry.ts`. */
export const PLATFORM_FAILPOINTS = [
  'reply.before',
  'reply.sent',
  'mail.claimed',
  'mail.accepted',
  'mail.committed',
  'migration.step',
] as const
export type PlatformFailpoint = (typeof PLATFORM_FAILPOINTS)[number]

/** What happens at a place: the process ends, an error is thrown, time passes, the caller's connection is cut. */
export const MISHAPS = ['kill', 'throw', 'delay', 'drop'] as const
export type Mishap = (typeof MISHAPS)[number]

/** What a process tells its parent of a place where it met something else than its end. */
export interface Met {
  readonly met: Failpoint
  /** Whether there was a caller, whose connection could be cut. */
  readonly called: boolean
}

interface Armed {
  readonly mishap: Mishap
  hitsLeft: number
}

const DELAY_MS = 150
const EVERY = '*'

let armed = read(process.env.FAILPOINTS)
const callers = process.env.FAILPOINTS === undefined ? null : new AsyncLocalStorage<Connection>()

interface Connection {
  destroy(): unknown
}

// Told by a message, a process that runs needn't be started anew for it, which would cost more than what is looked at.
if (process.env.FAILPOINTS !== undefined) {
  process.on('message', (said: { failpoint?: string }) => {
    if (said.failpoint === undefined) return
    armed = read(said.failpoint)
    process.send?.({ armed: said.failpoint })
  })
  process.channel?.unref()
}

/** Does what this place is armed with; where nothing is, which is always so in production, it is one comparison. */
export function failpoint(name: Failpoint): Promise<void> | null {
  return armed === null ? null : meet(name, armed)
}

/** Runs the work of one call, so that a place in it can cut the connection by which it came. */
export const calledOver = <T>(connection: Connection, work: () => Promise<T>): Promise<T> =>
  callers === null ? work() : callers.run(connection, work)

/** Throws when FAILPOINTS names one that is not in `names`. Called by the wiring, which alone knows all rooms. */
export function checkFailpointNames(names: readonly string[]): void {
  const unknown = [...(armed?.keys() ?? [])].find((name) => name !== EVERY && !names.includes(name))
  if (unknown !== undefined)
    throw new Error(`FAILPOINTS: there is no ${unknown}. The names: ${names.join(', ')}.`)
}

async function meet(name: Failpoint, places: Map<string, Armed>): Promise<void> {
  const here = armedAt(name, places)
  if (!here || --here.hitsLeft !== 0) return
  if (here.mishap === 'kill') process.kill(process.pid, 'SIGKILL')
  const caller = callers?.getStore()
  process.send?.({ met: name, called: caller !== undefined } satisfies Met)
  if (here.mishap === 'throw') throw new Error(`The failpoint ${name} was met.`)
  if (here.mishap === 'delay') await sleep(DELAY_MS)
  if (here.mishap === 'drop') caller?.destroy()
}

/** Each failpoint that * arms counts its own hits, from its first one. */
function armedAt(name: Failpoint, places: Map<string, Armed>): Armed | undefined {
  const every = places.get(EVERY)
  if (every && !places.has(name)) places.set(name, { ...every })
  return places.get(name)
}

function read(text: string | undefined): Map<string, Armed> | null {
  if (text === undefined || text === '') return null
  return new Map(text.split(',').map((part) => readPlace(part)))
}

function readPlace(part: string): [string, Armed] {
  const [place = '', mishap = 'kill'] = part.split(':')
  const [name = '', hits = '1'] = place.split('@')
  if (name === '' || !isMishap(mishap) || !/^[1-9]\d*$/.test(hits))
    throw new Error(`FAILPOINTS: ${part} is not a failpoint, such as refund.reserved@3:throw.`)
  return [name, { mishap, hitsLeft: Number(hits) }]
}

// Called while this module is read, so it has to be there already.
function isMishap(text: string): text is Mishap {
  return MISHAPS.some((mishap) => mishap === text)
}
