import { startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../simulators/xero/index.ts'
import { pay } from '../../simulators/xero/write-records.ts'

/** Simulated books of one platform, by what a bookkeeper does there. Amounts are decimals of the wire. */
export interface SimulatedBooks {
  readonly provider: string
  readonly platform: string
  readonly company: string
  /** Part of the address of a payment there. */
  readonly paymentPage: string
  /** The account there that takes payments. */
  readonly bankAccount: string
  /** What the books answer when the period is closed. */
  readonly closedText: string
  readonly env: Readonly<Record<string, string>>
  readonly violations: readonly string[]
  addCustomer(name: string): string
  addInvoice(customer: string, amount: number, number: string): string
  addCredit(customer: string, amount: number, number: string): void
  /** A payment that somebody enters there. */
  payThere(invoice: string, amount: number): void
  voidInvoice(invoice: string): void
  deleteInvoice(invoice: string): void
  balanceOf(invoice: string): number
  countPayments(reference: string): number
  closePeriod(isClosed: boolean): void
  failNext(fault: 'lost' | 'limited' | 'unauthorized'): void
  revokeAccess(): void
  close(): Promise<void>
}

const START_MS = Date.parse('2026-11-20T15:00:00Z') // an instant of the tests

export async function simulateQuickBooks(): Promise<SimulatedBooks> {
  const simulator = await startQuickBooksSimulator({ now: () => START_MS })
  const { books } = simulator
  return {
    provider: 'quickbooks',
    platform: 'QuickBooks Online',
    company: 'Company 9130350000000001',
    bankAccount: '35',
    paymentPage: '/app/recvpayment?txnId=',
    closedText: 'The account period has closed',
    env: simulator.env,
    violations: simulator.violations,
    addCustomer: (name) => books.put('Customer', { DisplayName: name, Active: true }).Id,
    addInvoice: (customer, amount, number) => books.addInvoice(customer, amount, number).Id,
    addCredit: (customer, amount, number) => {
      const fields = { DocNumber: number, TxnDate: '2026-11-02', TotalAmt: amount, Balance: amount }
      books.put('CreditMemo', { ...fields, CustomerRef: { value: customer } })
    },
    payThere: (invoice, amount) => {
      books.pay(`there-${invoice}`, {
        CustomerRef: books.find('Invoice', invoice).CustomerRef,
        TotalAmt: amount,
        PaymentRefNum: 'CHK-7',
        Line: [{ Amount: amount, LinkedTxn: [{ TxnId: invoice, TxnType: 'Invoice' }] }],
      })
    },
    voidInvoice: (invoice) => books.voidInvoice(invoice),
    deleteInvoice: (invoice) => books.delete('Invoice', invoice),
    balanceOf: (invoice) => Number(books.find('Invoice', invoice).Balance), // not money: JSON of the wire
    countPayments: (reference) =>
      books.list('Payment').filter(({ PaymentRefNum }) => PaymentRefNum === reference).length,
    closePeriod: (isClosed) => {
      books.isClosed = isClosed
    },
    failNext: (fault) => simulator.failNext(fault),
    revokeAccess: () => simulator.revokeAccess(),
    close: () => simulator.close(),
  }
}

export async function simulateXero(): Promise<SimulatedBooks> {
  const simulator = await startXeroSimulator({ now: () => START_MS })
  const { books } = simulator
  const bank = books.list('Accounts').find(({ Type }) => Type === 'BANK')!
  return {
    provider: 'xero',
    platform: 'Xero',
    company: 'Alder & Sons',
    bankAccount: String(bank.AccountID),
    paymentPage: '/Bank/ViewTransaction.aspx?bankTransactionID=',
    closedText: 'The document cannot be created before the lock date.',
    env: simulator.env,
    violations: simulator.violations,
    addCustomer: (name) => books.addContact(name),
    addInvoice: (customer, amount, number) => books.addInvoice(customer, amount, number),
    addCredit: (customer, amount, number) => {
      books.addCreditNote(customer, amount, number)
    },
    payThere: (invoice, amount) => {
      pay(books, {
        Invoice: { InvoiceID: invoice },
        Account: { AccountID: String(bank.AccountID) },
        Date: '2026-11-19',
        Amount: amount,
        Reference: 'CHK-7',
      })
    },
    voidInvoice: (invoice) => books.voidInvoice(invoice),
    deleteInvoice: (invoice) => books.voidInvoice(invoice, 'DELETED'),
    balanceOf: (invoice) => Number(books.find('Invoices', invoice).AmountDue), // not money: JSON of the wire
    countPayments: (reference) =>
      books.list('Payments').filter((one) => one.Reference === reference && one.Status !== 'DELETED').length,
    closePeriod: (isClosed) => {
      books.isClosed = isClosed
    },
    failNext: (fault) => simulator.failNext(fault),
    revokeAccess: () => simulator.revokeAccess(),
    close: () => simulator.close(),
  }
}
