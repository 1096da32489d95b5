import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, expect } from 'vitest'
import { FILE_TIMES } from '../scripts/testing/file-times.ts'

/** Ticks of the kernel's accounting in a second. */
const TICKS_A_SECOND = 100

/** Seconds of a processor that this process has used, and the processes that it started and waited for. */
function cpuSeconds(): number {
  try {
    // Behind the name, which may contain spaces: utime, stime, cutime and cstime are the fields 14 to 17 of proc(5).
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
  const line = { path: expect.getState().testPath, cpuSeconds: cpuSeconds() - before }
  appendFileSync(FILE_TIMES, `${JSON.stringify(line)}\n`)
})
