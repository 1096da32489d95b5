import { median } from '../measuring.ts'
import type { RunningServer } from '../product/processes.ts'
import { sendRequest } from '../product/requests.ts'
import type { Company, World } from '../product/world.ts'
import { type Finding, largest, type Row, smallest, thousands, times } from './row.ts'

const ROUNDS = 3
const WARM = 10
const LOOK_MS = 50
const FLAT = 1.5

interface Taken {
  readonly rows: number
  readonly seconds: number
  readonly megabytes: number
}

/** Exports the audit log of a company up to yesterday as one file. */
async function exportAuditLog(
  { client }: World,
  product: RunningServer,
  { accountId }: Company,
  token: string,
): Promise<Taken> {
  const { rows } = await client.query<{ yesterday: string; entries: number }>(
    `select to_char(now() at time zone a.timezone - interval '1 day', 'YYYY-MM-DD') as yesterday, count(e.id)::int as entries
     from accounts a left join audit_entries e on e.account_id = a.account_id
       and e.at < date_trunc('day', now() at time zone a.timezone) at time zone a.timezone
     where a.account_id = $1 group by 1`,
    [accountId],
  )
  const { yesterday, entries } = rows[0]!
  const began = performance.now()
  const got = await sendRequest({
    port: product.port,
    path: `/api/accounts/${accountId}/audit-log/export/`,
    method: 'POST',
    token,
    body: { to: yesterday },
  })
  const seconds = (performance.now() - began) / 1000
  const lines = got.text.split('\r\n').length - 2
  if (got.status !== 200 || lines !== entries)
    throw new Error(`${got.status}, ${lines} of ${entries} entries: ${got.text.slice(0, 200)}`)
  return { rows: lines, seconds, megabytes: got.bytes / 1e6 }
}

/** S: reads the same entries through the driver, a thousand at a time, and joins their cells with commas. Returns entries per second. */
async function byDriver({ client }: World, { accountId }: Company): Promise<number> {
  const began = performance.now()
  const lines: string[] = []
  let rows: Record<string, unknown>[] = []
  do {
    const last = rows.at(-1)
    const found = await client.query(
      `select * from audit_entries where account_id = $1 and ($2::timestamptz is null or (at, id) < ($2, $3))
       order by at desc, id desc limit 1000`,
      [accountId, last?.at ?? null, last?.id ?? null],
    )
    rows = found.rows
    for (const row of rows) lines.push(Object.values(row).join(','))
  } while (rows.length > 0)
  return lines.length / ((performance.now() - began) / 1000)
}

/** Returns the result of `work` and the server's peak memory meanwhile. */
async function withPeakMemory<T>(
  product: RunningServer,
  work: () => Promise<T>,
): Promise<{ result: T; mostMb: number }> {
  let mostMb = product.residentMb()
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, product.residentMb())
  }, LOOK_MS)
  try {
    const result = await work()
    return { result, mostMb: Math.max(mostMb, product.residentMb()) }
  } finally {
    clearInterval(watch)
  }
}

async function auditLog(world: World): Promise<Finding[]> {
  const [small, company] = [smallest(world), largest(world)]
  const product = await world.product()
  try {
    const take = async (one: Company) => {
      const token = await world.staffToken(one)
      const taken = await withPeakMemory(product, () => exportAuditLog(world, product, one, token))
      return { ...taken.result, mostMb: taken.mostMb }
    }
    // Warms up, because a new server allocates memory for each kind of work it does for the first time.
    for (let warm = 0; warm < WARM; warm++) await take(small)
    const few = await take(small)
    const rounds: (Taken & { mostMb: number; s: number })[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const s = await byDriver(world, company)
      rounds.push({ ...(await take(company)), s })
    }
    const { rows, megabytes } = rounds[0]!
    const perS = median(rounds.map((one) => one.rows / one.seconds))
    const mostMb = Math.max(...rounds.map((one) => one.mostMb))
    return [
      {
        what: 'export of the audit log as CSV: entries',
        at: `${thousands(world.size)} invoices, ${rows} entries, ${megabytes.toFixed(1)} MB`,
        figure: `${perS.toFixed(0)} a second`,
        reference: `S ${median(rounds.map((one) => one.s)).toFixed(0)} a second`,
        ratio: `${times(median(rounds.map((one) => one.rows / one.seconds / one.s)))} S`,
        target: 'streamed, in one file',
        met: null,
      },
      {
        what: 'export of the audit log as CSV: most memory of the server',
        at: `${few.rows} → ${rows} entries`,
        figure: `${mostMb.toFixed(0)} MB`,
        reference: `${few.mostMb.toFixed(0)} MB`,
        ratio: `${times(mostMb / few.mostMb)} ×`,
        target: `flat (≤ ${FLAT} ×)`,
        met: mostMb <= FLAT * few.mostMb,
      },
    ]
  } finally {
    await product.stop()
  }
}

const MAX_MB = 300

/** Lists that are exported whole, each in the order of its page. */
const EXPORTS = [
  { list: 'invoices', format: 'csv' },
  { list: 'invoices', format: 'xlsx' },
  { list: 'payments', format: 'csv' },
  { list: 'customers', format: 'csv' },
  { list: 'events', format: 'csv' },
  { list: 'events', format: 'xlsx' },
  { list: 'audit-log', format: 'xlsx' },
] as const

/** Exports whole lists of the largest company, each by a new server. */
async function wholeLists(world: World): Promise<Finding[]> {
  const company = largest(world)
  const findings: Finding[] = []
  for (const { list, format } of EXPORTS) {
    const product = await world.product()
    try {
      const asked = {
        port: product.port,
        path: `/api/accounts/${company.accountId}/${list}/export/`,
        method: 'POST',
        token: await world.staffToken(company),
        body: { format },
      } as const
      const began = performance.now()
      const { result, mostMb } = await withPeakMemory(product, () => sendRequest(asked))
      if (result.status !== 200) throw new Error(`${result.status}: ${result.text.slice(0, 200)}`)
      findings.push({
        what: `export of all ${list} as ${format.toUpperCase()}: most memory of the server`,
        at: `${thousands(company.invoices)} invoices, ${(result.bytes / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s`,
        figure: `${mostMb.toFixed(0)} MB`,
        reference: '',
        ratio: '',
        target: `≤ ${MAX_MB} MB`,
        met: mostMb <= MAX_MB,
      })
    } finally {
      await product.stop()
    }
  }
  return findings
}

export const exportRows: readonly Row[] = [
  { name: 'csv', run: auditLog },
  { name: 'exports', run: wholeLists },
]
