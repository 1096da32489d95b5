import type { XeroSimulator } from '../../../simulators/xero/index.ts'
import { allocate, deletePayment, pay } from '../../../simulators/xero/write-records.ts'
import { isOf, type Posted } from './compare-books.ts'
import { pickOf, type Random } from './random.ts'

type Books = XeroSimulator['books']
type Wire = ReturnType<Books['list']>[number]

const CUSTOMERS = 8
const INVOICES = 24
/** The round in which a bookkeeper tidies up: uses overpayments that were posted, removes fees that were left out. */
const TIDIED_IN = 6

const cents = (of: Wire, field: string): number => Math.round(Number(of[field]) * 100) // not money: JSON of the wire
const isOpen = (invoice: Wire): boolean => invoice.Status === 'AUTHORISED' && cents(invoice, 'AmountDue') > 0
const isUntouched = (invoice: Wire): boolean =>
  isOpen(invoice) && cents(invoice, 'AmountPaid') === 0 && cents(invoice, 'AmountCredited') === 0
const isTheirs = ({ Reference, Status }: Wire): boolean =>
  Status === 'AUTHORISED' && String(Reference).startsWith('CHK-')

/** Fills the books of an organisation. */
export function fillXero(books: Books): void {
  const ids = Array.from({ length: CUSTOMERS }, (_, at) => books.addContact(`Customer ${at}`))
  for (let at = 0; at < INVOICES; at++)
    books.addInvoice(ids[at % CUSTOMERS]!, (5000 + at * 731) / 100, `${1000 + at}`)
  for (const [at, id] of ids.slice(0, 4).entries()) books.addCreditNote(id, 12.34, `CN-${at}`)
}

interface XeroChange {
  readonly category: 'INVOICE' | 'CONTACT'
  readonly id: string
}

const invoiceChange = ({ InvoiceID }: Wire): XeroChange => ({ category: 'INVOICE', id: String(InvoiceID) })

/** Does a bookkeeper's day in the books of Xero. Returns what Xero would tell of it. */
export function changeXero(books: Books, random: Random, day: number): XeroChange[] {
  const changes: XeroChange[] = []
  const active = books.list('Contacts').filter(({ ContactStatus }) => ContactStatus === 'ACTIVE')
  const customer = String(pickOf(random, active)!.ContactID)
  const made = books.addInvoice(customer, (1000 + random(9000)) / 100, `D-${day}`)
  changes.push({ category: 'INVOICE', id: made })
  const paid = pickOf(random, books.list('Invoices').filter(isOpen))
  if (paid && random(2) === 0) {
    payThere(books, random, paid, day)
    changes.push(invoiceChange(paid))
  }
  const voided = pickOf(random, books.list('Invoices').filter(isUntouched))
  if (voided && random(4) === 0) {
    books.voidInvoice(String(voided.InvoiceID))
    changes.push(invoiceChange(voided))
  }
  const undone = pickOf(random, books.list('Payments').filter(isTheirs))
  if (undone && random(6) === 0) {
    deletePayment(books, String(undone.PaymentID))
    changes.push(invoiceChange(undone.Invoice as Wire))
  }
  const contacts = [...mergeOrPart(books, random), ...mergeOrPart(books, random)]
  changes.push(...contacts)
  if (contacts.length === 0 && random(5) === 0) books.addCreditNote(customer, 12.34, `CN-${100 + day}`)
  return changes
}

/** Merges the last two active contacts, or makes one active again that was merged; on some days. */
function mergeOrPart(books: Books, random: Random): XeroChange[] {
  const contacts = books.list('Contacts')
  const active = contacts.filter(({ ContactStatus }) => ContactStatus === 'ACTIVE')
  const merged = pickOf(
    random,
    contacts.filter(({ MergedToContactID }) => MergedToContactID !== undefined),
  )
  if (merged && random(5) === 0) {
    books.put('Contacts', { ...merged, ContactStatus: 'ACTIVE', MergedToContactID: undefined })
    return [{ category: 'CONTACT', id: String(merged.ContactID) }]
  }
  if (active.length <= 4 || random(5) > 0) return []
  const [into, from] = active.slice(-2)
  books.mergeContact(String(from!.ContactID), String(into!.ContactID))
  return [{ category: 'CONTACT', id: String(from!.ContactID) }]
}

