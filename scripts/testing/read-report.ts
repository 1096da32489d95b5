import { readFileSync } from 'node:fs'

/** How many tests passed and failed. */
export type Tally = { passed: number; failed: number }

/** Reads a report; a runner that failed without a failed test, or left no report, counts as one failure. */
function tallyOf(path: string, succeeded: boolean, count: (report: unknown) => Tally): Tally {
  try {
    const { passed, failed } = count(JSON.parse(readFileSync(path, 'utf8')))
    return { passed, failed: succeeded ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Counts Vitest's JSON report. A file that could not even be loaded is a failed test. */
export function readVitestReport(path: string, succeeded: boolean): Tally {
  return tallyOf(path, succeeded, (report) => {
    const { numPassedTests, numFailedTests, testResults } = report as VitestReport
    const brokenFiles = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
    )
    return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length }
  })
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }

/** Counts Playwright's JSON report. A test that passed only on a second try failed. */
export function readPlaywrightReport(path: string, succeeded: boolean): Tally {
  return tallyOf(path, succeeded, (report) => {
    const { stats, errors } = report as PlaywrightReport
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
  })
}
