import type { Guard } from './find-guards.ts'

const known = new Map<string, Guard>()
const off = new Set<string>()
let checks = new Map<string, number>()
/** False while records are made for later calls, which takes any number of checks. */
let isLimited = false

/**
 * More than twice the checks of one guard in any call. Without a guard a job may find the same work
 * endlessly.
 */
const MAX_CHECKS = 300

/** Registry of the guards and their switches. */
export const guardSwitches = {
  /** Called by each source file when it is loaded. */
  register(guards: readonly Guard[]): void {
    for (const guard of guards) known.set(guard.id, guard)
  },
  /** Called by a guard at each check. Throws after too many checks in one call. */
  isOn(id: string): boolean {
    const times = (checks.get(id) ?? 0) + 1
    checks.set(id, times)
    if (isLimited && times > MAX_CHECKS) throw new Error(`Endless checks of the guard ${id}`)
    return !off.has(id)
  },
  known: (): Guard[] => [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  set(id: string, on: boolean): void {
    if (on) off.delete(id)
    else off.add(id)
  },
}
Object.assign(globalThis, { guardSwitches })

/** Makes a call and counts its checks of guards. An endless loop ends with an error. */
export async function countChecks<T>(call: () => Promise<T>): Promise<T> {
  checks = new Map()
  isLimited = true
  try {
    return await call()
  } finally {
    isLimited = false
  }
}

/** Returns the ids of the guards that were checked since the last call began. */
export const checkedGuards = (): ReadonlySet<string> => new Set(checks.keys())
