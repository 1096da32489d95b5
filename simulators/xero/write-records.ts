import { randomUUID } from 'node:crypto'
import { type Books, cents, dayOf, Refusal, type Wire } from './books.ts'

interface PaymentBody {
  readonly Invoice: { readonly InvoiceID: string }
  readonly Account?: { readonly AccountID?: string; readonly Code?: string } | undefined
  readonly Date: string
  readonly Amount: number // not money: JSON of the wire
  readonly Reference?: string
}

interface BatchBody {
  readonly Account: PaymentBody['Account']
  readonly Date: string
  readonly Details?: string
  readonly Payments: readonly PaymentBody[]
}

/** Makes payments, each for one invoice. */
export function pay(books: Books, payment: PaymentBody, batch?: string): Wire {
  books.checkOpen()
  checkAccount(books, payment.Account)
  const invoice = books.settle(payment.Invoice.InvoiceID, payment.Amount, 'AmountPaid')
  return books.put('Payments', {
    Invoice: {
      InvoiceID: payment.Invoice.InvoiceID,
      Contact: invoice.Contact,
      CurrencyCode: invoice.CurrencyCode,
    },
    Account: payment.Account,
    Date: dayOf(payment.Date),
    Amount: payment.Amount,
    Reference: payment.Reference ?? '',
    Status: 'AUTHORISED',
    PaymentType: 'ACCRECPAYMENT',
    ...(batch !== undefined && { BatchPaymentID: batch, BatchPayment: { BatchPaymentID: batch } }),
  })
}

function checkAccount(books: Books, account: PaymentBody['Account']): void {
  const found = books.list('Accounts').find(({ AccountID }) => AccountID === account?.AccountID)
  if (found?.Type !== 'BANK' && found?.EnablePaymentsToAccount !== true)
    throw new Refusal(400, 'Account could not be found')
}

/** Makes a batch of payments, all or none. Only organisations in New Zealand keep its reference. */
export function payBatch(books: Books, batch: BatchBody): Wire {
  const { Account, Payments } = batch
  books.checkOpen()
  checkAccount(books, Account)
  for (const { Invoice, Amount } of Payments)
    if (Number(books.find('Invoices', Invoice.InvoiceID).AmountDue) < Amount)
      // not money: JSON of the wire
      throw new Refusal(400, 'Payment amount exceeds the amount outstanding on this document')
  const id = randomUUID()
  const made = Payments.map(({ Invoice, Amount }) =>
    pay(books, { Account, Date: batch.Date, Invoice, Amount }, id),
  )
  return books.put('BatchPayments', {
    BatchPaymentID: id,
    Account,
    Date: dayOf(batch.Date),
    Details: batch.Details ?? '',
    Type: 'RECBATCH',
    Status: 'AUTHORISED',
    TotalAmount: cents(Payments.reduce((sum, { Amount }) => sum + Amount, 0)),
    Payments: made.map(({ PaymentID, Amount }) => ({ PaymentID, Amount })),
  })
}

/** Deletes a payment, which stays with its status. */
export function deletePayment(books: Books, id: string): Wire {
  const payment = books.find('Payments', id)
  if (payment.Status === 'DELETED') throw new Refusal(400, 'The payment was deleted already')
  const { InvoiceID } = payment.Invoice as { InvoiceID: string }
  books.settle(InvoiceID, -Number(payment.Amount), 'AmountPaid') // not money: JSON of the wire
  return books.put('Payments', { ...payment, Status: 'DELETED' })
}

export function deleteBatch(books: Books, id: string): Wire {
  const batch = books.find('BatchPayments', id)
  if (batch.Status === 'DELETED') throw new Refusal(400, 'The batch payment was deleted already')
  for (const { PaymentID } of batch.Payments as { PaymentID: string }[]) deletePayment(books, PaymentID)
  return books.put('BatchPayments', { ...batch, Status: 'DELETED' })
}

interface Allocation {
  readonly AllocationID: string
  readonly Amount: number // not money: JSON of the wire
  readonly Invoice: { readonly InvoiceID: string }
  readonly Date: string
}

/** Records that settle invoices by allocations. */
export type Credit = 'CreditNotes' | 'Prepayments' | 'Overpayments'

