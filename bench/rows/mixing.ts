import { setTimeout as sleep } from 'node:timers/promises'
import { referenceRequests, startMixReference } from '../product/fastify-mix.ts'
import { openMailSink } from '../product/mail-sink.ts'
import { type Kinds, mixedLoad, openTenantSessions, productRequests } from '../product/mix.ts'
import {
  findHighestSustained,
  isSustained,
  type Kind,
  type LoadResult,
  type LoadTarget,
  runOpenLoop,
} from '../product/open-model.ts'
import type { RunningServer } from '../product/processes.ts'
import type { World } from '../product/world.ts'
import { type Finding, ms, type Row, thousands, times } from './row.ts'

/** A load with the CPU of server and PostgreSQL for each request. */
interface MeasuredLoad extends LoadResult {
  readonly cpuMs: number
  /** Seconds from the last response until all jobs of the load were done. */
  readonly jobsS: number
}

interface Load extends LoadTarget {
  readonly what: string
  readonly processorMs: number
  readonly kindOf: (kinds: Kinds) => (n: number) => Kind
}

const SECONDS = 10
/** Enough requests for a meaningful p99. */
const FEWEST = 200
const WARM_SHARE = 0.5
const WARM_S = 10
const MAX_JOBS_S = 30

const START = ['scripts/launch.ts', 'start'] as const
const SLOW_PROCESSOR = ['bench/product/slow-processor.ts'] as const

async function flowOf(
  world: World,
  serving: RunningServer,
  kindOf: (n: number) => Kind,
  perS: number,
): Promise<MeasuredLoad> {
  const cpuS = () => serving.cpuS() + world.databaseCpuS()
  const before = cpuS()
  const flow = await runOpenLoop(kindOf, perS, Math.max(SECONDS, FEWEST / perS))
  const jobsS = await untilJobsAreDone(world)
  return { ...flow, jobsS, cpuMs: ((cpuS() - before) * 1000) / flow.asked }
}

/** Waits for jobs. Receipts are drawn and mailed after the responses, on the same cores, and would slow the next load. */
async function untilJobsAreDone({ client }: World): Promise<number> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  for (; passed() < MAX_JOBS_S; await sleep(200)) {
    const { rows } = await client.query(
      "select exists (select from pgboss.job where state < 'completed' and start_after <= now()) as busy",
    )
    if (!rows[0].busy) break
  }
  return passed()
}

/** Measures product and F at the target rate, then at the highest rate that the product sustains. */
async function measureLoad(world: World, load: Load): Promise<Finding[]> {
  const accounts = await world.tenants()
  const tenants = await openTenantSessions(accounts, world.client, world.sessions)
  const mail = await openMailSink()
  const env = { PROCESSOR_MS: String(load.processorMs), SMTP_URL: mail.url }
  const product = await world.product(env, load.processorMs > 0 ? SLOW_PROCESSOR : START)
  const f = await startMixReference(world, load.processorMs)
  try {
    const ours = load.kindOf(productRequests(product.port, tenants))
    const theirs = load.kindOf(referenceRequests(f, tenants))
    const ask = (perS: number) => flowOf(world, product, ours, perS)
    const askF = (perS: number) => flowOf(world, f, theirs, perS)
    await runOpenLoop(ours, load.perS * WARM_SHARE, WARM_S)
    await runOpenLoop(theirs, load.perS * WARM_SHARE, WARM_S)
    await untilJobsAreDone(world)
    const ofF = await askF(load.perS)
    const atBar = await ask(load.perS)
    const best = await findHighestSustained(load, atBar, ask)
    const bestOfF = best && best !== atBar ? await askF(best.perS) : ofF
    const invoices = accounts.reduce((sum, account) => sum + account.invoices, 0)
    const at = `${accounts.length} companies, ${thousands(invoices)} invoices`
    return [targetRateFinding(load, at, atBar, ofF), highestRateFinding(load, at, best, bestOfF)]
  } finally {
    await product.stop()
    await f.stop()
    await mail.close()
  }
}

const AND_JOBS = true
const wanted = ({ mostP99Ms }: Load): string => `p99 < ${mostP99Ms} ms, no error`

function targetRateFinding(load: Load, at: string, ours: MeasuredLoad, theirs: MeasuredLoad): Finding {
  return {
    what: `${load.what}, ${load.perS} arrive a second`,
    at,
    figure: describeLoad(ours, AND_JOBS),
    reference: `F ${describeLoad(theirs)}`,
    ratio: `${times(ours.cpuMs / theirs.cpuMs)} F of CPU`,
    target: wanted(load),
    met: isSustained(ours, load),
  }
}

function highestRateFinding(
  load: Load,
  at: string,
  best: MeasuredLoad | null,
  theirs: MeasuredLoad,
): Finding {
  return {
    what: `${load.what}, most that is carried`,
    at,
    figure: best ? `${best.perS} a second: ${describeLoad(best, AND_JOBS)}` : 'no rate that was tried',
    reference: best ? `F at ${theirs.perS}: ${describeLoad(theirs)}` : '',
    ratio: best ? `${times(best.cpuMs / theirs.cpuMs)} F of CPU` : '',
    target: `≥ ${load.perS} a second, ${wanted(load)}`,
    met: best !== null && best.perS >= load.perS,
  }
}

function describeLoad(flow: MeasuredLoad, andJobs = false): string {
  const kinds = [...flow.ofKind].sort(([one], [other]) => one.localeCompare(other))
  const apart =
    kinds.length > 1 ? ` (p99 of ${kinds.map(([name, { p99Ms }]) => `${name} ${ms(p99Ms)}`).join(', ')})` : ''
  const errors = [...flow.errors].map(([message, count]) => `${count} × ${message}`).join(', ')
  return `p50 ${ms(flow.p50Ms)}, p99 ${ms(flow.p99Ms)}${apart}, ${flow.failed === 0 ? 'no error' : `${flow.failed} of ${flow.asked} failed: ${errors}`}, ${ms(flow.cpuMs)} CPU each${andJobs ? `, jobs done ${flow.jobsS.toFixed(1)} s after` : ''}`
}

const LOADS: Readonly<Record<string, Load>> = {
  mix: {
    what: 'mixed load (70 % lists and details, 15 % search, 10 % pay, 5 % login)',
    perS: 300,
    mostP99Ms: 200,
    processorMs: 0,
    kindOf: mixedLoad,
  },
  'mix-pay': {
    what: 'payments by card, a processor of 100 ms',
    perS: 100,
    mostP99Ms: 400,
    processorMs: 100,
    kindOf:
      ({ pay }) =>
      () =>
        pay,
  },
  'mix-login': {
    what: 'logins',
    perS: 20,
    // Not a target. When a queue grows, the last requests wait longer than this.
    mostP99Ms: 1000,
    processorMs: 0,
    kindOf:
      ({ login }) =>
      () =>
        login,
  },
}

export const mixingRows: readonly Row[] = Object.entries(LOADS).map(([name, load]) => ({
  name,
  run: (world) => measureLoad(world, load),
}))
