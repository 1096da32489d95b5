import type { Books as ClioBooks } from '../clio/books.ts'
import type { Books as QuickBooksBooks } from '../quickbooks/books.ts'
import type { Books as XeroBooks } from '../xero/books.ts'
import { pay } from '../xero/write-records.ts'

/*
 * Books for a company that a person opens themselves: three customers with an open invoice, one with tax, one that is paid in full and
 * one in part, and credit.
 */

const PAID_ON = '2026-11-10'
const [OPEN, TAXED, TAX, PAID, PART, CREDIT] = [640, 200, 16.5, 310.4, 1200, 45] // not money: JSON of the wire
const PART_PAID = 500 // not money: JSON of the wire

const emailOf = (name: string): string => `${name.split(' ')[0]!.toLowerCase()}@customers.test`

export function fillQuickBooks(books: QuickBooksBooks): void {
  for (const [at, name] of ['Juniper Joinery', 'Kelp Kitchen', 'Linden Labs'].entries()) {
    const email = { Address: emailOf(name) }
    const { Id: customer } = books.put('Customer', {
      DisplayName: name,
      Active: true,
      PrimaryEmailAddr: email,
    })
    const add = (amount: number, nth: number) => books.addInvoice(customer, amount, `${2000 + at * 10 + nth}`)
    const settle = (invoice: string, amount: number, reference: string) =>
      books.pay(`free-${invoice}`, {
        ...{ CustomerRef: { value: customer }, TxnDate: PAID_ON, TotalAmt: amount, PaymentRefNum: reference },
        Line: [{ Amount: amount, LinkedTxn: [{ TxnId: invoice, TxnType: 'Invoice' }] }],
      })
    add(OPEN, 1)
    const taxed = add(TAXED, 2)
    const total = TAXED + TAX
    books.put('Invoice', { ...taxed, TotalAmt: total, Balance: total, TxnTaxDetail: { TotalTax: TAX } })
    settle(add(PAID, 3).Id, PAID, `Check ${410 + at}`)
    settle(add(PART, 4).Id, PART_PAID, `Check ${420 + at}`)
    const memo = { DocNumber: `CM-20${at}`, TxnDate: '2026-11-02', TotalAmt: CREDIT, Balance: CREDIT }
    books.put('CreditMemo', { ...memo, CustomerRef: { value: customer } })
  }
}

export function fillXero(books: XeroBooks): void {
  const bank = books.list('Accounts').find(({ Type }) => Type === 'BANK')
  const Account = { AccountID: String(bank?.AccountID) }
  for (const [at, name] of ['Maple Music', 'Nettle Nursery', 'Olive Optics'].entries()) {
    const contact = books.addContact(name, { EmailAddress: emailOf(name) })
    const add = (amount: number, nth: number) => books.addInvoice(contact, amount, `INV-2${at}${nth}`)
    const settle = (invoice: string, amount: number, reference: string) =>
      pay(books, {
        ...{ Account, Invoice: { InvoiceID: invoice }, Amount: amount },
        ...{ Date: PAID_ON, Reference: reference },
      })
    add(OPEN, 1)
    const taxed = books.find('Invoices', add(TAXED, 2))
    const [line] = taxed.LineItems as object[]
    const total = TAXED + TAX
    books.put('Invoices', {
      ...taxed,
      LineItems: [{ ...line, TaxType: 'OUTPUT', TaxAmount: TAX }],
      ...{ TotalTax: TAX, Total: total, AmountDue: total },
    })
    settle(add(PAID, 3), PAID, `Check ${410 + at}`)
    settle(add(PART, 4), PART_PAID, `Check ${420 + at}`)
    books.addCreditNote(contact, CREDIT, `CN-2${at}`)
  }
}

export function fillClio(books: ClioBooks): void {
  for (const [at, name] of ['Poplar Press', 'Quince Quarries', 'Rowan Retail'].entries()) {
    const client = books.addContact(name, { primary_email_address: emailOf(name) })
    const add = (amount: number, nth: number, more = {}) =>
      books.addBill(client, amount, `2${at}${nth}`, more)
    add(OPEN, 1)
    add(TAXED + TAX, 2, { sub_total: TAXED, services_sub_total: TAXED, total_tax: TAX })
    books.pay(add(PAID, 3), PAID, { date: PAID_ON, reference: `Check ${410 + at}` })
    books.pay(add(PART, 4), PART_PAID, { date: PAID_ON, reference: `Check ${420 + at}` })
    books.addCreditMemo(client, CREDIT)
  }
}
