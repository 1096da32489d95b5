import { onTestFinished } from 'vitest'

/**
 * Runs after the current test, in reverse order of the calls. A hook of a module would run for the first file only that loads it, since
 * files share their modules.
 */
export const onTestEnd = (close: () => unknown): void =>
  onTestFinished(async () => {
    await close()
  })
