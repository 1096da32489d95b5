import { type Answer, type Books, CREATED, type Invoice, OK, refused, SILENCE, wrong } from './books.ts'
import { plusDays, remaining, reserved, today, totals, untouched } from './figures.ts'
import type { DraftOperation, EditOperation, Operation } from './operations.ts'

const WRONG_STATE = refused(409, 'wrong_state')
export const DAYS = { due_on_receipt: 0, net_7: 7, net_30: 30, net_60: 60 }

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

/** A draft may come to nothing; only an invoice that is sent has to be worth something. */
export function draft(books: Books, operation: DraftOperation): Answer {
  const { key, customer, lines, terms, date } = operation
  books.invoices.set(key, {
    key,
    id: '',
    customer,
    state: 'draft',
    lines,
    terms,
    date,
    due: plusDays(date, DAYS[terms]),
    ...totals(lines),
    revision: 1,
    issuedAt: null,
    number: null,
    imported: null,
    formerlyPaid: 0n,
    writtenOff: 0n,
    links: 0,
  })
  return CREATED
}

/** A draft changes freely; an invoice that is out only while it is untouched, and it keeps its currency. */
export function edit(books: Books, operation: EditOperation): Answer {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.state === 'void' || invoice.state === 'written_off') return WRONG_STATE
  if (operation.revision !== invoice.revision) return refused(409, 'conflict')
  const isOut = invoice.state === 'open'
  if (isOut && !untouched(books, invoice)) return WRONG_STATE
  const after = totals(operation.lines)
  const { currency } = books.customers[operation.customer]!
  if (isOut && currency !== books.customers[invoice.customer]!.currency) return wrong('customer')
  if (isOut && after.total === 0n) return wrong('lines')
  return commit(operation.crash, OK, () => {
    if (isOut && invoice.customer !== operation.customer) invoice.links++
    Object.assign(invoice, after, { lines: operation.lines, customer: operation.customer })
    invoice.revision++
  })
}

/** Sending a draft makes it owed. One that is out is sent again. */
export function send(books: Books, operation: Of<'send'>): Answer {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.state === 'void' || invoice.state === 'written_off') return WRONG_STATE
  if (invoice.state === 'draft' && invoice.total === 0n) return WRONG_STATE
  return commit(operation.crash, OK, () => {
    invoice.state = 'open'
    invoice.issuedAt ??= books.now
  })
}

export function remove(books: Books, operation: Of<'remove'>): Answer {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.state !== 'draft') return WRONG_STATE
  books.invoices.delete(invoice.key)
  return { status: 204 }
}

export function duplicate(books: Books, operation: Of<'duplicate'>): Answer {
  const { customer, lines, terms } = books.invoices.get(operation.invoice)!
  return draft(books, { op: 'draft', key: operation.key, customer, lines, terms, date: today(books) })
}

/** Only an untouched invoice is voided (I13). */
export function voidInvoice(books: Books, operation: Of<'voidInvoice'>): Answer {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.state !== 'open' || !untouched(books, invoice)) return WRONG_STATE
  return commit(operation.crash, OK, () => {
    invoice.state = 'void'
    invoice.links++
  })
}

/** Gives up what remains, unless a payment is under way. */
export function writeOff(books: Books, operation: Of<'writeOff'>): Answer {
  const invoice = books.invoices.get(operation.invoice)!
  const left = remaining(books, invoice)
  if (invoice.state !== 'open' || reserved(books, invoice) !== 0n || left === 0n) return WRONG_STATE
  return commit(operation.crash, OK, () => {
    invoice.state = 'written_off'
    invoice.writtenOff += left
    invoice.links++
  })
}

/** What was written off and is owed once more is open again. */
export function reopen(books: Books, keys: readonly string[]): void {
  for (const key of keys) {
    const invoice = books.invoices.get(key)!
    if (invoice.state === 'written_off' && remaining(books, invoice) > 0n) invoice.state = 'open'
  }
}

/** One transaction: a process that dies before the commit has done nothing, one that dies after it has done everything. */
export function commit(crash: 'before' | 'settled' | null, answer: Answer, change: () => void): Answer {
  if (crash !== 'before') change()
  return crash === null ? answer : SILENCE
}

export const currencyOf = (books: Books, invoice: Invoice): 'USD' | 'JPY' =>
  books.customers[invoice.customer]!.currency
