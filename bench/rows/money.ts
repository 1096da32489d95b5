import { randomUUID } from 'node:crypto'
import { median } from '../measuring.ts'
import { burst, ROUNDS, type Subject } from '../product/bursts.ts'
import type { RunningServer } from '../product/processes.ts'
import { requestJson, requestWithRetry } from '../product/requests.ts'
import type { Company, World } from '../product/world.ts'
import { openWriter } from '../references/tpc-b.ts'
import { type Finding, largest, ms, type Row, thousands, times } from './row.ts'

const AT_ONCE = 16
const TRANSACTIONS = 1500
const CREATED = 150
const PAID = 60

interface Booking {
  readonly world: World
  readonly product: RunningServer
  readonly company: Company
  readonly token: string
  readonly customers: readonly { id: string; currency: string }[]
}

async function booking(world: World, product: RunningServer): Promise<Booking> {
  const company = largest(world)
  const { rows } = await world.client.query(
    "select id, currency from customers where account_id = $1 and currency = 'USD' order by id limit 200",
    [company.accountId],
  )
  return { world, product, company, token: await world.staffToken(company), customers: rows }
}

const line = {
  description: 'Hot cups, 12 oz',
  detail: 'Case of 1,000',
  quantity: '3',
  unit_price: '59.00',
  tax_name: 'Sales tax',
  tax_rate: '5.5',
}

/** Creates a draft with two lines, then issues it, which writes to the ledger and the audit log. */
async function issue(one: Booking, n: number): Promise<{ pk: string; customer: string }> {
  const { port } = one.product
  const path = `/api/accounts/${one.company.accountId}/invoices/`
  const customer = one.customers[n % one.customers.length]!.id
  const body = { customer, invoice_date: '2026-11-20', terms: 'net_30', lines: [line, line] }
  const { pk } = await requestJson<{ pk: string }>({ port, path, method: 'POST', token: one.token, body })
  await requestJson({
    port,
    path: `${path}${pk}/send/`,
    method: 'POST',
    token: one.token,
    body: { email: false, request_id: randomUUID() },
  })
  return { pk, customer }
}

const subjectOf = (one: Booking, requests: number, once: (n: number) => Promise<void>): Subject => ({
  name: 'product',
  requests,
  once,
  cpuS: () => one.product.cpuS() + one.world.databaseCpuS(),
})

/** Measures the product's rate and W's in each round, and the median of their ratios. */
async function compareWithWriter(
  world: World,
  what: string,
  least: number,
  subject: Subject,
): Promise<Finding> {
  const writer = await openWriter(world.owner)
  const rounds: { own: number; w: number; cpuMs: number }[] = []
  try {
    await writer.tps(TRANSACTIONS / 3)
    await burst(subject, AT_ONCE, Math.ceil(subject.requests / 3))
    for (let round = 0; round < ROUNDS; round++) {
      const w = await writer.tps(TRANSACTIONS)
      const { perS, cpuMs } = await burst(subject, AT_ONCE)
      rounds.push({ own: perS, w, cpuMs })
    }
  } finally {
    await writer.stop()
  }
  const ratio = median(rounds.map((round) => round.own / round.w))
  return {
    what,
    at: `${thousands(world.size)}, ${AT_ONCE} at once`,
    figure: `${median(rounds.map((round) => round.own)).toFixed(0)} a second, ${ms(median(rounds.map((round) => round.cpuMs)))} CPU each`,
    reference: `W ${median(rounds.map((round) => round.w)).toFixed(0)} a second`,
    ratio: `${ratio.toFixed(3)} W`,
    target: `≥ ${least} W`,
    met: ratio >= least,
  }
}

async function create(world: World): Promise<Finding[]> {
  const product = await world.product()
  try {
    const one = await booking(world, product)
    const subject = subjectOf(one, CREATED, async (n) => {
      await issue(one, n)
    })
    return [await compareWithWriter(world, 'create and issue an invoice (2 requests)', 0.18, subject)]
  } finally {
    await product.stop()
  }
}

const card = (amount: string) => ({
  name_on_card: 'Maya Okafor',
  number: '4242424242424242',
  expiration_month: '08',
  expiration_year: String(new Date().getFullYear() + 3),
  cvc: '123',
  amount,
  request_id: randomUUID(),
})

/** Creates an invoice for each payment, with a portal session of its customer. */
async function payables(one: Booking, count: number): Promise<{ pk: string; token: string }[]> {
  const tokens = new Map<string, string>()
  const made: { pk: string; token: string }[] = []
  for (let n = 0; n < count; n++) {
    const { pk, customer } = await issue(one, n % AT_ONCE)
    const token = tokens.get(customer) ?? (await one.world.portalToken(one.company, customer))
    tokens.set(customer, token)
    made.push({ pk, token })
  }
  return made
}

const pay = (one: Booking, invoice: { pk: string; token: string }, amount: string) =>
  requestWithRetry({
    port: one.product.port,
    path: `/api/invoices/${invoice.pk}/payment-options/sandbox-card/`,
    method: 'POST',
    token: invoice.token,
    host: `${one.company.subDomain}.localhost`,
    body: card(amount),
  })

