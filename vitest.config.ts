import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { guardSwitchesPlugin } from './proof/guards/guard-switches-plugin.ts'
import { changedFiles, isGate, sampleOf, triesMistakes } from './proof/ring.ts'
import { inlineTexts } from './scripts/languages/inline-texts.ts'

const outside = ['**/node_modules/**', 'dist/**', 'e2e/**', '.data/**']

/** Books of a firm that are moved from one platform to another, or kept by hand. */
const BOOKS = globSync('server/rooms/accounting/actions/{move,by-hand}/*.test.ts', {
  cwd: import.meta.dirname,
}).toSorted()
/** All of them when the change may reach them; else a sample in the gate. */
const CHOSEN_BOOKS = triesMistakes(
  'server/',
  'domain/',
  'contract/',
  'db/',
  'simulators/',
  'testing/',
  'package-lock.json',
)
  ? BOOKS
  : sampleOf(BOOKS, 7)

/** Test files that run in `npm run proof` only: a part of them proves nothing, and the whole takes longer than the gate has. */
const PROOF_ONLY = [
  'proof/commands/account-commands.test.ts',
  'proof/commands/commands.test.ts',
  'proof/crashes/random-kills.test.ts',
  'proof/distributed/**',
  'proof/pooler/pooler.test.ts',
  'proof/replica/lag.test.ts',
  'proof/replica/pooler.test.ts',
  'proof/replica/reads.test.ts',
  'proof/replica/silence.test.ts',
  'proof/resilience/outages/database-outage.test.ts',
  'proof/resilience/outages/full-disk.test.ts',
  ...(triesMistakes('proof/security/access-sweep/', 'testing/sweep/')
    ? []
    : ['proof/security/access-sweep/deliberate-faults.test.ts']),
  // Makes each write twice, which only matters when a route or the replay of answers changes.
  ...(triesMistakes('contract/', 'server/platform/http/idempotency/', 'testing/sweep/')
    ? []
    : ['proof/security/access-sweep/repeated-writes.test.ts']),
  // Builds the web twice, which only matters when the build changes.
  ...(triesMistakes('proof/security/secret-leak/', 'vite.config.ts', 'scripts/', 'package-lock.json')
    ? []
    : ['proof/security/secret-leak/built-files.test.ts']),
  // Restores a backup with the commands of the product, as restore-backup does with their functions.
  ...(triesMistakes('proof/backup/', 'server/main/backup/', 'server/main/commands/')
    ? []
    : ['proof/backup/backup-command.test.ts']),
  // Growing the tables takes longer than reading the plans.
  ...(changedFiles(/^(db\/migrations|proof\/query-plans|server\/rooms\/.+\/store)\//).length > 0 || !isGate
    ? []
    : ['proof/query-plans/hot-queries.test.ts']),
  // Start and kill whole PostgreSQL servers, which only matters when the code that does so changes.
  ...(triesMistakes('server/platform/postgres/', 'package-lock.json')
    ? []
    : ['server/platform/postgres/embedded.test.ts', 'server/platform/postgres/embedded-processes.test.ts']),
  ...(triesMistakes('proof/crashes/') ? [] : ['proof/crashes/deliberate-bugs.test.ts']),
  ...BOOKS.filter((file) => !CHOSEN_BOOKS.includes(file)),
  // Takes a machine of its own, beside the failpoints at the Sandbox that the gate samples.
  ...(triesMistakes('proof/crashes/processors/', 'proof/processors/')
    ? []
    : ['proof/crashes/processors/processor-crashes.test.ts']),
  // Takes two machines of its own.
  ...(triesMistakes('proof/crashes/books/', 'server/gateways/accounting/') ? [] : ['proof/crashes/books/**']),
  ...(triesMistakes('proof/races/') ? [] : ['proof/races/deliberate-bugs.test.ts']),
  ...(triesMistakes('proof/simulation/') ? [] : ['proof/simulation/deliberate-bugs.test.ts']),
  ...(triesMistakes('proof/schedules/')
    ? []
    : ['proof/schedules/deliberate-bugs.test.ts', 'proof/schedules/two-years/mistakes.test.ts']),
]
const chosen = process.env.PROOF_SIZE === 'gate' ? [...outside, ...PROOF_ONLY] : outside

/** Test files that take longest start first, so that none of them runs alone at the end. */
const LONGEST = [
  'fuzz',
  'mix',
  'mail-server-outage',
  'server-shutdown',
  'worker-shutdown',
  'port-takeover',
  'commands',
  'account-commands',
  'database-outage',
  'full-disk',
  'embedded',
  'embedded-processes',
  'first-races',
  'second-races',
  'six-zones',
  'two-years',
  'backup-command',
  'backup',
  'restore-backup',
  'first-writes',
  'second-writes',
  'first-reads',
  'second-reads',
  'lists',
  'odd-requests',
  'refused-states',
  'refused-reads',
  'rival-writes',
  'first-refused-writes',
  'second-refused-writes',
  'slow-bodies',
  'sign-in',
  'address-enumeration',
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

/** Long enough for a machine that does ten other things; a test that hangs ends all the same. */
const TIMEOUT_MS = 600_000

/** The server's tests share one PostgreSQL for the run; the pure ones start without waiting for it. */
export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Twice the cores of a small machine, because some tests only wait.
    maxWorkers: 4,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    teardownTimeout: 30_000,
    projects: [
      {
        plugins: [inlineTexts()],
        test: {
          name: 'pure',
          setupFiles: ['testing/measure-file.ts', 'testing/seed-properties.ts'],
          // They keep no state, so they can share the modules that they load.
          isolate: false,
          include: [
            '{domain,contract,web,scripts,simulators,bench}/**/*.test.{ts,tsx}',
            'proof/guards/find-guards.test.ts',
            'proof/*.test.ts',
            'proof/smoke/*.test.ts',
            'proof/crashes/bugs.test.ts',
          ],
          exclude: outside,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'server',
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Each file has its own database and leaves no state in its process.
          isolate: false,
          include: [
            '{server,seed,testing}/**/*.test.ts',
            'proof/{backup,commands,distributed,faults,load,pooler,processors,query-plans,races,replica,resilience,schedules,security,webhooks}/**/*.test.ts',
          ],
          exclude: chosen,
          globalSetup: ['testing/database/global-setup.ts'],
          setupFiles: [
            'testing/measure-file.ts',
            'testing/seed-properties.ts',
            'testing/hash-quickly.ts',
            'testing/logs/watch-logs.ts',
          ],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['proof/simulation/**/*.test.ts'],
          exclude: chosen,
          globalSetup: ['testing/database/global-setup.ts', 'proof/simulation/choose-seed.ts'],
          setupFiles: ['testing/measure-file.ts', 'testing/logs/watch-logs.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'crashes',
          include: ['proof/crashes/**/*.test.ts'],
          exclude: [...chosen, 'proof/crashes/bugs.test.ts'],
          globalSetup: ['proof/crashes/build-product.ts'],
          setupFiles: ['testing/measure-file.ts', 'testing/logs/watch-logs.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'servers',
          include: ['proof/servers/**/*.test.ts'],
          globalSetup: ['proof/crashes/build-product.ts'],
          setupFiles: ['testing/measure-file.ts', 'testing/logs/watch-logs.ts'],
          // Each file runs six processes.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 1_800_000,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        plugins: [guardSwitchesPlugin(import.meta.dirname)],
        test: {
          name: 'guards',
          include: ['proof/guards/guards.test.ts'],
          exclude: outside,
          globalSetup: ['testing/database/global-setup.ts'],
          setupFiles: ['proof/guards/guard-switches.ts'],
          // Recording all probes and removing all guards takes more than an hour on a small machine.
          testTimeout: 14_400_000,
          hookTimeout: 3_600_000,
        },
      },
    ],
  },
})
