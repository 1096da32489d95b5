import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describeSlowest, FILE_TIMES, type FileTime, readSlowness, tooSlow } from './file-times.ts'
import type { TestCounts } from './read-report.ts'
import { endRunningCommands } from './run-command.ts'

/** One part of a test run, which can be run alone by its name. */
export interface Step {
  readonly name: string
  readonly title: string
  /** True for a step that waits so much that it runs beside the one before it. Its output is printed when both are done. */
  readonly beside?: boolean
  /** `outputPath` is the file for the output of a step that runs beside another one. */
  run(outputPath?: string): Promise<TestCounts>
  /** Runs these files once more with nothing beside them, where the step measures files. */
  measureAgain?(paths: readonly string[]): Promise<TestCounts>
}

interface StepResult {
  readonly step: Step
  readonly counts: TestCounts
  readonly seconds: number
}

const SLOWEST_SHOWN = 10
/** The most that one test file may take of a processor in the gate. */
const MAX_CPU_SECONDS = 20
/** The most for a file of a proof that the change touches, because its deliberate bugs run too. */
const MAX_OF_TOUCHED_PROOF = 60

/**
 * Runs the named steps, or all, one after another; prints what each took and the slowest files, closes with 'N passed, N failed',
 * and exits with 1 when something failed or nothing ran. `changed` are the changed files, whose proofs may take longer.
 */
export async function runSteps(
  steps: readonly Step[],
  names: readonly string[],
  changed: readonly string[] = [],
): Promise<never> {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(
      `There is no step ${unknown.join(', ')}. The steps: ${steps.map(({ name }) => name).join(', ')}.`,
    )
    process.exit(1)
  }
  const ending = endOnSignals()
  const done: StepResult[] = []
  for (const group of groupSteps(steps.filter(({ name }) => names.length === 0 || names.includes(name)))) {
    if (ending.aborted) break
    const results = await Promise.all(
      group.map((step, index) => (index === 0 ? runStep(step) : runBeside(step))),
    )
    done.push(...results)
  }
  const slowness = readSlowness(FILE_TIMES)
  const mostSeconds = ({ path }: FileTime): number => mostSecondsOf(path, changed) * slowness
  const isJudged = process.env.PROOF_SIZE === 'gate' && !ending.aborted
  const again = isJudged ? await measureSlowAgain(done, mostSeconds) : []
  const slow = tooSlow(timesOf(again), mostSeconds)
  const counts = [...done, ...again].map((result) => result.counts)
  const passed = done.reduce((sum, result) => sum + result.counts.passed, 0)
  const failed = counts.reduce((sum, one) => sum + one.failed, 0) + slow.length
  printSummary(done, again, slow, mostSeconds, slowness)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}

/**
 * Runs the files that took too much of a processor once more, when nothing runs beside them: other work on the machine makes a file's
 * processor time longer by a factor that no measurement during the run tells well.
 */
async function measureSlowAgain(done: Done, mostSeconds: (time: FileTime) => number): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const { step, counts } of done) {
    const slow = tooSlow(counts.fileTimes ?? [], mostSeconds)
    if (slow.length === 0 || step.measureAgain === undefined) continue
    console.log('\n── files that took too much of a processor, once more ──')
    console.log(describeSlowest(slow, slow.length).join('\n'))
    results.push(await measure(step, () => step.measureAgain!(slow.map(({ path }) => path))))
  }
  return results
}

/** A step with the steps that run beside it. */
function groupSteps(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.beside && last) last.push(step)
    else groups.push([step])
  }
  return groups
}

async function runStep(step: Step): Promise<StepResult> {
  console.log(`\n── ${step.title} ──`)
  const result = await measure(step, () => step.run())
  console.log(describeOutcome(result))
  return result
}

async function runBeside(step: Step): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-step-'))
  const outputPath = join(folder, 'output')
  const result = await measure(step, () => step.run(outputPath))
  const output = existsSync(outputPath) ? readFileSync(outputPath, 'utf8') : ''
  rmSync(folder, { recursive: true })
  console.log(`\n── ${step.title} ──\n${output}\n${describeOutcome(result)}`)
  return result
}

async function measure(step: Step, work: () => Promise<TestCounts>): Promise<StepResult> {
  const began = performance.now()
  const counts = await work().catch((error: unknown): TestCounts => {
    console.log(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  })
  return { step, counts, seconds: (performance.now() - began) / 1000 }
}

const describeOutcome = ({ step, counts, seconds }: StepResult): string =>
  `${step.title}: ${counts.passed} passed, ${counts.failed} failed in ${seconds.toFixed(1)} s`

type Done = readonly StepResult[]

const timesOf = (done: Done): FileTime[] =>
  done.flatMap(({ counts }) => counts.fileTimes ?? []).toSorted((a, b) => b.cpuSeconds - a.cpuSeconds)

/** The most that a file may take of a quiet processor, when these files have changed. */
function mostSecondsOf(path: string, changed: readonly string[]): number {
  const isTouchedProof =
    path.startsWith('proof/') && changed.some((one) => one.startsWith(`${dirname(path)}/`))
  return isTouchedProof ? MAX_OF_TOUCHED_PROOF : MAX_CPU_SECONDS
}

/** Repeats what failed at the end, where a reader of a long output looks first. */
function printSummary(
  done: Done,
  again: Done,
  slow: readonly FileTime[],
  mostSeconds: (time: FileTime) => number,
  slowness: number,
): void {
  for (const { counts } of [...done, ...again])
    for (const failure of counts.failures ?? []) console.log(`\n✗ ${failure}`)
  for (const { counts } of done) for (const name of counts.skipped ?? []) console.log(`\n− skipped: ${name}`)
  for (const time of slow)
    console.log(
      `\n✗ ${time.path} takes ${time.cpuSeconds.toFixed(1)} s of a processor, more than ${mostSeconds(time).toFixed(1)}`,
    )
  console.log('\nTime of each step:')
  for (const { step, seconds } of done) console.log(`  ${seconds.toFixed(1)} s  ${step.title}`)
  const slowest = describeSlowest(timesOf(done), SLOWEST_SHOWN)
  if (slowest.length === 0) return
  console.log(['The slowest files:', ...slowest].join('\n'))
  console.log(`The same work took ${slowness.toFixed(2)} times as much of a processor as on a quiet machine.`)
}

/** Ends the running command and the process on a signal; one Ctrl-C may arrive more than once. */
function endOnSignals(): AbortSignal {
  const ending = new AbortController()
  const end = (code: number) => {
    if (ending.signal.aborted) return
    ending.abort()
    void endRunningCommands().then(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(130))
  process.on('disconnect', () => end(1))
  process.channel?.unref()
  return ending.signal
}
