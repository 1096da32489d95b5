import { setTimeout as sleep } from 'node:timers/promises'
import { compare, medianOf } from '../product/bursts.ts'
import type { RunningServer } from '../product/processes.ts'
import { requestJson } from '../product/requests.ts'
import type { World } from '../product/world.ts'
import { type Finding, largest, ms, productSubject, type Row, thousands } from './row.ts'

const COLD_MS = 300
const MONTHS_BACK = 3
const DAYS_BACK = 30
const PREPARED_WITHIN_MS = 600_000
/** Server and worker in one process. The worker prepares the sums. */
const WITH_WORKER = ['scripts/launch.ts', 'start'] as const

/** The charts' requests, with a name of each. */
const CHARTS = [
  { name: 'twelve months', path: 'months/' },
  { name: 'expected cash', path: 'expected-cash/' },
  { name: 'aging by customer', path: 'aging/' },
  { name: 'aging by customer three months ago', path: `aging/?on=${monthsAgo(MONTHS_BACK)}` },
  { name: 'sources', path: 'sources/' },
  { name: 'top debtors', path: 'debtors/' },
  { name: 'next days', path: 'next-days/' },
  {
    name: 'what was collected in 30 days, as a list',
    path: `behind/?report=collected&from=${daysAgo(DAYS_BACK)}`,
  },
  {
    name: 'what was invoiced in 30 days, as a list',
    path: `behind/?report=invoiced&from=${daysAgo(DAYS_BACK)}`,
  },
] as const

function monthsAgo(months: number): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() - months)
  return day.toISOString().slice(0, 10)
}

function daysAgo(days: number): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() - days)
  return day.toISOString().slice(0, 10)
}

/** Asks until the sums of a report are prepared, which a job does after the first request. */
async function waitUntilPrepared({ port }: RunningServer, path: string, token: string): Promise<void> {
  for (const until = performance.now() + PREPARED_WITHIN_MS; ; await sleep(1000)) {
    const { preparing } = await requestJson<{ preparing?: boolean }>({ port, path, token })
    if (!preparing) return
    if (performance.now() > until) throw new Error(`${path} was not prepared in time.`)
  }
}

async function charts(world: World): Promise<Finding[]> {
  const company = largest(world)
  const pathOf = (chart: (typeof CHARTS)[number]) =>
    `/api/accounts/${company.accountId}/reports/${chart.path}`
  const preparing = await world.product({}, WITH_WORKER)
  try {
    const token = await world.staffToken(company)
    for (const chart of CHARTS) await waitUntilPrepared(preparing, pathOf(chart), token)
  } finally {
    await preparing.stop()
  }
  const product = await world.product()
  try {
    const token = await world.staffToken(company)
    const findings: Finding[] = []
    for (const chart of CHARTS) {
      const path = pathOf(chart)
      const began = performance.now()
      await requestJson({ port: product.port, path, token })
      const coldMs = performance.now() - began
      const rounds = await compare([productSubject(world, product, 10, () => path, token)], 1)
      findings.push({
        what: `chart ${chart.name}: first request of a server`,
        at: `${thousands(world.size)}, 1 at once`,
        figure: ms(coldMs),
        reference: `then p50 ${ms(medianOf(rounds, ([p]) => p!.p50Ms))}, ${ms(medianOf(rounds, ([p]) => p!.cpuMs))} of CPU`,
        ratio: '',
        target: `≤ ${COLD_MS} ms`,
        met: coldMs <= COLD_MS,
      })
    }
    return findings
  } finally {
    await product.stop()
  }
}

export const chartRows: readonly Row[] = [{ name: 'charts', run: charts }]