function payThere(books: Books, random: Random, invoice: Wire, day: number): void {
  const due = cents(invoice, 'AmountDue')
  const bank = books.list('Accounts').find(({ Type }) => Type === 'BANK')!
  pay(books, {
    Invoice: { InvoiceID: String(invoice.InvoiceID) },
    Account: { AccountID: String(bank.AccountID) },
    Date: '2026-11-19',
    Amount: (random(2) === 0 ? due : 1 + random(due)) / 100, // not money: JSON of the wire
    Reference: `CHK-${day}`,
  })
}

/** Returns what Quittance posted. A payment that was posted as credit is an overpayment. */
export function postedInXero(books: Books): Posted {
  const live = [...books.list('Payments'), ...books.list('BankTransactions')].filter(
    ({ Status }) => Status !== 'DELETED',
  )
  return {
    count: (base) => live.filter(({ Reference }) => isOf(base, String(Reference))).length,
    creditUses: books.list('CreditNotes').flatMap(({ Allocations }) => Allocations as Wire[]).length,
  }
}

/** Invoices there that a payment was for, by the beginning of its reference. */
type InvoicesOf = readonly { readonly reference: string; readonly invoices: readonly string[] }[]

/** Uses what was posted as an overpayment for the invoices that it was paid for, as a bookkeeper does. */
export function applyOverpayments(books: Books, round: number, posted: InvoicesOf): void {
  if (round !== TIDIED_IN) return
  for (const over of books.list('Overpayments').filter(({ Status }) => Status === 'AUTHORISED')) {
    const own = posted.filter(({ reference }) => String(over.Reference).startsWith(reference))
    for (const invoice of own.flatMap(({ invoices }) => invoices)) applyTo(books, over, invoice)
  }
}

function applyTo(books: Books, { OverpaymentID }: Wire, invoice: string): void {
  const id = String(OverpaymentID)
  const left = Number(books.find('Overpayments', id).RemainingCredit) // not money: JSON of the wire
  const found = books.find('Invoices', invoice)
  const amount = Math.min(left, Number(found.AmountDue)) // not money: JSON of the wire
  if (amount > 0 && found.Status === 'AUTHORISED')
    allocate(books, 'Overpayments', id, {
      Invoice: { InvoiceID: invoice },
      Date: '2026-11-20',
      Amount: amount,
    })
}

/** Removes the lines of waived late fees that Xero kept and a person left out, as far as that much is still due. */
export function removeFees(books: Books, round: number, references: readonly string[]): void {
  if (round !== TIDIED_IN) return
  for (const invoice of books.list('Invoices').filter(isOpen)) {
    const lines = invoice.LineItems as Record<string, unknown>[]
    const isFee = ({ Description }: Record<string, unknown>) =>
      references.some((reference) => String(Description).includes(`(${reference}`))
    const minor = lines
      .filter(isFee)
      .reduce((sum, { LineAmount }) => sum + Math.round(Number(LineAmount) * 100), 0) // not money: JSON of the wire
    const due = cents(invoice, 'AmountDue') - minor
    if (minor === 0 || due < 0) continue
    const total = (cents(invoice, 'Total') - minor) / 100 // not money: JSON of the wire
    books.put('Invoices', {
      ...invoice,
      ...{ LineItems: lines.filter((line) => !isFee(line)), SubTotal: total, Total: total },
      ...{ AmountDue: due / 100, Status: due === 0 ? 'PAID' : 'AUTHORISED' }, // not money: JSON of the wire
    })
  }
}
