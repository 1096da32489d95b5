import pg from 'pg'
import { inAccount } from '../../server/platform/context.ts'
import { todayOf } from '../../server/rooms/accounts/index.ts'
import { agingOf } from '../../server/rooms/ledger/index.ts'
import { compare, medianOf, type Subject } from '../product/bursts.ts'
import { requestJson, sendRequest } from '../product/requests.ts'
import type { World } from '../product/world.ts'
import { type Finding, largest, ms, productSubject, type Row, thousands, times } from './row.ts'

const SYSTEM = { kind: 'system', job: 'bench' } as const
const CALLER = { requestId: 'bench', ip: null }

/** The product's figures as one statement, run as a role that bypasses row-level security. */
const AGING = `
  select currency, sum(remaining_minor) as total, count(*) as n,
    sum(remaining_minor) filter (where due_date >= $2::date) as current, count(*) filter (where due_date >= $2::date),
    sum(remaining_minor) filter (where due_date < $2::date and due_date >= $2::date - 30), count(*) filter (where due_date < $2::date and due_date >= $2::date - 30),
    sum(remaining_minor) filter (where due_date < $2::date - 30 and due_date >= $2::date - 60), count(*) filter (where due_date < $2::date - 30 and due_date >= $2::date - 60),
    sum(remaining_minor) filter (where due_date < $2::date - 60 and due_date >= $2::date - 90), count(*) filter (where due_date < $2::date - 60 and due_date >= $2::date - 90),
    sum(remaining_minor) filter (where due_date < $2::date - 90), count(*) filter (where due_date < $2::date - 90)
  from receivables where account_id = $1 and remaining_minor > 0 group by currency`

async function aging(world: World): Promise<Finding[]> {
  const company = largest(world)
  const today = await inAccount(world.app, CALLER, SYSTEM, company.accountId, todayOf)
  const pool = new pg.Pool({ ...world.owner, max: 1 })
  const cpuS = () => world.databaseCpuS()
  const driver: Subject = {
    name: 'S',
    requests: 40,
    cpuS,
    once: async () => {
      await pool.query({ name: 'aging', text: AGING, values: [company.accountId, today] })
    },
  }
  const product: Subject = {
    name: 'product',
    requests: 40,
    cpuS,
    once: async () => {
      await inAccount(world.app, CALLER, SYSTEM, company.accountId, (ctx) => agingOf(ctx, today))
    },
  }
  try {
    const rounds = await compare([driver, product], 1)
    const ratio = medianOf(rounds, ([s, p]) => p!.p50Ms / s!.p50Ms)
    return [
      {
        what: 'aging, whole account',
        at: `${thousands(world.size)}, 1 at once`,
        figure: ms(medianOf(rounds, ([, p]) => p!.p50Ms)),
        reference: `S ${ms(medianOf(rounds, ([s]) => s!.p50Ms))}`,
        ratio: `${times(ratio)} S`,
        target: '≤ 1.3 S',
        met: ratio <= 1.3,
      },
    ]
  } finally {
    await pool.end()
  }
}

async function dashboard(world: World): Promise<Finding[]> {
  const company = largest(world)
  const product = await world.product()
  try {
    const token = await world.staffToken(company)
    const path = `/api/accounts/${company.accountId}/dashboard/`
    const started = performance.now()
    await requestJson({ port: product.port, path, token })
    const coldMs = performance.now() - started
    const rounds = await compare([productSubject(world, product, 20, () => path, token)], 1)
    const warmMs = medianOf(rounds, ([p]) => p!.p50Ms)
    const at = `${thousands(world.size)}, 1 at once`
    const finding = (what: string, figureMs: number, mostMs: number): Finding => ({
      what,
      at,
      figure: ms(figureMs),
      reference: '',
      ratio: '',
      target: `≤ ${mostMs} ms`,
      met: figureMs <= mostMs,
    })
    return [
      finding('dashboard, first request of a server', coldMs, 300),
      finding('dashboard, after that', warmMs, 50),
    ]
  } finally {
    await product.stop()
  }
}

async function everywhere(world: World): Promise<Finding[]> {
  const company = largest(world)
  const product = await world.product()
  try {
    const token = await world.staffToken(company)
    const path = (q: string) => () => `/api/accounts/${company.accountId}/search/?q=${q}`
    const findings: Finding[] = []
    for (const q of [
      `INV-${1001 + Math.floor(company.invoices / 2)}`,
      'harbor+foods',
      'PAY-1200',
      'no+such+thing',
    ]) {
      const rounds = await compare([productSubject(world, product, 20, path(q), token)], 1)
      const p99 = medianOf(rounds, ([p]) => p!.p99Ms)
      findings.push({
        what: `search everywhere: ${q}`,
        at: `${thousands(world.size)}, 1 at once`,
        figure: `p99 ${ms(p99)}`,
        reference: `p50 ${ms(medianOf(rounds, ([p]) => p!.p50Ms))}`,
        ratio: '',
        target: '≤ 150 ms',
        met: p99 <= 150,
      })
    }
    return findings
  } finally {
    await product.stop()
  }
}

async function portalHome(world: World): Promise<Finding[]> {
  const product = await world.product()
  try {
    const subjects: Subject[] = []
    for (const company of world.ofOneCustomer) {
      const { rows } = await world.client.query('select id from customers where account_id = $1', [
        company.accountId,
      ])
      const token = await world.portalToken(company, rows[0].id)
      subjects.push(
        productSubject(
          world,
          product,
          150,
          () => '/api/portal-home/',
          token,
          `${company.subDomain}.localhost`,
        ),
      )
    }
    const rounds = await compare(subjects, 1)
    const ratio = medianOf(rounds, ([few, many]) => many!.cpuMs / few!.cpuMs)
    return [
      {
        what: 'portal home in one round trip',
        at: `100 → ${thousands(world.ofOneCustomer[1].invoices)} invoices of one customer`,
        figure: ms(medianOf(rounds, ([, many]) => many!.cpuMs)),
        reference: ms(medianOf(rounds, ([few]) => few!.cpuMs)),
        ratio: `${times(ratio)} ×`,
        target: '≤ 1.3 ×',
        met: ratio <= 1.3,
      },
    ]
  } finally {
    await product.stop()
  }
}

const LIST_BYTES = 6000

async function replyBytes(world: World): Promise<Finding[]> {
  const company = largest(world)
  const product = await world.product()
  try {
    const asked = {
      port: product.port,
      path: `/api/accounts/${company.accountId}/invoices/?page=1&page_size=20`,
      token: await world.staffToken(company),
    }
    const plain = await sendRequest(asked)
    const packed = await sendRequest({ ...asked, headers: { 'accept-encoding': 'br, gzip' } })
    return [
      {
        what: 'reply of a list page, 20 rows',
        at: `${thousands(world.size)}, as a browser asks`,
        figure: `${packed.bytes} bytes`,
        reference: `${plain.bytes} bytes unpacked`,
        ratio: '',
        target: '≤ 6 kB',
        met: packed.bytes <= LIST_BYTES,
      },
    ]
  } finally {
    await product.stop()
  }
}

export const reportingRows: readonly Row[] = [
  { name: 'aging', run: aging },
  { name: 'dashboard', run: dashboard },
  { name: 'everywhere', run: everywhere },
  { name: 'portal', run: portalHome },
  { name: 'bytes', run: replyBytes },
]
