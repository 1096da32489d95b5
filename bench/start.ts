import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/platform/free-port.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts'
import { median, printLine } from './measuring.ts'
import { reportStandalone } from './report.ts'

/**
 * Measures the time from the start of the process to its first 200, with an existing database and built pages. The
 * reference is a bare Fastify server. `node bench/start.ts [rounds]`
 */
const ROUNDS = Number(process.argv[2] ?? 5)
const TARGET_RATIO = 5
const GIVE_UP_MS = 180_000
const POLL_MS = 3

const folder = mkdtempSync(join(tmpdir(), 'quittance-bench-'))
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

interface Start {
  readonly wallMs: number
  /** CPU seconds of all threads of the process until its first response. */
  readonly cpuMs: number
}

async function startOf(file: string, ...args: string[]): Promise<Start> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    NODE_ENV: 'development',
    // Like `npm start`.
    NODE_COMPILE_CACHE: join(folder, 'node-compile'),
  }
  const started = performance.now()
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while ((await statusOf(port)) !== 200) {
    if (child.exitCode !== null || performance.now() - started > GIVE_UP_MS)
      throw new Error(`${file} did not start`)
    await sleep(POLL_MS)
  }
  const start = { wallMs: performance.now() - started, cpuMs: cpuMsOf(child) }
  child.kill('SIGTERM')
  await once(child, 'exit')
  return start
}

const statusOf = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const request = get({ host: 'localhost', port, path: '/ready/', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', () => resolve(undefined))
  })

function cpuMsOf(child: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const startProduct = () => startOf(path('../scripts/launch.ts'), 'start')
const medianOf = (starts: readonly Start[], part: keyof Start) => median(starts.map((start) => start[part]))
const describeLoad = (starts: readonly Start[]) =>
  `${medianOf(starts, 'wallMs').toFixed(0)} ms (CPU ${medianOf(starts, 'cpuMs').toFixed(0)} ms)`

try {
  const first = await startProduct()
  printLine(`first start, with an empty folder: ${first.wallMs.toFixed(0)} ms, a demo company and all`)
  await startOf(path('bare-server.ts'))
  const bare: Start[] = []
  const ours: Start[] = []
  const withDatabase: Start[] = []
  for (let round = 0; round < ROUNDS; round++) withDatabase.push(await startProduct())
  // This process keeps the database running before and after each start of the product.
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  try {
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await startOf(path('bare-server.ts')))
      ours.push(await startProduct())
    }
  } finally {
    await server.stop()
  }
  const ratio = median(ours.map((start, round) => start.wallMs / bare[round]!.wallMs))
  reportStandalone('start', [
    {
      what: 'process start to first 200, database there',
      at: `${ROUNDS} rounds`,
      figure: describeLoad(ours),
      reference: `bare Fastify ${describeLoad(bare)}`,
      ratio: ratio.toFixed(1),
      target: `≤ ${TARGET_RATIO} × a bare server's`,
      met: ratio <= TARGET_RATIO,
    },
  ])
  printLine(`  its own PostgreSQL started with it: ${describeLoad(withDatabase)}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