/** Uses a credit note, or money received, for an invoice. */
export function allocate(
  books: Books,
  credit: Credit,
  noteId: string,
  given: Omit<Allocation, 'AllocationID'>,
): Allocation {
  const note = books.find(credit, noteId)
  const left = cents(Number(note.RemainingCredit) - given.Amount) // not money: JSON of the wire
  if (left < 0) throw new Refusal(400, 'The allocation is more than the remaining credit')
  books.settle(given.Invoice.InvoiceID, given.Amount, 'AmountCredited')
  const made = { ...given, AllocationID: randomUUID(), Date: dayOf(given.Date) }
  const allocations = note.Allocations as Allocation[]
  books.put(credit, {
    ...note,
    RemainingCredit: left,
    Status: left === 0 ? 'PAID' : 'AUTHORISED',
    Allocations: [...allocations, made],
  })
  return made
}

export function removeAllocation(books: Books, credit: Credit, noteId: string, id: string): Allocation {
  const note = books.find(credit, noteId)
  const allocations = note.Allocations as Allocation[]
  const found = allocations.find(({ AllocationID }) => AllocationID === id)
  if (!found) throw new Refusal(404, 'The allocation cannot be found')
  books.settle(found.Invoice.InvoiceID, -found.Amount, 'AmountCredited')
  books.put(credit, {
    ...note,
    RemainingCredit: cents(Number(note.RemainingCredit) + found.Amount), // not money: JSON of the wire
    Status: 'AUTHORISED',
    Allocations: allocations.filter((one) => one !== found),
  })
  return found
}

interface LineBody {
  readonly LineItemID?: string
  readonly Quantity?: number // not money: JSON of the wire
  readonly UnitAmount?: number // not money: JSON of the wire
  readonly LineAmount?: number // not money: JSON of the wire
}

/** Replaces the lines of an invoice. One on which something was paid keeps its lines. */
export function changeInvoice(books: Books, id: string, body: Record<string, unknown>): Wire {
  books.checkOpen()
  const invoice = books.find('Invoices', id)
  if (invoice.Status !== 'AUTHORISED' || Number(invoice.AmountPaid) + Number(invoice.AmountCredited) > 0)
    // not money: JSON of the wire
    throw new Refusal(400, 'Invoice not of valid status for modification')
  const lines = (body.LineItems as LineBody[]).map((line) => ({
    LineItemID: randomUUID(),
    TaxAmount: 0,
    ...line,
    LineAmount: line.LineAmount ?? cents((line.Quantity ?? 1) * (line.UnitAmount ?? 0)),
  }))
  const total = cents(lines.reduce((sum, { LineAmount, TaxAmount }) => sum + LineAmount + TaxAmount, 0))
  return books.put('Invoices', {
    ...invoice,
    LineItems: lines,
    SubTotal: total,
    Total: total,
    AmountDue: total,
  })
}

/** Makes or changes a bank transaction, such as an overpayment, which can't be deleted while it is used. */
export function saveTransaction(books: Books, body: Record<string, unknown>): Wire {
  books.checkOpen()
  const used = books
    .list('Overpayments')
    .find(({ OverpaymentID }) => OverpaymentID === body.BankTransactionID)
  if (body.Status === 'DELETED' && used && (used.Allocations as Allocation[]).length > 0)
    throw new Refusal(
      400,
      'This document cannot be edited as it has a payment or credit note allocated to it.',
    )
  const made = books.put('BankTransactions', {
    Status: 'AUTHORISED',
    ...body,
    ...(typeof body.Date === 'string' && /^\d{4}/.test(body.Date) && { Date: dayOf(body.Date) }),
  })
  if (made.Type === 'RECEIVE-OVERPAYMENT') putOverpayment(books, made)
  return made
}

/** An overpayment is a record of its own beside its bank transaction, with the same id. */
function putOverpayment(books: Books, transaction: Wire): void {
  const [line] = transaction.LineItems as LineBody[]
  books.put('Overpayments', {
    OverpaymentID: transaction.BankTransactionID,
    Type: transaction.Type,
    Status: transaction.Status === 'DELETED' ? 'VOIDED' : 'AUTHORISED',
    Reference: transaction.Reference,
    Contact: transaction.Contact,
    CurrencyCode: transaction.CurrencyCode,
    Date: transaction.Date,
    Total: line?.UnitAmount ?? 0,
    RemainingCredit: line?.UnitAmount ?? 0,
    Allocations: [],
  })
}
