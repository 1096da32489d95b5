import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, expect } from 'vitest'
import { FILE_TIMES } from '../scripts/testing/file-times.ts'
import { measureReferenceWork } from './reference-work.ts'

/** Clock ticks per second (USER_HZ). */
const TICKS_A_SECOND = 100

/** CPU seconds of this process and of the child processes it has waited for. */
function cpuSeconds(): number {
  try {
    // utime, stime, cutime and cstime are fields 14 to 17 of proc(5). The name before them may contain spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

const before = cpuSeconds()

afterAll(() => {
  mkdirSync(dirname(FILE_TIMES), { recursive: true })
  const taken = cpuSeconds() - before
  const line = { path: expect.getState().testPath, cpuSeconds: taken, referenceMs: measureReferenceWork() }
  appendFileSync(FILE_TIMES, `${JSON.stringify(line)}\n`)
})
