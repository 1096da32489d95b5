import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Where testing/measure-file.ts writes a line for each test file. */
export const FILE_TIMES = 'test-results/file-times.jsonl'

/** Wall time, and CPU time including child processes, of one test file. */
export interface FileTime {
  readonly path: string
  readonly seconds: number
  readonly cpuSeconds: number
}

interface Measured {
  readonly path: string
  readonly cpuSeconds: number
  readonly referenceMs: number
}

/** CPU milliseconds of the reference work (testing/reference-work.ts) on a quiet machine. */
const REFERENCE_MS = 5

/**
 * How much longer the same work took during most of the run than in its quietest moments, or on a quiet machine; at
 * least 1. Processes that share a core's caches and execution units make each other's CPU time longer.
 */
export function readSlowness(timesPath: string): number {
  const taken = readMeasured(timesPath).map(({ referenceMs }) => referenceMs)
  return Math.max(1, shareOf(taken, 0.75) / shareOf(taken, 0.05), shareOf(taken, 0.5) / REFERENCE_MS)
}

const shareOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 1

/** Times of all test files of a run; none without a report of the run. */
export function readFileTimes(reportPath: string, timesPath: string, root: string): FileTime[] {
  if (!existsSync(reportPath)) return []
  const measured = new Map(readMeasured(timesPath).map(({ path, cpuSeconds }) => [path, cpuSeconds]))
  const { testResults } = JSON.parse(readFileSync(reportPath, 'utf8')) as {
    testResults: readonly { name: string; startTime: number; endTime: number }[]
  }
  return testResults.map(({ name, startTime, endTime }) => ({
    path: relative(root, name),
    seconds: (endTime - startTime) / 1000,
    cpuSeconds: measured.get(name) ?? 0,
  }))
}

const readMeasured = (path: string): Measured[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Measured)
    : []

/** Lines for a terminal: the slowest files. */
export const describeSlowest = (times: readonly FileTime[], count: number): string[] =>
  times
    .slice(0, count)
    .map(
      ({ path, seconds, cpuSeconds }) =>
        `  ${seconds.toFixed(1)} s  ${path} (${cpuSeconds.toFixed(1)} s of a processor)`,
    )

/**
 * Files that take more of a processor than `mostSeconds` allows them. The clock would fail a file because the machine is busy; the
 * processor's time says what the file itself costs.
 */
export const tooSlow = (times: readonly FileTime[], mostSeconds: (time: FileTime) => number): FileTime[] =>
  times.filter((time) => time.cpuSeconds > mostSeconds(time))
