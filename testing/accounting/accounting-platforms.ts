import { startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../simulators/xero/index.ts'
import { allocate, pay } from '../../simulators/xero/write-records.ts'

/** Simulated books of one platform, by what a bookkeeper does there. Amounts are decimals of the wire. */
export interface SimulatedBooks {
  readonly provider: string
  readonly platform: string
  readonly company: string
  /** Part of the address of a payment there. */
  readonly paymentPage: string
  /** The account there that takes payments. */
  readonly bankAccount: string
  /** Answer of the books when the period is closed. */
  readonly closedText: string
  readonly env: Readonly<Record<string, string>>
  readonly violations: readonly string[]
  addCustomer(name: string): string
  addInvoice(customer: string, amount: number, number: string): string
  addCredit(customer: string, amount: number, number: string): void
  /** Money that somebody received there without an invoice, of each kind that the platform has. */
  readonly received: readonly string[]
  addReceived(kind: string, customer: string, amount: number, reference: string): string
  /** Uses it for an invoice there. */
  applyThere(kind: string, received: string, invoice: string, amount: number): void
  receivedLeft(kind: string, received: string): number
  /** Uses the rest of a payment that Quittance posted, by its reference. */
  applyRest(reference: string, invoice: string, amount: number): void
  /** A payment that somebody enters there. */
  payThere(invoice: string, amount: number): void
  voidInvoice(invoice: string): void
  deleteInvoice(invoice: string): void
  balanceOf(invoice: string): number
  countPayments(reference: string): number
  closePeriod(isClosed: boolean): void
  failNext(fault: 'lost' | 'limited' | 'unauthorized'): void
  /** Loses the answer of the call that uses money received there. */
  loseNextUse(): void
  revokeAccess(): void
  close(): Promise<void>
}

const START_MS = Date.parse('2026-11-20T15:00:00Z') // an instant of the tests

export async function simulateQuickBooks(): Promise<SimulatedBooks> {
  const simulator = await startQuickBooksSimulator({ now: () => START_MS })
  const { books } = simulator
  const use = (id: string, invoice: string, amount: number) => {
    const payment = books.find('Payment', id)
    const lines = payment.Line as object[]
    const line = { Amount: amount, LinkedTxn: [{ TxnId: invoice, TxnType: 'Invoice' }] }
    books.pay(`used-${id}-${lines.length}`, { ...payment, Line: [...lines, line] })
  }
  return {
    provider: 'quickbooks',
    platform: 'QuickBooks Online',
    company: 'Brightwater Ledger 0001',
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
    received: ['Payment'],
    addReceived: (_, customer, amount, reference) => {
      const fields = { CustomerRef: { value: customer }, TotalAmt: amount, PaymentRefNum: reference }
      return books.pay(`received-${reference}`, { ...fields, TxnDate: '2026-11-03', Line: [] }).Id
    },
    applyThere: (_, received, invoice, amount) => use(received, invoice, amount),
    receivedLeft: (_, received) => Number(books.find('Payment', received).UnappliedAmt), // not money: JSON of the wire
    applyRest: (reference, invoice, amount) => {
      const payment = books.list('Payment').find(({ PaymentRefNum }) => PaymentRefNum === reference)!
      use(payment.Id, invoice, amount)
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
    // The payment is read before it is changed.
    loseNextUse: () => simulator.failNext('none', 'lost'),
    revokeAccess: () => simulator.revokeAccess(),
    close: () => simulator.close(),
  }
}

const listOf = (kind: string) => (kind === 'Prepayment' ? 'Prepayments' : 'Overpayments')

export async function simulateXero(): Promise<SimulatedBooks> {
  const simulator = await startXeroSimulator({ now: () => START_MS })
  const { books } = simulator
  const bank = books.list('Accounts').find(({ Type }) => Type === 'BANK')!
  const use = (kind: string, received: string, invoice: string, amount: number) => {
    const given = { Invoice: { InvoiceID: invoice }, Amount: amount, Date: '2026-11-19' }
    allocate(books, listOf(kind), received, given)
  }
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
    received: ['Prepayment', 'Overpayment'],
    addReceived: (kind, customer, amount, reference) =>
      books.addReceived(listOf(kind), customer, amount, reference),
    applyThere: use,
    receivedLeft: (kind, received) => Number(books.find(listOf(kind), received).RemainingCredit), // not money: JSON of the wire
    applyRest: (reference, invoice, amount) => {
      const rest = books.list('Overpayments').find((one) => one.Reference === reference)!
      use('Overpayment', String(rest.OverpaymentID), invoice, amount)
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
    loseNextUse: () => simulator.failNext('lost'),
    revokeAccess: () => simulator.revokeAccess(),
    close: () => simulator.close(),
  }
}
