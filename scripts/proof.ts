// Runs all proofs at full size: npm run proof, or one by name: npm run proof races. docs/reliability.md lists the sizes
// for a release, which environment variables set.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { listMissingPrograms, type ProofProgram } from '../proof/servers/programs.ts'
import type { TestCounts } from './testing/read-report.ts'
import { runSteps, type Step } from './testing/run-steps.ts'
import {
  minutes,
  prepareEnvironment,
  root,
  runBrowserTests,
  runInChromium,
  runProofCommand,
  runVitest,
} from './testing/runners.ts'

prepareEnvironment()
process.env.PROOF_SIZE = 'full'

/** Runs test files of the server project whose path contains one of these texts. */
const serverTests = (name: string, title: string, ...files: string[]): Step => ({
  name,
  title,
  run: () => runVitest({ projects: ['server'], files }),
})

const proofs: Step[] = [
  {
    name: 'unit',
    title: 'unit, database and API',
    run: () =>
      runVitest({
        projects: ['pure', 'server'],
        files: [
          'domain/',
          'contract/',
          'web/',
          'server/',
          'seed/',
          'testing/',
          'scripts/',
          'simulators/',
          'bench/',
        ],
      }),
  },
  {
    name: 'simulation',
    title: 'simulated money operations',
    run: () => runVitest({ projects: ['simulation'] }),
  },
  {
    name: 'crashes',
    title: 'processes killed at every failpoint and at random',
    run: () => runVitest({ projects: ['crashes'] }),
  },
  serverTests('faults', 'a faulty payment processor', 'proof/faults/'),
  serverTests('processors', 'every payment processor simulated and compared daily', 'proof/processors/'),
  serverTests('books', 'a month in two books, with faults', 'proof/schedules/books/'),
  {
    name: 'smoke',
    title: 'a few calls of each adapter, at the processor itself where there are test keys',
    run: () => runVitest({ projects: ['pure'], files: ['proof/smoke/'] }),
  },
  serverTests('webhooks', 'webhooks in disorder', 'proof/webhooks/'),
  serverTests('races', 'concurrent requests', 'proof/races/'),
  serverTests('schedules', 'scheduled work over sixty days in six time zones', 'proof/schedules/'),
  serverTests('load', 'mixed load', 'proof/load/'),
  serverTests('security', 'access, tokens, input and secrets', 'proof/security/'),
  serverTests('fuzz', 'mutated requests to every route', 'proof/security/fuzz.test.ts'),
  serverTests('resilience', 'outages, overload and slow clients', 'proof/resilience/'),
  serverTests('backup', 'backup and restore', 'proof/backup/'),
  serverTests('commands', 'operator commands', 'proof/commands/'),
  serverTests('query-plans', 'query plans of large tables', 'proof/query-plans/'),
  { name: 'browser', title: 'every browser test in Chromium', run: () => runInChromium(minutes(60)) },
]

/** Run only by name, because they take long or need software that may not be installed. */
const byName: Step[] = [
  {
    name: 'guards',
    title: 'the access sweep with each guard removed',
    run: () => runVitest({ projects: ['guards'] }),
  },
  {
    name: 'kills',
    title: 'processes killed at random under load',
    run: () => runProofCommand('proof/crashes/random-kills.ts', ...optionsOf('kills')),
  },
  {
    name: 'pooler',
    title: 'the product behind PgBouncer',
    run: runBehindPooler,
  },
  {
    name: 'replica',
    title: 'reports, exports and searches on a streaming replica',
    run: runWithReplica,
  },
  {
    name: 'servers',
    title: 'several servers and workers behind nginx, on a PostgreSQL that fails over',
    run: runServers,
  },
  {
    name: 'distributed',
    title: 'the product on a Citus cluster of three nodes',
    run: runOnCluster,
  },
  {
    name: 'container',
    title: 'the container image',
    run: buildImage,
  },
  {
    name: 'firefox',
    title: 'browser tests in Firefox',
    run: () => runBrowserTests({ ENGINE: 'firefox' }, minutes(65)),
  },
]

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
await runSteps(named.length > 0 ? [...proofs, ...byName] : proofs, named)

/** Options of a proof on the command line: npm run proof kills -- --kills=1000. */
function optionsOf(name: string): string[] {
  return named.includes(name) ? process.argv.slice(2).filter((argument) => argument.startsWith('-')) : []
}

/** Runs the API's tests, the access sweep and the races through a real PgBouncer in transaction mode. */
function runBehindPooler(): Promise<TestCounts> {
  if (spawnSync('pgbouncer', ['--version']).error) {
    console.log('PgBouncer is not installed. On Debian: apt-get install pgbouncer')
    return Promise.resolve({ passed: 0, failed: 1 })
  }
  process.env.TEST_POOLER = '1'
  const files = ['proof/pooler/', 'proof/races/', 'proof/security/access-sweep/', 'server/rooms/']
  return runVitest({ projects: ['server'], files })
}

/** Runs the tests with a primary and a streaming replica, and one with PgBouncer in front of both. */
function runWithReplica(): Promise<TestCounts> {
  return runWhereInstalled(['pgbouncer'], { projects: ['server'], files: ['proof/replica/'] })
}

/** Restarts, kills and upgrades real servers and workers, and fails over between real PostgreSQL servers. */
function runServers(): Promise<TestCounts> {
  return runWhereInstalled(['nginx', 'openssl'], { projects: ['servers'] })
}

function runWhereInstalled(
  programs: readonly ProofProgram[],
  tests: Parameters<typeof runVitest>[0],
): Promise<TestCounts> {
  const missing = listMissingPrograms(programs)
  for (const sentence of missing) console.log(sentence)
  return missing.length > 0 ? Promise.resolve({ passed: 0, failed: missing.length }) : runVitest(tests)
}

/** Runs a business day on a coordinator and two nodes, and moves an account between these while it is paid. */
function runOnCluster(): Promise<TestCounts> {
  if (!process.env.CITUS_BIN || spawnSync(join(process.env.CITUS_BIN, 'initdb'), ['--version']).error) {
    console.log(
      'CITUS_BIN has to name the folder of the programs of a PostgreSQL 15, 16 or 17 with Citus 13, such as /usr/lib/postgresql/15/bin. docs/scaling.md says how to install it.',
    )
    return Promise.resolve({ passed: 0, failed: 1 })
  }
  process.env.TEST_CLUSTER = '1'
  return runVitest({ projects: ['server'], files: ['proof/distributed/'] })
}

/** Builds the image of deploy/Containerfile and asks it for a command's usage. Fails where nothing can build one. */
function buildImage(): Promise<TestCounts> {
  const builder = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0)
  if (builder === undefined)
    console.log('Nothing here can build an image: neither Docker nor Podman runs. The image was not checked.')
  const steps = [
    ['build', '-f', 'deploy/Containerfile', '-t', 'quittance-proof', '.'],
    ['run', '--rm', 'quittance-proof', 'node', 'scripts/run.mjs', 'scripts/launch.ts', 'doctor', '--help'],
  ]
  const passed =
    builder !== undefined &&
    steps.every((step) => spawnSync(builder, step, { cwd: root, stdio: 'inherit' }).status === 0)
  return Promise.resolve({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })
}
