import { defineConfig } from 'vitest/config'
import { guardSwitchesPlugin } from './proof/guards/guard-switches-plugin.ts'

const outside = ['**/node_modules/**', 'dist/**', 'e2e/**', '.data/**']

/** Tests of the server get a PostgreSQL for the run; the others start without waiting for one. */
export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the cores of a small machine: some tests only wait.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'pure',
          // Nothing in them outlives its test, so they share the modules that they load.
          isolate: false,
          include: ['{domain,contract,web,scripts,simulators,bench}/**/*.test.{ts,tsx}'],
          exclude: outside,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          // Each file has a database of its own, and leaves nothing behind in its process.
          isolate: false,
          include: ['server/**/*.test.ts', 'proof/{faults,webhooks,races}/**/*.test.ts'],
          exclude: outside,
          globalSetup: ['server/platform/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['proof/simulation/**/*.test.ts'],
          exclude: outside,
          globalSetup: ['server/platform/testing/global-setup.ts', 'proof/simulation/choose-seed.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'crashes',
          include: ['proof/torture/**/*.test.ts'],
          exclude: outside,
          globalSetup: ['proof/torture/build-product.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [guardSwitchesPlugin(import.meta.dirname)],
        test: {
          name: 'guards',
          include: ['proof/guards/**/*.test.ts'],
          exclude: outside,
          globalSetup: ['server/platform/testing/global-setup.ts'],
          setupFiles: ['proof/guards/switchboard.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
