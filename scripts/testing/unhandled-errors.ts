import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter } from 'vitest/node'

/** Where this reporter leaves them. */
export const UNHANDLED_ERRORS = 'test-results/unhandled-errors.json'

/** Vitest's own report knows only of tests; what was thrown beside them, and failed the run, is kept here. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const told = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`)
    mkdirSync(dirname(UNHANDLED_ERRORS), { recursive: true })
    writeFileSync(UNHANDLED_ERRORS, JSON.stringify(told))
  }
}
