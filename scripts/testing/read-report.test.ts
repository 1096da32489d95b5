import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isRunning } from '../../server/platform/postgres/postmaster.ts'
import { readPlaywrightReport, readVitestReport } from './read-report.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'quittance-report-'))

afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const cleanReport = () => report({ numPassedTests: 7, numFailedTests: 0, testResults: [] })
const nothing = join(folder, 'nothing.json')

it('counts tests, and files that could not be loaded', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    {
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'adds', failureMessages: ['\u001b[31m3 is not 4'] }],
    },
    { status: 'failed', name: 'broken.test.ts', message: 'no such module', assertionResults: [] },
  ]
  const path = report({ numPassedTests: 7, numFailedTests: 1, testResults })
  expect(readVitestReport(path, false, nothing)).toEqual({
    passed: 7,
    failed: 2,
    failures: ['adds\n3 is not 4', 'broken.test.ts\nno such module'],
    skipped: [],
  })
})

it('counts what is thrown beside the tests, and tells what was skipped and why', () => {
  const beside = join(folder, 'beside.json')
  writeFileSync(
    beside,
    JSON.stringify({ errors: ['Error: nobody waited'], skipped: ['needs a disk (disk.test.ts): none here'] }),
  )
  expect(readVitestReport(cleanReport(), false, beside)).toEqual({
    passed: 7,
    failed: 1,
    failures: ['outside of the tests\nError: nobody waited'],
    skipped: ['needs a disk (disk.test.ts): none here'],
  })
})

it('counts browser tests, second tries and errors outside of tests as failures', () => {
  const failed = { title: 'pays', ok: false, tests: [{ results: [{ error: { message: 'no button' } }, {}] }] }
  const skip = { type: 'skip', description: 'no printer here' }
  const skipped = {
    ...{ title: 'prints', file: 'print.spec.ts', ok: true },
    tests: [{ status: 'skipped', annotations: [skip], results: [] }],
  }
  const path = report({
    stats: { expected: 5, unexpected: 1, flaky: 1 },
    errors: [{ message: 'no browser' }],
    suites: [{ specs: [], suites: [{ specs: [failed, { title: 'fine', ok: true, tests: [] }, skipped] }] }],
  })
  expect(readPlaywrightReport(path, false)).toEqual({
    passed: 5,
    failed: 3,
    failures: ['pays\nno button', 'outside of the tests\nno browser'],
    skipped: ['prints (print.spec.ts): no printer here'],
  })
})

it('never takes a runner that failed for one that passed', () => {
  const clean = cleanReport()
  expect(readVitestReport(clean, true, nothing)).toEqual({ passed: 7, failed: 0, failures: [], skipped: [] })
  expect(readVitestReport(clean, false, nothing)).toEqual({ passed: 7, failed: 1, failures: [], skipped: [] })
  expect(readVitestReport(report('{ half'), true, nothing)).toEqual({ passed: 0, failed: 1 })
  expect(readPlaywrightReport(join(folder, 'gone.json'), true)).toEqual({ passed: 0, failed: 1 })
})

it('ends a command that hangs, with what it started', async () => {
  const passed = await runCommand('/bin/sh', ['-c', 'sleep 600 & echo $! > sleeping; wait'], {
    cwd: folder,
    timeoutMs: 1000,
  })
  expect(passed).toBe(false)
  const sleeping = Number(readFileSync(join(folder, 'sleeping'), 'utf8'))
  await expect.poll(() => isRunning(sleeping)).toBe(false)
})
