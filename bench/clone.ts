import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/platform/free-port.ts'
import { median } from './measuring.ts'
import { answering } from './product/processes.ts'
import { tellOwn } from './report.ts'

/**
 * From `npm start` in a fresh clone until the product answers, the demo company and all: packages from npm's cache, pages
 * and server built, a database made. The reference is `npm ci` alone. `node bench/clone.ts [rounds]`
 */
const ROUNDS = Number(process.argv[2] ?? 3)
const MOST_S = 90
const GIVE_UP_MS = 600_000

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'quittance-bench-'))
const place = join(folder, 'clone')

/** As somebody who has just come finds it: what is committed, and nothing built or compiled before. */
function cloneAnew(): void {
  rmSync(place, { recursive: true, force: true })
  execFileSync('git', ['clone', '--quiet', '--local', root, place])
}

const secondsSince = (began: number): number => (performance.now() - began) / 1000

async function installing(): Promise<number> {
  cloneAnew()
  const began = performance.now()
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm ci ended with ${code}`)
  return secondsSince(began)
}

async function starting(round: number): Promise<number> {
  cloneAnew()
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: place,
    env: { ...newcomersSettings(), PORT: String(port), DATA_DIR: join(folder, `data-${round}`) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await answering(child, { port, path: '/ready/' }, GIVE_UP_MS)
    return secondsSince(began)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** Not those of whoever runs the benchmark: what is compiled is kept beside the packages, and both are new. */
function newcomersSettings(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  return env
}

try {
  // Whatever is not in npm's cache yet is now.
  await installing()
  const installed: number[] = []
  const started: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    installed.push(await installing())
    started.push(await starting(round))
  }
  const [figure, reference] = [median(started), median(installed)]
  tellOwn('clone', [
    {
      what: 'fresh clone to ready, packages in npm’s cache',
      at: `${ROUNDS} rounds`,
      figure: `${figure.toFixed(0)} s`,
      reference: `npm ci ${reference.toFixed(0)} s`,
      ratio: (figure / reference).toFixed(1),
      target: `≤ ${MOST_S} s`,
      kept: figure <= MOST_S,
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
