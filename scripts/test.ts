// The gate: npm test. With names as arguments only those steps: npm test types lint. `npm test changed` runs the tests that the
// change can reach. Everything at full size is npm run proof.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadProject } from './architecture/project.ts'
import { buildServer, buildWeb } from './build.ts'
import { findAffectedTests } from './testing/affected-tests.ts'
import { readChangedFiles, readCommitSeed } from './testing/changed-files.ts'
import type { TestCounts } from './testing/read-report.ts'
import { runSteps, type Step } from './testing/run-steps.ts'
import {
  checkRules,
  checkTypes,
  lint,
  minutes,
  prepareEnvironment,
  root,
  runInChromium,
  runVitest,
} from './testing/runners.ts'

/** Ends a run that hangs; on a machine busy with other work a run takes several times as long. */
const MOST_MS = minutes(120)
const PROJECTS = ['pure', 'server', 'simulation', 'crashes']

prepareEnvironment()
const changed = readChangedFiles(root)
prepareSample()

const quick: Step[] = [
  { name: 'types', title: 'types', run: checkTypes },
  { name: 'lint', title: 'lint', run: lint },
  { name: 'architecture', title: 'architecture', run: checkRules },
]
const gate: Step[] = [
  ...quick,
  { name: 'build', title: 'build', run: build },
  {
    name: 'unit',
    title: 'unit, database and API, and a sample of every proof',
    run: () => runVitest({ projects: PROJECTS, timeoutMs: MOST_MS }),
    measureAgain: (files) => runVitest({ projects: PROJECTS, files, timeoutMs: MOST_MS }),
  },
  {
    name: 'browser',
    title: 'browser',
    beside: true,
    run: (outputPath) => runInChromium(MOST_MS, outputPath),
  },
]
const named = process.argv.slice(2)
await runSteps(
  named.includes('changed')
    ? [...quick, { name: 'changed', title: 'what the change can reach', run: runAffected }]
    : gate,
  named.filter((name) => name !== 'changed'),
  changed,
)

/** Builds once, before the steps that would each build what they start. */
async function build(): Promise<TestCounts> {
  await buildWeb(console.log)
  await buildServer(console.log)
  return { passed: 1, failed: 0 }
}

/** Tells the proofs to run a sample of themselves: what the change touches first, the rest by the seed of the commit. */
function prepareSample(): void {
  const file = join(root, 'test-results', 'changed-files.json')
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(file, JSON.stringify(changed))
  process.env.PROOF_SIZE ??= 'gate'
  process.env.PROOF_SEED ??= String(readCommitSeed(root) ?? 1)
  process.env.PROOF_CHANGED_FILE ??= file
  console.log(`The proofs run a sample chosen by PROOF_SEED=${process.env.PROOF_SEED}`)
}

async function runAffected(): Promise<TestCounts> {
  const files = findAffectedTests(loadProject(root), changed)
  console.log(
    files.length === 0 ? 'No test imports what changed.' : files.map((file) => `  ${file}`).join('\n'),
  )
  if (files.length === 0) return { passed: 0, failed: 0 }
  return runVitest({ projects: ['pure', 'server'], files, timeoutMs: minutes(10) })
}
