import { createHash, randomUUID } from 'node:crypto'

/** A record as Xero shows it. Amounts are JSON numbers. */
export type Wire = Record<string, unknown> & { UpdatedDateUTC: string }

export const ID_OF = {
  Contacts: 'ContactID',
  Invoices: 'InvoiceID',
  CreditNotes: 'CreditNoteID',
  Payments: 'PaymentID',
  BatchPayments: 'BatchPaymentID',
  BankTransactions: 'BankTransactionID',
  Prepayments: 'PrepaymentID',
  Overpayments: 'OverpaymentID',
  Accounts: 'AccountID',
  Items: 'ItemID',
  TaxRates: 'TaxType',
} as const
export type Resource = keyof typeof ID_OF

/** A refusal with its status: 400 with a sentence, or 404. */
export class Refusal extends Error {
  readonly status: 400 | 404

  constructor(status: 400 | 404, message: string) {
    super(message)
    this.status = status
  }
}

export const MS_DATE = /^\/Date\((-?\d+)/
export const msOf = (wire: unknown): number => Number(MS_DATE.exec(String(wire))?.[1] ?? Number.NaN) // not money: epoch ms
const instant = (ms: number): string => `/Date(${ms}+0000)/`
export const dayOf = (date: string): string => instant(Date.parse(`${date.slice(0, 10)}T00:00:00Z`)) // the simulator's own clock

/** Rounds a sum of JSON amounts to cents. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100 // not money: JSON of the wire

/** Makes a version 4 GUID of a text. */
function guidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The books of one organisation. */
export class Books {
  readonly #records = new Map<Resource, Map<string, Wire>>()
  readonly tenantId: string
  readonly name: string
  readonly #now: () => number
  readonly #newId: () => string
  #lastMs = 0
  /** True while the period is locked. */
  isClosed = false

  /** With a seed, the same records get the same ids at every start. */
  constructor(name: string, now: () => number, seed?: string) {
    let made = 0
    this.name = name
    this.#newId = seed === undefined ? randomUUID : () => guidOf(`${seed} ${name} ${made++}`)
    this.tenantId = this.#newId()
    this.#now = now
    this.put('Accounts', {
      Code: '090',
      Name: 'Business Bank Account',
      Type: 'BANK',
      Status: 'ACTIVE',
      CurrencyCode: 'USD',
    })
    this.put('Accounts', {
      Code: '610',
      Name: 'Accounts Receivable',
      Type: 'CURRENT',
      Status: 'ACTIVE',
      SystemAccount: 'DEBTORS',
    })
    this.put('Accounts', { Code: '200', Name: 'Sales', Type: 'REVENUE', Status: 'ACTIVE' })
    this.put('Items', { Code: 'HOURS', Name: 'Hours' })
    this.put('TaxRates', { TaxType: 'OUTPUT', Name: 'Tax on Sales', Status: 'ACTIVE' })
  }

  instantNow = (): string => instant(Math.max(this.#now(), this.#lastMs))

  #of(resource: Resource): Map<string, Wire> {
    const records = this.#records.get(resource) ?? new Map<string, Wire>()
    this.#records.set(resource, records)
    return records
  }

  /** Writes a record. Each write has a later time than the one before. */
  put(resource: Resource, fields: Record<string, unknown>): Wire {
    this.#lastMs = Math.max(this.#now(), this.#lastMs + 1)
    const name = ID_OF[resource]
    const id = typeof fields[name] === 'string' ? fields[name] : this.#newId()
    const before = this.#of(resource).get(id)
    const record: Wire = { ...before, ...fields, [name]: id, UpdatedDateUTC: instant(this.#lastMs) }
    this.#of(resource).set(id, record)
    return record
  }

  list = (resource: Resource): Wire[] => [...this.#of(resource).values()]

  find(resource: Resource, id: string): Wire {
    const record = this.#of(resource).get(id)
    if (!record) throw new Refusal(404, 'The resource you’re looking for cannot be found')
    return record
  }

  addContact(name: string, more: Record<string, unknown> = {}): string {
    const made = this.put('Contacts', {
      Name: name,
      ContactStatus: 'ACTIVE',
      IsCustomer: true,
      IsSupplier: false,
      ...more,
    })
    return String(made.ContactID)
  }

  addInvoice(contact: string, amount: number, number: string, dueDate = '2026-12-01'): string {
    const made = this.put('Invoices', {
      Type: 'ACCREC',
      Status: 'AUTHORISED',
      InvoiceNumber: number,
      Contact: { ContactID: contact, Name: String(this.find('Contacts', contact).Name) },
      CurrencyCode: 'USD',
      Date: dayOf('2026-11-01'),
      DueDate: dayOf(dueDate),
      LineAmountTypes: 'Exclusive',
      LineItems: [
        {
          LineItemID: randomUUID(),
          Description: 'Hours',
          Quantity: 1,
          UnitAmount: amount,
          TaxType: 'NONE',
          TaxAmount: 0,
          LineAmount: amount,
          AccountCode: '200',
        },
      ],
      SubTotal: amount,
      TotalTax: 0,
      Total: amount,
      AmountDue: amount,
      AmountPaid: 0,
      AmountCredited: 0,
    })
    return String(made.InvoiceID)
  }

  addCreditNote(contact: string, amount: number, number: string): string {
    const made = this.put('CreditNotes', {
      Type: 'ACCRECCREDIT',
      Status: 'AUTHORISED',
      CreditNoteNumber: number,
      Contact: { ContactID: contact },
      CurrencyCode: 'USD',
      Date: dayOf('2026-11-02'),
      Total: amount,
      RemainingCredit: amount,
      Allocations: [],
    })
    return String(made.CreditNoteID)
  }

  /** Money that somebody received without an invoice, or beyond one. */
  addReceived(
    kind: 'Prepayments' | 'Overpayments',
    contact: string,
    amount: number,
    reference: string,
  ): string {
    const made = this.put(kind, {
      Type: kind === 'Prepayments' ? 'RECEIVE-PREPAYMENT' : 'RECEIVE-OVERPAYMENT',
      Status: 'AUTHORISED',
      Reference: reference,
      Contact: { ContactID: contact },
      CurrencyCode: 'USD',
      Date: dayOf('2026-11-03'),
      Total: amount,
      RemainingCredit: amount,
      Allocations: [],
    })
    return String(made[ID_OF[kind]])
  }

  /** Voids an invoice without payments. */
  voidInvoice(id: string, status: 'VOIDED' | 'DELETED' = 'VOIDED'): void {
    this.put('Invoices', { ...this.find('Invoices', id), Status: status, AmountDue: 0 })
  }

  mergeContact(from: string, into: string): void {
    this.put('Contacts', {
      ...this.find('Contacts', from),
      ContactStatus: 'ARCHIVED',
      MergedToContactID: into,
    })
    for (const invoice of this.list('Invoices'))
      if ((invoice.Contact as { ContactID: string }).ContactID === from)
        this.put('Invoices', { ...invoice, Contact: { ContactID: into } })
  }

  checkOpen(): void {
    if (this.isClosed) throw new Refusal(400, 'The document cannot be created before the lock date.')
  }

  /** Changes what is due by `amount`, which is negative when it is taken back. */
  settle(invoiceId: string, amount: number, as: 'AmountPaid' | 'AmountCredited'): Wire {
    const invoice = this.find('Invoices', invoiceId)
    if (invoice.Status !== 'AUTHORISED' && invoice.Status !== 'PAID')
      throw new Refusal(400, 'Invoice is not of valid status for this')
    const due = cents(Number(invoice.AmountDue) - amount) // not money: JSON of the wire
    if (due < 0) throw new Refusal(400, 'Payment amount exceeds the amount outstanding on this document')
    return this.put('Invoices', {
      ...invoice,
      AmountDue: due,
      [as]: cents(Number(invoice[as]) + amount), // not money: JSON of the wire
      Status: due === 0 ? 'PAID' : 'AUTHORISED',
    })
  }
}
