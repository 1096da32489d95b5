import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callOnce, isTransient } from './call-api.ts'
import {
  accountPath,
  type Body,
  ensureAsStaff,
  readAsStaff,
  type Scenario,
  type ScenarioContext,
  today,
  unexpectedReply,
} from './staff-calls.ts'

const COLUMNS = ['number', 'customer_name', 'invoice_date', 'terms', 'total', 'amount_paid']
const MAX_POLLS = 300
const POLL_MS = 150
/** A step without progress is requested again after this number of polls, as a person would do. */
const POLLS_PER_REQUEST = 8

/** Imports `rows` partly paid invoices. Requests a step again when it makes no progress. */
export const importInvoices =
  (rows: number): Scenario =>
  async (context) => {
    const prefix = `I${randomUUID().slice(0, 8)}`
    const customer = `Customer ${(context.number % context.company.customers.length) + 1}`
    const cells = (row: number) => [`${prefix}-${row}`, customer, today(), 'Net 30', '50.00', '20.00']
    const csv = [COLUMNS, ...Array.from({ length: rows }, (_, row) => cells(row))].join('\n')
    const token = await context.company.token()
    const path = accountPath(context, `imports/?kind=invoices&name=${prefix}.csv`)
    const file = await callOnce<Body>(context.origin, { method: 'POST', path, csv, token }).catch(() => null)
    // The response was lost, or the hourly limit of uploads is reached.
    if (file === null || isTransient(file)) return
    if (file.status >= 300) throw unexpectedReply('upload', file)
    const run = `imports/${file.body.pk}`
    const mapping = Object.fromEntries(COLUMNS.map((name, index) => [name, index]))
    await requestUntilStatus(context, run, 'ready', 'check/', {
      mapping,
      date_order: 'YMD',
      decimal_mark: 'point',
    })
    await requestUntilStatus(context, run, 'done', 'run/', {})
    context.facts.push({ kind: 'imported', id: file.body.pk, prefix, rows })
  }

/** Requests a step of an import until the import has the status. Throws when it doesn't get there. */
async function requestUntilStatus(
  context: ScenarioContext,
  run: string,
  status: string,
  step: string,
  body: object,
): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    if (poll % POLLS_PER_REQUEST === 0) await ensureAsStaff(context, `${run}/${step}`, body)
    if ((await readAsStaff(context, `${run}/`)).status === status) return
    await sleep(POLL_MS)
  }
  throw new Error(
    `${run} does not become ${status}: ${JSON.stringify(await readAsStaff(context, `${run}/`))}`,
  )
}
