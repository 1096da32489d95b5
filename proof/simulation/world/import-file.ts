import { contract } from '../../../contract/index.ts'
import type { Answer, Books } from '../model/books.ts'
import { written } from '../model/figures.ts'
import type { ImportedRow, ImportOperation } from '../model/operations.ts'
import { call, type Reply, type Request, type Who } from './call.ts'
import type { Company } from './company.ts'
import { noMischief } from './mischief.ts'

const STAFF: Who = { as: 'staff' }
const { imports } = contract
const CHECKS = new Set(['imports.check-rows'])
const WRITES = new Set(['imports.write-rows'])

const COLUMNS = ['number', 'customer_name', 'invoice_date', 'terms', 'total', 'amount_paid', 'balance']
const TERMS = { due_on_receipt: 'Due on receipt', net_7: 'Net 7', net_30: 'Net 30', net_60: 'Net 60' }

/** Staff upload a list of invoices, have its rows checked and then written. Says what became of the rows. */
export async function importFile(
  company: Company,
  books: Books,
  operation: ImportOperation,
): Promise<Answer> {
  const { rows, crash } = operation
  const csv = [COLUMNS, ...rows.map((row) => cellsOf(books, row))].map((cells) => cells.join(',')).join('\n')
  const file = await ask(company, imports.upload, { query: { kind: 'invoices', name: 'list.csv' }, csv })
  const params = { import: String(file.body.pk) }
  const mapping = Object.fromEntries(COLUMNS.map((name, index) => [name, index]))
  const body = { mapping, date_order: 'YMD', decimal_mark: 'point' }
  await ask(company, imports.check, { params, body })
  await work(company, CHECKS, crash)
  await ask(company, imports.run, { params, body: {} })
  await work(company, WRITES, crash)
  const { status, fates } = (await ask(company, imports.read, { params })).body
  if (status !== 'done') throw new Error(`the import is ${status}`)
  const told = Object.entries(fates as Record<string, number>).flatMap(([fate, count]) =>
    Array.from({ length: count }, () => fate),
  )
  return { status: 200, told: told.sort().join(' ') }
}

async function ask(company: Company, route: Parameters<typeof call>[2], request: Request): Promise<Reply> {
  const reply = await call(company, STAFF, route, request)
  if (reply.status < 300) return reply
  throw new Error(`${route.path} answers ${reply.status} ${JSON.stringify(reply.body)}`)
}

/** A worker is at it; where one dies after so many commits, another goes on. */
async function work({ lane }: Company, jobs: ReadonlySet<string>, crash: number | null): Promise<void> {
  Object.assign(lane.mischief, { ...noMischief(), commitsLeft: crash ?? Number.POSITIVE_INFINITY })
  await lane.jobs.run(lane.app, jobs)
  Object.assign(lane.mischief, noMischief())
  lane.jobs.hurry(jobs)
  await lane.jobs.run(lane.app, jobs)
}

function cellsOf(books: Books, { number, customer, total, paid, said, terms, date }: ImportedRow): string[] {
  const { currency } = books.customers[customer]!
  const amountPaid = said === 'balance' ? '' : written(paid, currency)
  const balance = said === 'paid' ? '' : written(total - paid, currency)
  return [number, `Customer ${customer}`, date, TERMS[terms], written(total, currency), amountPaid, balance]
}
