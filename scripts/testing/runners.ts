import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkArchitecture, describeResult } from '../check-architecture.ts'
import { provideChromium } from '../find-chromium.ts'
import { FILE_TIMES, type FileTime, readFileTimes } from './file-times.ts'
import { readPlaywrightReport, readVitestReport, type TestCounts } from './read-report.ts'
import { REPORT_EXTRAS } from './report-extras.ts'
import { runCommand } from './run-command.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const program = (path: string) => join(root, 'node_modules', path)
export const minutes = (count: number): number => count * 60_000

/** Sets what every runner inherits: a compile cache, and temporary files in memory where there is room. */
export function prepareEnvironment(): void {
  // The tests start the product's processes some hundred times.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
  const inMemory = memoryFolder()
  if (inMemory !== null) process.env.TMPDIR ??= inMemory
}

/** A database has a thousand files, which take half a second of a core to create on some disks. */
function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 8e9 && process.availableMemory() > 12e9 ? '/dev/shm' : null
  } catch {
    return null
  }
}

/** Checks the types of the server's side and of each part that runs in a browser, two at a time. */
export async function checkTypes(): Promise<TestCounts> {
  const lanes = [['.'], ['web', 'bench/browser', 'e2e']].map(async (parts) => {
    const allCounts: TestCounts[] = []
    for (const part of parts) allCounts.push(await checkTypesOf(part))
    return allCounts
  })
  const allCounts = (await Promise.all(lanes)).flat()
  const failed = allCounts.reduce((sum, counts) => sum + counts.failed, 0)
  return { passed: allCounts.length - failed, failed }
}

function checkTypesOf(part: string): Promise<TestCounts> {
  // Several checkers would each work out the same types.
  const args = [program('typescript/bin/tsc'), '--noEmit', '--checkers', '1', '-p', join(root, part)]
  return runAsOneTest(args, minutes(5))
}

export const lint = (): Promise<TestCounts> =>
  runAsOneTest([program('@biomejs/biome/bin/biome'), 'check', '--colors=off'], minutes(3))

async function runAsOneTest(args: string[], timeoutMs: number): Promise<TestCounts> {
  const passed = await runCommand(process.execPath, args, { cwd: root, timeoutMs })
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

export async function checkRules(): Promise<TestCounts> {
  const results = checkArchitecture(root)
  const broken = results.filter(({ problems }) => problems.length > 0)
  for (const result of broken) console.log(describeResult(result))
  return { passed: results.length - broken.length, failed: broken.length }
}

export interface VitestRun {
  readonly projects: readonly string[]
  /** Parts of paths; every file of the projects where there is none. */
  readonly files?: readonly string[]
  readonly timeoutMs?: number
}

/** Runs tests by Vitest and counts them, with the time that each file took. */
export async function runVitest({
  projects,
  files = [],
  timeoutMs = minutes(48 * 60),
}: VitestRun): Promise<TestCounts> {
  const report = join(root, 'test-results', 'vitest.json')
  const extras = join(root, REPORT_EXTRAS)
  const times = join(root, FILE_TIMES)
  for (const old of [report, extras, times]) rmSync(old, { force: true })
  const reporters = [
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    `--reporter=${join(root, 'scripts/testing/report-extras.ts')}`,
    `--outputFile.json=${report}`,
  ]
  const chosen = projects.map((name) => `--project=${name}`)
  const args = [program('vitest/vitest.mjs'), 'run', ...chosen, ...reporters, ...files]
  const passed = await runCommand(process.execPath, args, { cwd: root, timeoutMs })
  const fileTimes: FileTime[] = readFileTimes(report, times, root)
  return { ...readVitestReport(report, passed, extras), fileTimes }
}

/** Runs the browser tests in the system's Chromium, which is installed where it is missing. */
export async function runInChromium(timeoutMs: number, outputPath?: string): Promise<TestCounts> {
  const { executablePath } = await provideChromium(console.log)
  return runBrowserTests({ ENGINE: 'chromium', CHROMIUM: executablePath }, timeoutMs, outputPath)
}

export async function runBrowserTests(
  env: Record<string, string>,
  timeoutMs: number,
  outputPath?: string,
): Promise<TestCounts> {
  const report = join(root, 'test-results', 'playwright.json')
  rmSync(report, { force: true })
  const args = [program('@playwright/test/cli.js'), 'test']
  const passed = await runCommand(process.execPath, args, { cwd: root, timeoutMs, env, outputPath })
  return readPlaywrightReport(report, passed)
}

/** Runs a command of the proofs that prints its own figures and counts as one test. */
export const runProofCommand = (file: string, ...args: string[]): Promise<TestCounts> =>
  runAsOneTest([join(root, file), ...args], minutes(48 * 60))
