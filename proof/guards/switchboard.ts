import type { Guard } from './find-guards.ts'

const known = new Map<string, Guard>()
const off = new Set<string>()
let asked = new Map<string, number>()

/** More than twice as often as any call asks one guard. With a guard away, a job may find the same work for ever. */
const MOST_ASKED = 300

/** Where the guards ask whether they are there. */
export const guardSwitches = {
  /** Called by each source as it is loaded. */
  list(guards: readonly Guard[]): void {
    for (const guard of guards) known.set(guard.id, guard)
  },
  /** Called by each guard whenever it is asked. */
  isOn(id: string): boolean {
    const times = (asked.get(id) ?? 0) + 1
    asked.set(id, times)
    if (times > MOST_ASKED) throw new Error(`Asked without end: ${id}`)
    return !off.has(id)
  },
  known: (): Guard[] => [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  turn(id: string, on: boolean): void {
    if (on) off.delete(id)
    else off.add(id)
  },
}
Object.assign(globalThis, { guardSwitches })

/** Makes a call. One that would never end is ended by an error. */
export async function endingCall<T>(call: () => Promise<T>): Promise<T> {
  asked = new Map()
  return await call()
}

/** The guards that were asked since the last call began. */
export const guardsAsked = (): ReadonlySet<string> => new Set(asked.keys())
