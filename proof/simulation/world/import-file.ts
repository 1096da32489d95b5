import { contract } from '../../../contract/index.ts'
import type { Books, ReplySummary } from '../model/books.ts'
import { formatAmount } from '../model/figures.ts'
import type { ImportedRow, ImportOperation } from '../model/operations.ts'
import { call, type Principal, type Reply, type Request } from './call.ts'
import type { Company } from './company.ts'
import { noInjectedFaults } from './injected-faults.ts'

const STAFF: Principal = { as: 'staff' }
const { imports } = contract
const CHECKS = new Set(['imports.check-rows'])
const WRITES = new Set(['imports.write-rows'])

const COLUMNS = ['number', 'customer_name', 'invoice_date', 'terms', 'total', 'amount_paid', 'balance']
const TERMS = { due_on_receipt: 'Due on receipt', net_7: 'Net 7', net_30: 'Net 30', net_60: 'Net 60' }

/**
 * Uploads a list of invoices as staff, has its rows checked and then written. The answer lists the outcome of
 * each row.
 */
export async function importFile(
  company: Company,
  books: Books,
  operation: ImportOperation,
): Promise<ReplySummary> {
  const { rows, crash } = operation
  const csv = [COLUMNS, ...rows.map((row) => toCells(books, row))].map((cells) => cells.join(',')).join('\n')
  const file = await request(company, imports.upload, { query: { kind: 'invoices', name: 'list.csv' }, csv })
  const params = { import: String(file.body.pk) }
  const mapping = Object.fromEntries(COLUMNS.map((name, index) => [name, index]))
  const body = { mapping, date_order: 'YMD', decimal_mark: 'point' }
  await request(company, imports.check, { params, body })
  await runWorkers(company, CHECKS, crash)
  await request(company, imports.run, { params, body: {} })
  await runWorkers(company, WRITES, crash)
  const { status, outcomes: counts } = (await request(company, imports.read, { params })).body
  if (status !== 'done') throw new Error(`the import is ${status}`)
  const outcomes = Object.entries(counts as Record<string, number>).flatMap(([outcome, count]) =>
    Array.from({ length: count }, () => outcome),
  )
  return { status: 200, rowOutcomes: outcomes.sort().join(' ') }
}

async function request(company: Company, route: Parameters<typeof call>[2], input: Request): Promise<Reply> {
  const reply = await call(company, STAFF, route, input)
  if (reply.status < 300) return reply
  throw new Error(`${route.path} answers ${reply.status} ${JSON.stringify(reply.body)}`)
}

/** Runs the jobs. When the worker dies after `crash` commits, a second one finishes them. */
async function runWorkers({ lane }: Company, jobs: ReadonlySet<string>, crash: number | null): Promise<void> {
  Object.assign(lane.faults, { ...noInjectedFaults(), commitsLeft: crash ?? Number.POSITIVE_INFINITY })
  await lane.jobs.run(lane.app, jobs)
  Object.assign(lane.faults, noInjectedFaults())
  lane.jobs.makeDue(jobs)
  await lane.jobs.run(lane.app, jobs)
}

function toCells(
  books: Books,
  { number, customer, total, paid, columns, terms, date }: ImportedRow,
): string[] {
  const { currency } = books.customers[customer]!
  const amountPaid = columns === 'balance' ? '' : formatAmount(paid, currency)
  const balance = columns === 'paid' ? '' : formatAmount(total - paid, currency)
  return [
    number,
    `Customer ${customer}`,
    date,
    TERMS[terms],
    formatAmount(total, currency),
    amountPaid,
    balance,
  ]
}
