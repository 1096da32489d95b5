import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { FileTime } from './file-times.ts'
import type { ReportExtras } from './report-extras.ts'

/** Counts, and each failed test's name with the start of its message. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly failures?: readonly string[]
  /** Skipped tests with their reasons. */
  readonly skipped?: readonly string[]
  /** Times of each test file, from runners that report them. */
  readonly fileTimes?: readonly FileTime[]
}

const MAX_MESSAGE_LENGTH = 1_500
const BESIDE = 'outside of the tests'

const inWords = (name: string, message: string | undefined): string =>
  `${name}\n${stripVTControlCharacters(message ?? '').slice(0, MAX_MESSAGE_LENGTH)}`.trim()

/** Reads a report; a runner that failed without a failed test, or left no report, counts as one failure. */
function readCounts(path: string, succeeded: boolean, read: (report: unknown) => TestCounts): TestCounts {
  try {
    const counts = read(JSON.parse(readFileSync(path, 'utf8')))
    return { ...counts, failed: succeeded ? counts.failed : Math.max(counts.failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly name?: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName?: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/**
 * Counts Vitest's JSON report. Also reads errors thrown outside tests from `report-extras.json`. A file that
 * could not be loaded is a failed test.
 */
export function readVitestReport(path: string, succeeded: boolean, besidePath: string): TestCounts {
  return readCounts(path, succeeded, (report) => {
    const { numPassedTests, numFailedTests, testResults } = report as VitestReport
    const failedTests = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
    const brokenFiles = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
    )
    const { errors, skipped } = besideOf(besidePath)
    return {
      passed: numPassedTests,
      failed: numFailedTests + brokenFiles.length + errors.length,
      failures: [
        ...failedTests.map(({ fullName, failureMessages }) => inWords(fullName ?? '', failureMessages?.[0])),
        ...brokenFiles.map(({ name, message }) => inWords(name ?? '', message)),
        ...errors.map((error) => inWords(BESIDE, error)),
      ],
      skipped,
    }
  })
}

const besideOf = (path: string): ReportExtras =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { errors: [], skipped: [] }

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly ok: boolean
    readonly file?: string
    readonly tests: readonly {
      readonly status?: string
      readonly annotations?: readonly { readonly type: string; readonly description?: string }[]
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: readonly { readonly message?: string }[]
}

/** Counts Playwright's JSON report. A test that passed only on a second try failed. */
export function readPlaywrightReport(path: string, succeeded: boolean): TestCounts {
  return readCounts(path, succeeded, (report) => {
    const { stats, errors, ...suite } = report as PlaywrightReport
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      failures: [...failuresOf(suite), ...errors.map(({ message }) => inWords(BESIDE, message))],
      skipped: skippedOf(suite),
    }
  })
}

function skippedOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const skipped = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations = [] }) => {
        const why = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
        return `${title} (${file}): ${why ?? 'no reason given'}`
      }),
  )
  return [...skipped, ...suites.flatMap(skippedOf)]
}

function failuresOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  const results = failed.map(({ title, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap(({ error }) => (error ? [error] : []))
    return inWords(title, errors[0]?.message)
  })
  return [...results, ...suites.flatMap(failuresOf)]
}
