import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter } from 'vitest/node'

/** File that this reporter writes. */
export const REPORT_EXTRAS = 'test-results/report-extras.json'

/** Results that Vitest's own report leaves out. */
export interface ReportExtras {
  /** Errors that were thrown outside the tests and failed the run. */
  readonly errors: readonly string[]
  /** Tests that were not run, each with its file and the reason that it gave. */
  readonly skipped: readonly string[]
}

/** Vitest's own report knows only of tests, and not why one was skipped. A failure is printed when it happens, not at the end. */
export default class ReportExtrasReporter implements Reporter {
  onTestCaseResult: NonNullable<Reporter['onTestCaseResult']> = (test) => {
    const result = test.result()
    if (result.state !== 'failed') return
    const causes = result.errors.map(({ message, stack }) => stack ?? message)
    console.error(`\n✗ ${test.fullName} (${test.module.relativeModuleId})\n${causes.join('\n')}`)
  }

  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, errors) => {
    const kept: ReportExtras = {
      errors: errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`),
      skipped: modules.flatMap((module) =>
        [...module.children.allTests('skipped')].map((test) => {
          const result = test.result()
          const reason = result.state === 'skipped' ? result.note : undefined
          return `${test.fullName} (${module.relativeModuleId}): ${reason ?? NO_REASON}`
        }),
      ),
    }
    mkdirSync(dirname(REPORT_EXTRAS), { recursive: true })
    writeFileSync(REPORT_EXTRAS, JSON.stringify(kept))
  }
}

const NO_REASON = 'by its own condition (skip, skipIf, runIf)'
