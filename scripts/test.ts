// Proves the whole product: npm test. With names of steps as arguments, only those: npm test types lint. What takes
// long runs only when it is named: npm test guards.
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkArchitecture, describeResult } from './check-architecture.ts'
import { provideChromium } from './find-chromium.ts'
import { BESIDE_THE_COUNTS } from './testing/beside-the-counts.ts'
import { readPlaywrightReport, readVitestReport, type Tally } from './testing/read-report.ts'
import { endRunningCommand, runCommand } from './testing/run-command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// The product's processes are started some hundred times.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
const inMemory = memoryFolder()
if (inMemory !== null) process.env.TMPDIR ??= inMemory
const program = (path: string) => join(root, 'node_modules', path)
const minutes = (count: number) => count * 60_000

const steps: Record<string, { title: string; run: () => Promise<Tally> }> = {
  types: { title: 'types', run: checkTypes },
  lint: {
    title: 'lint',
    run: () => oneCommand([program('@biomejs/biome/bin/biome'), 'check', '--colors=off'], minutes(3)),
  },
  house: { title: 'house rules', run: async () => houseRules() },
  unit: { title: 'unit, database and API', run: () => vitest('pure', 'server') },
  proof: { title: 'money, simulated, and processes ended', run: () => vitest('simulation', 'crashes') },
  browser: { title: 'browser', run: inChromium },
  webkit: { title: 'browser, in WebKit', run: () => browserTests({ ENGINE: 'webkit' }, minutes(30)) },
  firefox: { title: 'browser, in Firefox', run: () => browserTests({ ENGINE: 'firefox' }, minutes(65)) },
  simulation: { title: 'money, simulated', run: () => vitest('simulation') },
  crashes: { title: 'processes ended at every failpoint and at random', run: () => vitest('crashes') },
  guards: { title: 'guards taken away one at a time', run: () => vitest('guards') },
  faults: { title: 'a processor that misbehaves', run: () => part('proof/faults/') },
  webhooks: { title: 'post of a processor in disorder', run: () => part('proof/webhooks/') },
  races: { title: 'many at the same moment', run: () => part('proof/races/') },
  schedules: { title: 'days that go by', run: () => part('proof/schedules/') },
  load: { title: 'mixed load', run: () => part('proof/load/') },
  fuzz: { title: 'routes, whatever they are sent', run: () => part('proof/security/fuzz.test.ts') },
}
/** The others are parts of these, run at a size of their own (docs/reliability.md), or take long. */
const WHOLE = ['types', 'lint', 'house', 'unit', 'proof', 'browser']

/**
 * Where there is room, what lives no longer than a test lies in memory: the thousand files of a database take half a second
 * of a core to make on some disks, and two hundred databases are made.
 */
function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 8e9 && process.availableMemory() > 12e9 ? '/dev/shm' : null
  } catch {
    return null
  }
}

/** Only what runs in a browser may name what only a browser has, so these parts are checked one by one, on two cores. */
async function checkTypes(): Promise<Tally> {
  const lanes = [['.'], ['web', 'bench/browser', 'e2e']].map(async (parts) => {
    const tallies: Tally[] = []
    for (const part of parts) tallies.push(await checkTypesOf(part))
    return tallies
  })
  const tallies = (await Promise.all(lanes)).flat()
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  return { passed: tallies.length - failed, failed }
}

function checkTypesOf(part: string): Promise<Tally> {
  // Each of several checkers finds out for itself what types come to, which takes more than it saves.
  const args = [program('typescript/bin/tsc'), '--noEmit', '--checkers', '1', '-p', join(root, part)]
  return oneCommand(args, minutes(5))
}

/** A command that counts as one test. */
async function oneCommand(args: string[], timeoutMs: number): Promise<Tally> {
  const passed = await runCommand(process.execPath, args, { cwd: root, timeoutMs })
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function houseRules(): Tally {
  const results = checkArchitecture(root)
  const broken = results.filter(({ problems }) => problems.length > 0)
  for (const result of broken) console.log(describeResult(result))
  return { passed: results.length - broken.length, failed: broken.length }
}

const vitest = (...projects: string[]): Promise<Tally> =>
  vitestRun(projects.map((name) => `--project=${name}`))

/** Some of the server's tests. What is named may be as long as one likes. */
const part = (path: string): Promise<Tally> => vitestRun(['--project=server', path])

async function vitestRun(chosen: string[]): Promise<Tally> {
  const timeoutMs = named.length > 0 ? minutes(48 * 60) : minutes(30)
  const report = join(root, 'test-results', 'vitest.json')
  const beside = join(root, BESIDE_THE_COUNTS)
  for (const left of [report, beside]) rmSync(left, { force: true })
  const reporters = [
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    `--reporter=${join(root, 'scripts/testing/beside-the-counts.ts')}`,
    `--outputFile.json=${report}`,
  ]
  const args = [program('vitest/vitest.mjs'), 'run', ...chosen, ...reporters]
  const passed = await runCommand(process.execPath, args, { cwd: root, timeoutMs })
  return readVitestReport(report, passed, beside)
}

async function inChromium(): Promise<Tally> {
  const { executablePath } = await provideChromium(console.log)
  return browserTests({ ENGINE: 'chromium', CHROMIUM: executablePath }, minutes(30))
}

async function browserTests(env: Record<string, string>, timeoutMs: number): Promise<Tally> {
  const report = join(root, 'test-results', 'playwright.json')
  rmSync(report, { force: true })
  const args = [program('@playwright/test/cli.js'), 'test']
  return readPlaywrightReport(report, await runCommand(process.execPath, args, { cwd: root, timeoutMs, env }))
}

async function runStep(title: string, run: () => Promise<Tally>): Promise<Tally> {
  console.log(`\n── ${title} ──`)
  const began = performance.now()
  const tally = await run().catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${title}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`)
  return tally
}

let ending = false
function endEarly(code: number): void {
  // One Ctrl-C may arrive more than once.
  if (ending) return
  ending = true
  void endRunningCommand().then(() => process.exit(code))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => endEarly(130))
process.on('disconnect', () => endEarly(1))
process.channel?.unref()

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : WHOLE
const unknown = wanted.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps: ${Object.keys(steps).join(', ')}.`)
  process.exit(1)
}
const total = { passed: 0, failed: 0, failures: [] as string[], skipped: [] as string[] }
for (const [name, step] of Object.entries(steps)) {
  if (ending || !wanted.includes(name)) continue
  const { passed, failed, failures = [], skipped = [] } = await runStep(step.title, step.run)
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
  total.skipped.push(...skipped)
}
// Once more, where whoever sees only the end of a long output finds it.
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
// They stand in neither count.
for (const name of total.skipped) console.log(`\n− skipped: ${name}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
