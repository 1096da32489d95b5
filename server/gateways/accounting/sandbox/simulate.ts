import type { Simulated } from '../../../../contract/accounting/shapes.ts'
import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import {
  type Books,
  type Change,
  changeHead,
  type Head,
  listRecords,
  lockBooks,
  writeRecords,
} from './books.ts'
import { newInvoice } from './first-records.ts'
import { refOf } from './post-payment.ts'
import type { Row } from './stored-records.ts'

const MOST = 1000

/**
 * Does in the Sandbox books what a bookkeeper would do there: a day's work, or closing and opening the period. Returns a sentence
 * for each thing that happened.
 */
export async function simulate(books: Books, what: Simulated, today: CalendarDate): Promise<string[]> {
  const head = await lockBooks(books)
  if (what !== 'activity') {
    await changeHead(books, { is_closed: what === 'close_period' })
    return [what === 'close_period' ? 'The period is closed.' : 'The period is open again.']
  }
  const customers = await listRecords(books, 'customer', '', MOST)
  const invoices = await listRecords(books, 'invoice', '', MOST)
  const turn = head.made
  const owed = invoices.filter(({ record }) => !record.isVoid && record.balance !== '0')
  const untouched = owed.filter(({ record }) => record.balance === record.total)
  const acts: (Act | null)[] = [
    writeInvoice(customers, head, turn, today),
    receivePayment(owed, head, turn, today),
    // The one that is paid in the same turn is left alone.
    voidOne(
      untouched.filter((invoice) => invoice !== owed[turn % owed.length]),
      turn,
    ),
    turn % 2 === 0 ? changeEmail(customers, turn) : null,
  ]
  const done = acts.filter((act) => act !== null)
  await changeHead(books, { made: head.made + 2 })
  await writeRecords(
    books,
    head,
    done.flatMap(([, changes]) => changes),
  )
  const merged = turn % 2 === 0 ? null : await mergeTwo(books)
  return [...done, ...(merged ? [merged] : [])].map(([text]) => text)
}

/** A sentence about something that happened, and its changes. */
type Act = [string, Change[]]

function writeInvoice(
  customers: readonly Row<'customer'>[],
  { made }: Head,
  turn: number,
  today: CalendarDate,
): [string, Change[]] | null {
  const customer = customers[turn % customers.length]
  if (!customer) return null
  const unit = 12_500n + BigInt(turn % 9) * 1000n
  const record = newInvoice({
    number: `${2000 + made}`,
    customer: customer.ref,
    currency: customer.record.currency,
    issuedOn: today,
    dueOn: addDays(today, 30),
    line: { description: 'Monthly service', quantity: 1n, unit, net: unit, tax: 0n },
    balance: unit,
  })
  return [
    `Invoice ${record.number} was written for ${customer.record.name}.`,
    [{ kind: 'invoice', ref: refOf(made + 1), record }],
  ]
}

function receivePayment(
  owed: readonly Row<'invoice'>[],
  { made }: Head,
  turn: number,
  today: CalendarDate,
): [string, Change[]] | null {
  const invoice = owed[turn % owed.length]
  if (!invoice) return null
  const { number, customer, currency, balance } = invoice.record
  return [
    `A check paid invoice ${number}.`,
    [
      { kind: 'invoice', ref: invoice.ref, record: { ...invoice.record, balance: '0' } },
      {
        kind: 'payment',
        ref: refOf(made + 2),
        record: {
          customer,
          currency,
          total: balance,
          receivedOn: today,
          reference: `CHK-${4000 + made}`,
          note: '',
          applied: [{ invoice: invoice.ref, amount: balance }],
          credit: null,
        },
      },
    ],
  ]
}

function voidOne(untouched: readonly Row<'invoice'>[], turn: number): [string, Change[]] | null {
  const invoice = untouched[(turn * 7 + 3) % untouched.length]
  if (!invoice || untouched.length < 8) return null
  const { record } = invoice
  return [
    `Invoice ${record.number} was voided.`,
    [
      {
        kind: 'invoice',
        ref: invoice.ref,
        record: { ...record, isVoid: true, balance: '0' },
      },
    ],
  ]
}

function changeEmail(customers: readonly Row<'customer'>[], turn: number): [string, Change[]] | null {
  const customer = customers[(turn * 3) % customers.length]
  if (!customer) return null
  const email = customer.record.email.replace(/^[^@]*/, 'billing')
  return [
    `${customer.record.name} has a new email address.`,
    [{ kind: 'customer', ref: customer.ref, record: { ...customer.record, email } }],
  ]
}

/** Merges the last customer into the one before, with its invoices as the day left them. */
async function mergeTwo(books: Books): Promise<Act | null> {
  const customers = await listRecords(books, 'customer', '', MOST)
  const invoices = await listRecords(books, 'invoice', '', MOST)
  const [into, from] = customers.slice(-2)
  if (!into || !from || customers.length < 10) return null
  const act: Act = [
    `${from.record.name} was merged into ${into.record.name}.`,
    [
      { kind: 'customer', ref: from.ref, record: { ...from.record, mergedInto: into.ref }, isDeleted: true },
      ...invoices
        .filter(({ record }) => record.customer === from.ref)
        .map(
          ({ ref, record }): Change => ({ kind: 'invoice', ref, record: { ...record, customer: into.ref } }),
        ),
    ],
  ]
  await writeRecords(books, await lockBooks(books), act[1])
  return act
}
