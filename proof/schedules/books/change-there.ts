import type { QuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import type { WebhookChange } from '../../../simulators/quickbooks/webhooks.ts'
import { isOf } from './compare-books.ts'
import { pickOf, type Random } from './random.ts'

type Books = QuickBooksSimulator['books']
type Wire = ReturnType<Books['list']>[number]

const CUSTOMERS = 8
const INVOICES = 24
/** The round in which a bookkeeper uses payments that were posted as credit. */
const TIDIED_IN = 6

const cents = (of: Wire, field: string): number => Math.round(Number(of[field]) * 100) // not money: JSON of the wire
const isOpen = (invoice: Wire): boolean => cents(invoice, 'Balance') > 0
const isUntouched = (invoice: Wire): boolean => isOpen(invoice) && invoice.Balance === invoice.TotalAmt

/** Fills the books of a company. */
export function fillBooks(books: Books): void {
  const ids = Array.from(
    { length: CUSTOMERS },
    (_, at) => books.put('Customer', { DisplayName: `Customer ${at}`, Active: true }).Id,
  )
  for (let at = 0; at < INVOICES; at++)
    books.addInvoice(ids[at % CUSTOMERS]!, (5000 + at * 731) / 100, `${1000 + at}`)
  for (const [at, id] of ids.slice(0, 4).entries()) addMemo(books, id, at)
}

const addMemo = (books: Books, customer: string, number: number): Wire =>
  books.put('CreditMemo', {
    DocNumber: `CM-${number}`,
    TxnDate: '2026-11-02',
    CustomerRef: { value: customer },
    TotalAmt: 12.34,
    Balance: 12.34,
  })

/**
 * Does a bookkeeper's day in the books of QuickBooks, and notes in `merged` which customer is merged into which. Returns the changes that
 * Intuit would report.
 */
export function changeThere(
  books: Books,
  random: Random,
  day: number,
  merged: Map<string, string>,
): WebhookChange[] {
  const changes: WebhookChange[] = []
  const active = books.list('Customer').filter(({ Active }) => Active === true)
  const customer = pickOf(random, active)!
  const made = books.addInvoice(customer.Id, (1000 + random(9000)) / 100, `D-${day}`)
  changes.push({ entity: 'Invoice', id: made.Id, operation: 'Create' })
  const owed = books.list('Invoice').filter(isOpen)
  const paid = pickOf(random, owed)
  if (paid && random(2) === 0) changes.push(...payThere(books, random, paid, day))
  const voided = pickOf(random, books.list('Invoice').filter(isUntouched))
  if (voided && random(4) === 0) {
    books.voidInvoice(voided.Id)
    changes.push({ entity: 'Invoice', id: voided.Id, operation: 'Void' })
  }
  const undone = pickOf(random, books.list('Payment').filter(isTheirs))
  if (undone && random(6) === 0) {
    books.deleteMade('Payment', undone.Id, undone.SyncToken)
    changes.push({ entity: 'Payment', id: undone.Id, operation: 'Delete' })
  }
  for (let turn = 0; turn < 2; turn++) changes.push(...mergeOrPart(books, random, merged))
  if (random(5) === 0) {
    const memo = addMemo(books, customer.Id, 100 + day)
    changes.push({ entity: 'CreditMemo', id: memo.Id, operation: 'Create' })
  }
  return changes
}

/** Merges the last two active customers, or makes one active again that was merged; on some days. */
function mergeOrPart(books: Books, random: Random, merged: Map<string, string>): WebhookChange[] {
  const customers = books.list('Customer')
  const active = customers.filter(({ Active }) => Active === true)
  const gone = pickOf(
    random,
    customers.filter(({ Active }) => Active === false),
  )
  if (gone && random(5) === 0) {
    books.put('Customer', {
      ...gone,
      Active: true,
      DisplayName: String(gone.DisplayName).replace(MERGED, ''),
    })
    merged.delete(gone.Id)
    return [{ entity: 'Customer', id: gone.Id, operation: 'Update' }]
  }
  if (active.length <= 4 || random(5) > 0) return []
  const [into, from] = active.slice(-2)
  books.merge(from!.Id, into!.Id)
  merged.set(from!.Id, into!.Id)
  return [{ entity: 'Customer', id: into!.Id, operation: 'Merge', deletedId: from!.Id }]
}

const MERGED = ' (deleted)'

const isTheirs = ({ PaymentRefNum }: Wire): boolean => String(PaymentRefNum).startsWith('CHK-')

function payThere(books: Books, random: Random, invoice: Wire, day: number): WebhookChange[] {
  const balance = cents(invoice, 'Balance')
  const amount = (random(2) === 0 ? balance : 1 + random(balance)) / 100
  const payment = books.pay(`there-${day}`, {
    CustomerRef: invoice.CustomerRef,
    TotalAmt: amount,
    PaymentRefNum: `CHK-${day}`,
    Line: [{ Amount: amount, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
  })
  return [{ entity: 'Payment', id: payment.Id, operation: 'Create' }]
}

/** Uses what was posted as credit for what is still open on the invoices that it was paid for, as a bookkeeper does. */
export function applyUnapplied(
  books: Books,
  round: number,
  posted: readonly { readonly reference: string; readonly invoices: readonly string[] }[],
): void {
  if (round !== TIDIED_IN) return
  for (const payment of books.list('Payment')) {
    const own = posted.find(({ reference }) => isOf(reference, String(payment.PaymentRefNum)))
    let left = cents(payment, 'UnappliedAmt')
    const lines = (own?.invoices ?? []).flatMap((invoice) => {
      const used = Math.min(left, cents(books.find('Invoice', invoice), 'Balance'))
      left -= used
      return used === 0 ? [] : [{ Amount: used / 100, LinkedTxn: [{ TxnId: invoice, TxnType: 'Invoice' }] }] // not money: JSON of the wire
    })
    if (lines.length > 0) books.pay(`tidied-${payment.Id}`, { ...payment, Line: lines })
  }
}
