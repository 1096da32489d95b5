import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { guardSwitchesPlugin } from './proof/guards/guard-switches-plugin.ts'

const outside = ['**/node_modules/**', 'dist/**', 'e2e/**', '.data/**']

/** What takes longest, or mostly waits: begun first, so that nobody waits for it alone at the end. */
const LONGEST = [
  'fuzz',
  'mix',
  'staying-up',
  'commands',
  'outage',
  'embedded',
  'races',
  'six-zones',
  'backup-command',
  'backup',
  'access-sweep',
  'slow-bodies',
  'sign-in',
  'metrics',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/** Tests of the server get a PostgreSQL for the run; the others start without waiting for one. */
export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Two more than the cores of a small machine: some tests only wait.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'pure',
          // Nothing in them outlives its test, so they share the modules that they load.
          isolate: false,
          include: [
            '{domain,contract,web,scripts,simulators,bench}/**/*.test.{ts,tsx}',
            'proof/guards/find-guards.test.ts',
          ],
          exclude: outside,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          // Each file has a database of its own, and leaves nothing behind in its process.
          isolate: false,
          include: ['server/**/*.test.ts', 'proof/{faults,webhooks,races,schedules,load}/**/*.test.ts'],
          exclude: outside,
          globalSetup: ['testing/database/global-setup.ts'],
          setupFiles: ['testing/hash-quickly.ts', 'testing/logs/watch-logs.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['proof/simulation/**/*.test.ts'],
          exclude: outside,
          globalSetup: ['testing/database/global-setup.ts', 'proof/simulation/choose-seed.ts'],
          setupFiles: ['testing/logs/watch-logs.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'crashes',
          include: ['proof/crashes/**/*.test.ts'],
          exclude: outside,
          globalSetup: ['proof/crashes/build-product.ts'],
          setupFiles: ['testing/logs/watch-logs.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [guardSwitchesPlugin(import.meta.dirname)],
        test: {
          name: 'guards',
          include: ['proof/guards/guards.test.ts'],
          exclude: outside,
          globalSetup: ['testing/database/global-setup.ts'],
          setupFiles: ['proof/guards/switchboard.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
