import type { ServerResponse } from 'node:http'
import { type Fact, factsHtml, linksHtml, money, sendNotFound, sendPage, text } from '../books/html.ts'
import { type Books, ID_OF, msOf, type Resource, type Wire } from './books.ts'

const CONTACT = '/Contacts/View/'
const INVOICE = '/AccountsReceivable/View.aspx?InvoiceID='
const CREDIT_NOTE = '/AccountsReceivable/ViewCreditNote.aspx?creditNoteID='
const TRANSACTION = '/Bank/ViewTransaction.aspx?bankTransactionID='

const TITLES: Partial<Readonly<Record<Resource, string>>> = {
  Contacts: 'Contact',
  Invoices: 'Invoice',
  CreditNotes: 'Credit note',
  Payments: 'Payment',
  BatchPayments: 'Payment',
  BankTransactions: 'Bank transaction',
  Prepayments: 'Prepayment',
  Overpayments: 'Overpayment',
}

/** The records that a page may show, and the id in its address. */
function askedOf({ pathname, searchParams }: URL): { id: string; resources: readonly Resource[] } {
  if (pathname.startsWith(CONTACT)) return { id: pathname.slice(CONTACT.length), resources: ['Contacts'] }
  const ask = (name: string) => searchParams.get(name) ?? ''
  switch (pathname) {
    case '/AccountsReceivable/View.aspx':
      return { id: ask('InvoiceID'), resources: ['Invoices'] }
    case '/AccountsReceivable/ViewCreditNote.aspx':
      return { id: ask('creditNoteID'), resources: ['CreditNotes'] }
    case '/Bank/ViewTransaction.aspx':
      return {
        id: ask('bankTransactionID'),
        resources: ['Payments', 'BatchPayments', 'BankTransactions', 'Prepayments', 'Overpayments'],
      }
    default:
      return { id: '', resources: [] }
  }
}

const day = (value: unknown): string =>
  typeof value === 'string' && !Number.isNaN(msOf(value))
    ? new Date(msOf(value)).toISOString().slice(0, 10)
    : '' // the simulator's own clock

/** Answers the pages to which the product links. */
export function servePage(organisations: readonly Books[], url: URL, reply: ServerResponse): unknown {
  const { id, resources } = askedOf(url)
  for (const books of organisations)
    for (const resource of resources) {
      const record = books.list(resource).find((one) => one[ID_OF[resource]] === id)
      if (!record) continue
      const name = [record.Name, record.InvoiceNumber, record.CreditNoteNumber, record.Reference].map(text)
      const title = `${TITLES[resource]} ${name.find((one) => one !== '') ?? ''}`.trim()
      const facts = factsHtml([['Organisation', books.name], ...factsOf(books, record)])
      return sendPage(reply, 'Xero', title, facts + recordsHtml(books, resource, record))
    }
  return sendNotFound(reply, 'Xero')
}

type ContactOf = { readonly ContactID?: string } | undefined
type InvoiceOf = { readonly InvoiceID?: string } | undefined

function factsOf(books: Books, record: Wire): Fact[] {
  const contact = (record.Contact as ContactOf)?.ContactID
  const name = books.list('Contacts').find(({ ContactID }) => ContactID === contact)?.Name
  return [
    ['Email', text(record.EmailAddress)],
    ['Status', text(record.ContactStatus ?? record.Status)],
    ['Contact', contact === undefined ? '' : { href: `${CONTACT}${contact}`, text: text(name) || contact }],
    ['Date', day(record.Date)],
    ['Due', day(record.DueDate)],
    ['Tax', money(record.TotalTax)],
    ['Total', money(record.Total ?? record.Amount)],
    ['Due amount', money(record.AmountDue)],
    ['Left', money(record.RemainingCredit)],
    ['Reference', text(record.Reference)],
  ]
}

/** A contact’s invoices and credit notes, the payments of an invoice, or the invoice of a payment. */
function recordsHtml(books: Books, resource: Resource, record: Wire): string {
  const id = record[ID_OF[resource]]
  const ofContact = (one: Wire) => (one.Contact as ContactOf)?.ContactID === id
  const linksTo = (address: string, of: Resource, label: (one: Wire) => string, rows: readonly Wire[]) =>
    rows.map((one) => ({ href: `${address}${text(one[ID_OF[of]])}`, text: label(one) }))
  const numberOf = (one: Wire) => `${text(one.InvoiceNumber ?? one.CreditNoteNumber)} · ${money(one.Total)}`
  const invoices = books.list('Invoices')
  if (resource === 'Contacts')
    return (
      linksHtml('Invoices', linksTo(INVOICE, 'Invoices', numberOf, invoices.filter(ofContact))) +
      linksHtml(
        'Credit notes',
        linksTo(CREDIT_NOTE, 'CreditNotes', numberOf, books.list('CreditNotes').filter(ofContact)),
      )
    )
  if (resource === 'Invoices') {
    const payments = books.list('Payments').filter((one) => (one.Invoice as InvoiceOf)?.InvoiceID === id)
    const label = (one: Wire) => `${day(one.Date)} · ${money(one.Amount)}`
    return linksHtml('Payments', linksTo(TRANSACTION, 'Payments', label, payments))
  }
  const settled = new Set(
    [record, ...books.list('Payments').filter(({ BatchPaymentID }) => BatchPaymentID === id)].map(
      (one) => (one.Invoice as InvoiceOf)?.InvoiceID,
    ),
  )
  const own = invoices.filter(({ InvoiceID }) => settled.has(text(InvoiceID)))
  return linksHtml('Invoices', linksTo(INVOICE, 'Invoices', numberOf, own))
}
