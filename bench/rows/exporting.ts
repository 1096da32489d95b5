import { median } from '../measuring.ts'
import type { Serving } from '../product/processes.ts'
import { answer } from '../product/requests.ts'
import type { Company, World } from '../product/world.ts'
import { type Finding, largest, type Row, smallest, thousands, times } from './row.ts'

const ROUNDS = 3
const WARM = 10
/** More than this in one file is refused. */
const MOST_IN_A_FILE = 50_000
const LOOK_MS = 50
const FLAT = 1.5

interface Period {
  readonly from: string
  readonly to: string
  entries: number
}

/** The days of a company's audit log in as few files as hold them. */
async function filesOf({ client }: World, { accountId }: Company): Promise<Period[]> {
  const { rows } = await client.query<{ day: string; entries: number }>(
    `select to_char(e.at at time zone a.timezone, 'YYYY-MM-DD') as day, count(*)::int as entries
     from audit_entries e join accounts a on a.account_id = e.account_id
     where e.account_id = $1 and e.at < now() - interval '1 day' group by 1 order by 1`,
    [accountId],
  )
  const files: Period[] = []
  for (const { day, entries } of rows) {
    const last = files.at(-1)
    if (last && last.entries + entries <= MOST_IN_A_FILE)
      files[files.length - 1] = { from: last.from, to: day, entries: last.entries + entries }
    else files.push({ from: day, to: day, entries })
  }
  return files
}

interface Taken {
  readonly rows: number
  readonly seconds: number
  readonly megabytes: number
}

async function takeOut(product: Serving, company: Company, token: string, files: Period[]): Promise<Taken> {
  const began = performance.now()
  let [rows, bytes] = [0, 0]
  for (const { from, to, entries } of files) {
    const got = await answer({
      port: product.port,
      path: `/api/accounts/${company.accountId}/audit-log/export/`,
      method: 'POST',
      token,
      body: { from, to },
    })
    const lines = got.text.split('\r\n').length - 2
    if (got.status !== 200 || lines !== entries)
      throw new Error(`${got.status}, ${lines} of ${entries} entries: ${got.text.slice(0, 200)}`)
    rows += lines
    bytes += got.bytes
  }
  return { rows, seconds: (performance.now() - began) / 1000, megabytes: bytes / 1e6 }
}

/** S: the same entries through the driver alone, a thousand at a time, with nothing but commas between their cells. */
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

/** What `work` came to, and the most memory that the server had meanwhile. */
async function watching<T>(product: Serving, work: () => Promise<T>): Promise<{ result: T; mostMb: number }> {
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
      const [token, files] = [await world.staffToken(one), await filesOf(world, one)]
      const taken = await watching(product, () => takeOut(product, one, token, files))
      return { ...taken.result, files: files.length, mostMb: taken.mostMb }
    }
    // A server that has just begun takes more memory with every kind of work that it does for the first time.
    for (let warm = 0; warm < WARM; warm++) await take(small)
    const few = await take(small)
    const rounds: (Taken & { files: number; mostMb: number; s: number })[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const s = await byDriver(world, company)
      rounds.push({ ...(await take(company)), s })
    }
    const { rows, files, megabytes } = rounds[0]!
    const perS = median(rounds.map((one) => one.rows / one.seconds))
    const mostMb = Math.max(...rounds.map((one) => one.mostMb))
    return [
      {
        what: 'export of the audit log as CSV: entries',
        at: `${thousands(world.size)} invoices, ${rows} entries, ${megabytes.toFixed(1)} MB`,
        figure: `${perS.toFixed(0)} a second, ${files} ${files === 1 ? 'file' : 'files'} of at most ${MOST_IN_A_FILE}`,
        reference: `S ${median(rounds.map((one) => one.s)).toFixed(0)} a second`,
        ratio: `${times(median(rounds.map((one) => one.rows / one.seconds / one.s)))} S`,
        target: 'a million streamed in one file',
        kept: rows < 1_000_000 ? null : files === 1,
      },
      {
        what: 'export of the audit log as CSV: most memory of the server',
        at: `${few.rows} → ${rows} entries`,
        figure: `${mostMb.toFixed(0)} MB`,
        reference: `${few.mostMb.toFixed(0)} MB`,
        ratio: `${times(mostMb / few.mostMb)} ×`,
        target: `flat (≤ ${FLAT} ×)`,
        kept: mostMb <= FLAT * few.mostMb,
      },
    ]
  } finally {
    await product.stop()
  }
}

export const exportRows: readonly Row[] = [{ name: 'csv', run: auditLog }]