async function payments(world: World): Promise<Finding[]> {
  const product = await world.product()
  try {
    const one = await booking(world, product)
    const invoices = await payables(one, PAID / 3 + PAID * ROUNDS + 1)
    let next = 0
    const subject = subjectOf(one, PAID, async () => {
      const got = await pay(one, invoices[next++]!, '10.00')
      const { status } = JSON.parse(got.text) as { status?: string }
      if (got.status !== 200 || status !== 'confirmed')
        throw new Error(`${got.status} ${got.text.slice(0, 200)}`)
    })
    return [await compareWithWriter(world, 'payment by card, request to confirmed (Sandbox)', 0.1, subject)]
  } finally {
    await product.stop()
  }
}

const CROWD = 64
const PAYERS = 8
/** Amount of each payment. The invoice exceeds their sum. */
const [SHARE, SHARE_MINOR] = ['5.00', 500]

async function crowd(world: World, pool: number): Promise<Finding[]> {
  const product = await world.product({ DATABASE_POOL: String(pool) })
  try {
    const one = await booking(world, product)
    const at = `${thousands(world.size)}, pool of ${pool}`
    return [await crowdOfCreates(one, at), await crowdOfPayments(one, at)]
  } finally {
    await product.stop()
  }
}

async function crowdOfCreates(one: Booking, at: string): Promise<Finding> {
  const nextNumber = async (): Promise<number> => {
    const { rows } = await one.world.client.query(
      "select next_value from number_sequences where account_id = $1 and kind = 'invoice'",
      [one.company.accountId],
    )
    return Number(rows[0].next_value)
  }
  const creating = subjectOf(one, CROWD, async (n) => {
    await issue(one, n)
  })
  const alone = await burst(creating, 1, 12)
  const before = await nextNumber()
  const created = await burst(creating, CROWD)
  const lost = (await nextNumber()) - before - CROWD
  const outcome = lost === 0 ? 'no gap, no error' : `${lost} numbers lost`
  return crowdFinding(`${CROWD} creates at once`, at, created.slowestMs, alone.p50Ms, outcome, lost === 0)
}

/** Several payers pay the same invoice, each within the hourly limit of attempts. */
async function crowdOfPayments(one: Booking, at: string): Promise<Finding> {
  const [invoice, ...apart] = await payables(one, 13)
  const { rows: owner } = await one.world.client.query(
    'select customer_id from invoices where account_id = $1 and id = $2',
    [one.company.accountId, invoice!.pk],
  )
  const payers: string[] = []
  while (payers.length < PAYERS) payers.push(await one.world.portalToken(one.company, owner[0].customer_id))
  const paying = subjectOf(one, apart.length, async (n) => {
    await pay(one, apart[n]!, '1.00')
  })
  const aloneMs = (await burst(paying, 1)).p50Ms
  const statuses = new Map<number, number>()
  const crowding = subjectOf(one, CROWD, async (n) => {
    const { status } = await pay(one, { pk: invoice!.pk, token: payers[n % PAYERS]! }, SHARE)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  const { slowestMs } = await burst(crowding, CROWD)
  const { rows } = await one.world.client.query(
    `select r.charged_minor - r.remaining_minor as settled, r.remaining_minor >= 0 as sound, (select coalesce(sum(a.amount_minor), 0)
       from payment_allocations a where a.account_id = r.account_id and a.invoice_id = r.invoice_id and a.state = 'applied') as applied
     from receivables r where r.account_id = $1 and r.invoice_id = $2`,
    [one.company.accountId, invoice!.pk],
  )
  const acknowledged = (statuses.get(200) ?? 0) * SHARE_MINOR
  const sound =
    rows[0].sound &&
    rows[0].settled === rows[0].applied &&
    Number(rows[0].settled) === acknowledged &&
    acknowledged === CROWD * SHARE_MINOR
  const list = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  return crowdFinding(
    `${CROWD} payments of one invoice at once by ${PAYERS} payers`,
    at,
    slowestMs,
    aloneMs,
    list,
    sound,
  )
}

/** One at a time they would take 64 times as long. The limit of ten times requires several cores. */
const crowdFinding = (
  what: string,
  at: string,
  slowestMs: number,
  aloneMs: number,
  outcome: string,
  sound: boolean,
): Finding => ({
  what: `${what}: ${outcome}`,
  at,
  figure: `slowest ${ms(slowestMs)}`,
  reference: `alone ${ms(aloneMs)}`,
  ratio: `${times(slowestMs / aloneMs)} ×`,
  target: 'sound, ≤ 10 ×',
  met: sound && slowestMs <= 10 * aloneMs,
})

export const moneyRows: readonly Row[] = [
  { name: 'create', run: create },
  { name: 'pay', run: payments },
  { name: 'crowd', run: async (world) => [...(await crowd(world, 10)), ...(await crowd(world, 2))] },
]
