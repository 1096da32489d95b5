import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/platform/free-port.ts'
import { median } from './measuring.ts'
import { waitUntilReady } from './product/processes.ts'
import { reportStandalone } from './report.ts'

/**
 * Measures the time from `npm start` in a fresh clone until the product responds: it installs packages from npm's cache,
 * builds pages and server, and creates a database with the demo company. The reference is `npm ci` alone.
 * `node bench/clone.ts [rounds]`
 */
const ROUNDS = Number(process.argv[2] ?? 3)
const MAX_S = 90
const GIVE_UP_MS = 600_000

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'quittance-bench-'))
const cloneFolder = join(folder, 'clone')

/** Clones the committed files, without build results or compiled code. */
function cloneRepository(): void {
  rmSync(cloneFolder, { recursive: true, force: true })
  execFileSync('git', ['clone', '--quiet', '--local', root, cloneFolder])
}

const secondsSince = (began: number): number => (performance.now() - began) / 1000

async function measureInstall(): Promise<number> {
  cloneRepository()
  const began = performance.now()
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: cloneFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm ci ended with ${code}`)
  return secondsSince(began)
}

async function measureStart(round: number): Promise<number> {
  cloneRepository()
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: cloneFolder,
    env: { ...newUserEnvironment(), PORT: String(port), DATA_DIR: join(folder, `data-${round}`) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await waitUntilReady(child, { port, path: '/ready/' }, GIVE_UP_MS)
    return secondsSince(began)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** Environment without the caller's compile cache: packages and compiled code are new in the clone. */
function newUserEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  return env
}

try {
  // Fills npm's cache.
  await measureInstall()
  const installed: number[] = []
  const started: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    installed.push(await measureInstall())
    started.push(await measureStart(round))
  }
  const [figure, reference] = [median(started), median(installed)]
  reportStandalone('clone', [
    {
      what: 'fresh clone to ready, packages in npm’s cache',
      at: `${ROUNDS} rounds`,
      figure: `${figure.toFixed(0)} s`,
      reference: `npm ci ${reference.toFixed(0)} s`,
      ratio: (figure / reference).toFixed(1),
      target: `≤ ${MAX_S} s`,
      met: figure <= MAX_S,
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
