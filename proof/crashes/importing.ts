import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callOnce, isPassing } from './caller.ts'
import { at, type Body, type Story, staffOnce, staffReads, type Turn, today, unexpected } from './staff.ts'

const COLUMNS = ['number', 'customer_name', 'invoice_date', 'terms', 'total', 'amount_paid']
const LOOKS = 300
const LOOK_MS = 150
/** A person who sees no progress for so many looks presses the button again. */
const PATIENCE_LOOKS = 8

/** A list of so many invoices of the business, a part of each paid before; whoever sees it stand still starts it again. */
export const importInvoices =
  (rows: number): Story =>
  async (turn) => {
    const prefix = `I${randomUUID().slice(0, 8)}`
    const customer = `Customer ${(turn.number % turn.company.customers.length) + 1}`
    const cells = (row: number) => [`${prefix}-${row}`, customer, today(), 'Net 30', '50.00', '20.00']
    const csv = [COLUMNS, ...Array.from({ length: rows }, (_, row) => cells(row))].join('\n')
    const token = await turn.company.token()
    const path = at(turn, `imports/?kind=invoices&name=${prefix}.csv`)
    const file = await callOnce<Body>(turn.origin, { method: 'POST', path, csv, token }).catch(() => null)
    // Lost, or more files in an hour than one account may have.
    if (file === null || isPassing(file)) return
    if (file.status >= 300) throw unexpected('upload', file)
    const run = `imports/${file.body.pk}`
    const mapping = Object.fromEntries(COLUMNS.map((name, index) => [name, index]))
    await until(turn, run, 'ready', 'check/', { mapping, date_order: 'YMD', decimal_mark: 'point' })
    await until(turn, run, 'done', 'run/', {})
    turn.facts.push({ kind: 'imported', id: file.body.pk, prefix, rows })
  }

/** Asks for a step of an import until it is made. */
async function until(turn: Turn, run: string, status: string, step: string, body: object): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if (look % PATIENCE_LOOKS === 0) await staffOnce(turn, `${run}/${step}`, body)
    if ((await staffReads(turn, `${run}/`)).status === status) return
    await sleep(LOOK_MS)
  }
  throw new Error(`${run} does not become ${status}: ${JSON.stringify(await staffReads(turn, `${run}/`))}`)
}
