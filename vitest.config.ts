import { defineConfig } from 'vitest/config'

const outside = ['**/node_modules/**', 'dist/**', 'e2e/**', '.data/**']

/** Minutes each: they run by `npm test proof`. */
const longProofs = ['proof/torture/**/*.test.ts']

/** Tests of the server get a PostgreSQL for the run; the others start without waiting for one. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{domain,contract,web,scripts,simulators,bench}/**/*.test.{ts,tsx}'],
          exclude: outside,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
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
          name: 'proof',
          include: longProofs,
          exclude: outside,
          globalSetup: ['server/platform/testing/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
