import { spawn } from 'node:child_process'
import { argon2, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DEMO_PASSWORD } from '../../seed/demo/demo-company.ts'
import { PASSWORD_COST } from '../../server/platform/auth/password-hashing.ts'
import { programOf } from '../../testing/product-process.ts'
import { median } from '../measuring.ts'
import { burst, compare, medianOf, quantile, ROUNDS, type Subject } from '../product/bursts.ts'
import { residentMb } from '../product/processes.ts'
import { requestJson, sendRequest } from '../product/requests.ts'
import type { Company, World } from '../product/world.ts'
import { memoryRow } from './memory.ts'
import { type Finding, largest, ms, productSubject, type Row, thousands, times } from './row.ts'

const derive = promisify(argon2)
const LOGINS = 24
const PROBE_MS = 5

/** Runs logins at full speed beside a trivial request, whose delay shows how long the event loop is blocked. */
async function login(world: World): Promise<Finding[]> {
  const product = await world.product()
  try {
    const email = `owner-${largest(world).accountId.slice(-12)}@history.test`
    const subject: Subject = {
      name: 'login',
      requests: LOGINS,
      cpuS: () => product.cpuS(),
      once: async () => {
        await requestJson({
          port: product.port,
          path: '/api/profile/login/',
          method: 'POST',
          body: { email, password: DEMO_PASSWORD },
        })
      },
    }
    await burst(subject, 4, 4)
    const rounds: { ratio: number; perS: number; raw: number; probe: number; quiet: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const raw = await rawHashes()
      const quiet = await probeDelay(product.port, () => sleep(500))
      let perS = 0
      const probe = await probeDelay(product.port, async () => {
        perS = (await burst(subject, 4)).perS
      })
      rounds.push({ ratio: perS / raw, perS, raw, probe, quiet })
    }
    const ratio = median(rounds.map((round) => round.ratio))
    const delayMs = median(rounds.map((round) => Math.max(0, round.probe - round.quiet)))
    return [
      {
        what: 'login: hashing rate',
        at: '4 at once',
        figure: `${median(rounds.map((round) => round.perS)).toFixed(0)} a second`,
        reference: `${median(rounds.map((round) => round.raw)).toFixed(0)} bare hashes a second`,
        ratio: times(ratio),
        target: '≥ 0.8',
        met: ratio >= 0.8,
      },
      {
        what: 'login: p99 delay of other requests meanwhile',
        at: '4 at once',
        figure: ms(delayMs),
        reference: `p99 ${ms(median(rounds.map((round) => round.quiet)))} when nobody logs in`,
        ratio: '',
        target: '≤ 20 ms',
        met: delayMs <= 20,
      },
    ]
  } finally {
    await product.stop()
  }
}

/** Hashes per second of Argon2id alone, four at once on Node's thread pool. */
async function rawHashes(): Promise<number> {
  const cost = { ...PASSWORD_COST, message: DEMO_PASSWORD, nonce: randomBytes(16), tagLength: 32 }
  const started = performance.now()
  for (let from = 0; from < LOGINS; from += 4)
    await Promise.all([1, 2, 3, 4].map(() => derive('argon2id', cost)))
  return LOGINS / ((performance.now() - started) / 1000)
}

/** p99 of a request without database access while `work` runs. */
async function probeDelay(port: number, work: () => Promise<unknown>): Promise<number> {
  const waits: number[] = []
  let going = true
  const probing = (async () => {
    while (going) {
      const from = performance.now()
      await sendRequest({ port, path: '/live/' })
      waits.push(performance.now() - from)
      await sleep(PROBE_MS)
    }
  })()
  await work()
  going = false
  await probing
  return quantile(
    waits.sort((a, b) => a - b),
    0.99,
  )
}

async function twoServers(world: World): Promise<Finding[]> {
  const company = largest(world)
  const [first, second] = [await world.product(), await world.product()]
  try {
    const token = await world.staffToken(company)
    const path = `/api/accounts/${company.accountId}/invoices/?page=1&page_size=20`
    const one = productSubject(world, first, 500, () => path, token)
    const both: Subject = {
      ...one,
      name: 'two',
      once: async (n) => {
        await requestJson({ port: (n % 2 === 0 ? first : second).port, path, token })
      },
    }
    const rounds = await compare([one, both], 16)
    const ratio = medianOf(rounds, ([alone, two]) => two!.perS / alone!.perS)
    const cores = cpus().length
    return [
      {
        what: 'two server processes, one database',
        at: `${thousands(world.size)}, 16 at once, ${cores} cores`,
        figure: `${medianOf(rounds, ([, two]) => two!.perS).toFixed(0)} a second`,
        reference: `one: ${medianOf(rounds, ([alone]) => alone!.perS).toFixed(0)} a second`,
        ratio: `${times(ratio)} ×`,
        target: '≥ 1.7 ×, given 4 cores',
        met: cores < 4 ? null : ratio >= 1.7,
      },
    ]
  } finally {
    await first.stop()
    await second.stop()
  }
}

const seeding = async (world: World): Promise<Finding[]> => {
  const { invoices, seedS, seedCpuS } = largest(world)
  const mostS = (180 * invoices) / 1_000_000
  return [
    {
      what: 'seed a history',
      at: `${thousands(invoices)} invoices`,
      figure: `${seedS.toFixed(1)} s`,
      reference: `${seedCpuS.toFixed(1)} s of CPU`,
      ratio: '',
      target: '≤ 3 min for 1M',
      met: invoices < 100_000 ? null : seedS <= mostS,
    },
  ]
}

/** Exports the whole ledger as a journal and measures its peak memory. */
async function exportJournal(
  world: World,
  company: Company,
): Promise<{ seconds: number; megabytes: number; mostMb: number }> {
  const started = performance.now()
  const env = {
    ...process.env,
    DATA_DIR: world.app.config.dataDir,
    SECRET: world.app.config.secret,
    NODE_ENV: 'development',
  }
  const child = spawn(
    process.execPath,
    programOf('export-journal', '--journal', '--account', company.accountId),
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let bytes = 0
  let mostMb = 0
  child.stdout.on('data', (data: Buffer) => {
    bytes += data.length
  })
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, running(child.pid!) ? residentMb(child.pid!) : 0)
  }, 50)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error('the export failed')
  return { seconds: (performance.now() - started) / 1000, megabytes: bytes / 1e6, mostMb }
}

function running(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8').includes('VmRSS')
  } catch {
    return false
  }
}

async function journal(world: World): Promise<Finding[]> {
  const [few, many] = [
    await exportJournal(world, world.companies[0]!),
    await exportJournal(world, largest(world)),
  ]
  const ratio = many.mostMb / few.mostMb
  return [
    {
      what: 'export of the ledger: most memory',
      at: `${thousands(world.companies[0]!.invoices)} → ${thousands(world.size)} invoices`,
      figure: `${many.mostMb.toFixed(0)} MB for ${many.megabytes.toFixed(0)} MB in ${many.seconds.toFixed(1)} s`,
      reference: `${few.mostMb.toFixed(0)} MB for ${few.megabytes.toFixed(1)} MB`,
      ratio: `${times(ratio)} ×`,
      target: 'streamed, flat (≤ 1.5 ×)',
      met: ratio <= 1.5,
    },
  ]
}

export const processRows: readonly Row[] = [
  memoryRow,
  { name: 'login', run: login },
  { name: 'two', run: twoServers },
  { name: 'seed', run: seeding },
  { name: 'journal', run: journal },
]
