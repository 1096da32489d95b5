import type { Guard } from './find-guards.ts'

const known = new Map<string, Guard>()
const off = new Set<string>()
let asked = new Set<string>()

/** Where the guards ask whether they are there. */
export const guardSwitches = {
  /** Called by each source as it is loaded. */
  list(guards: readonly Guard[]): void {
    for (const guard of guards) known.set(guard.id, guard)
  },
  /** Called by each guard whenever it is asked. */
  isOn(id: string): boolean {
    asked.add(id)
    return !off.has(id)
  },
  known: (): Guard[] => [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  turn(id: string, on: boolean): void {
    if (on) off.delete(id)
    else off.add(id)
  },
}
Object.assign(globalThis, { guardSwitches })

/** Does something, and tells which guards were asked meanwhile. */
export async function guardsAskedBy(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  asked = new Set()
  await work()
  return asked
}
