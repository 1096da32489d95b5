import type { Command, LineSpec } from '../commands.ts'
import type { Books, Invoice, Line } from '../model/books.ts'
import { choose, newRequest, type Requests, type Resolved, valuesOf } from './selection.ts'

export const toLines = (specs: readonly LineSpec[]): Line[] =>
  specs.map(({ quantity, price, discount, tax }) => ({
    quantity: BigInt(quantity),
    price: BigInt(price),
    discount: BigInt(discount),
    tax: BigInt(tax),
  }))

const INVOICE_KINDS = {
  edit: (one: Invoice) => one.state === 'open' || one.state === 'draft',
  send: (one: Invoice) => one.state === 'draft',
  remove: (one: Invoice) => one.state === 'draft',
  duplicate: () => true,
  voidInvoice: (one: Invoice) => one.state === 'open',
  writeOff: (one: Invoice) => one.state === 'open',
  undoWriteOff: (one: Invoice) => one.state === 'written_off' || one.writtenOff > 0n,
} as const

/** Resolves an action on an invoice; null for every other command. */
export function resolveInvoice(books: Books, requests: Requests, command: Command): Resolved {
  if (!Object.hasOwn(INVOICE_KINDS, command.kind)) return null
  const wanted = command as Extract<Command, { kind: keyof typeof INVOICE_KINDS }>
  const invoice = choose(valuesOf(books.invoices), INVOICE_KINDS[wanted.kind], wanted.invoice)
  if (!invoice) return null
  switch (wanted.kind) {
    case 'edit':
      return {
        op: 'edit',
        invoice: invoice.key,
        customer: wanted.customer % 3 === 0 ? wanted.customer % books.customers.length : invoice.customer,
        lines: toLines(wanted.lines),
        revision: wanted.stale ? invoice.revision + 1 : invoice.revision,
        crash: wanted.crash,
      }
    case 'send':
      return {
        op: 'send',
        request: newRequest(requests),
        invoice: invoice.key,
        email: wanted.email,
        crash: wanted.crash,
      }
    case 'duplicate':
      return { op: 'duplicate', invoice: invoice.key, key: `invoice ${requests.next++}` }
    case 'remove':
      return { op: 'remove', invoice: invoice.key }
    case 'voidInvoice':
      return { op: 'voidInvoice', invoice: invoice.key, crash: wanted.crash }
    case 'writeOff':
      return { op: 'writeOff', invoice: invoice.key, crash: wanted.crash }
    case 'undoWriteOff':
      return { op: 'undoWriteOff', invoice: invoice.key, crash: wanted.crash }
  }
}
