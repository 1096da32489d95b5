import { createHash } from 'node:crypto'

/** A record as Clio holds it. Amounts are JSON numbers. */
export type Wire = Record<string, unknown> & { id: number; etag: string; updated_at: string } // not money: an id

export const RESOURCES = [
  'contacts',
  'bills',
  'allocations',
  'credit_memos',
  'bank_accounts',
  'webhooks',
] as const
export type Resource = (typeof RESOURCES)[number]

/** Rounds a sum of JSON amounts to cents. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100 // not money: JSON of the wire

/** Id of the first firm. */
export const FIRST_FIRM = 5001
const IDS_OF_A_FIRM = 100_000

const USD = { id: 1, code: 'USD', sign: '$' }

/** The books of one firm. */
export class Books {
  readonly #records = new Map<Resource, Map<number, Wire>>()
  readonly name: string
  readonly accountId: number // not money: an id
  readonly #now: () => number
  #lastMs = 0
  #lastId: number // not money: an id
  currency = 'USD'

  constructor(name: string, now: () => number, accountId = FIRST_FIRM) {
    this.#lastId = (accountId - FIRST_FIRM) * IDS_OF_A_FIRM + 1000
    this.name = name
    this.accountId = accountId
    this.#now = now
    this.put('bank_accounts', { name: 'Operating account', type: 'Operating', currency: 'USD' })
    this.put('bank_accounts', { name: 'Client trust account', type: 'Trust', currency: 'USD' })
  }

  today = (): string => new Date(this.#now()).toISOString().slice(0, 10) // the simulator's own clock

  #of(resource: Resource): Map<number, Wire> {
    const records = this.#records.get(resource) ?? new Map<number, Wire>()
    this.#records.set(resource, records)
    return records
  }

  /** Writes a record. Each write has a later time and another etag than the one before. */
  put(resource: Resource, fields: Record<string, unknown>): Wire {
    this.#lastMs = Math.max(this.#now(), this.#lastMs + 1)
    const at = new Date(this.#lastMs).toISOString() // the simulator's own clock
    const id = typeof fields.id === 'number' ? fields.id : ++this.#lastId
    const before = this.#of(resource).get(id)
    const etag = `"${createHash('md5').update(`${resource}${id}${this.#lastMs}`).digest('hex')}"`
    const record: Wire = { created_at: at, ...before, ...fields, id, etag, updated_at: at }
    this.#of(resource).set(id, record)
    return record
  }

  list = (resource: Resource): Wire[] =>
    [...this.#of(resource).values()].toSorted((one, other) => one.id - other.id)

  find(resource: Resource, id: number): Wire | null {
    return this.#of(resource).get(id) ?? null
  }

  remove(resource: Resource, id: number): void {
    this.#of(resource).delete(id)
  }

  bill(id: string): Wire {
    const bill = this.find('bills', Number(id)) // not money: an id
    if (!bill) throw new Error(`no bill ${id}`)
    return bill
  }

  addContact(name: string, more: Record<string, unknown> = {}): string {
    const made = this.put('contacts', {
      name,
      type: 'Company',
      is_client: true,
      primary_email_address: null,
      secondary_email_address: null,
      primary_phone_number: null,
      company: null,
      primary_address: null,
      ...more,
    })
    return String(made.id)
  }

  /** Adds a bill that waits for its payment. */
  addBill(
    contact: string | null,
    amount: number,
    number: string,
    more: Record<string, unknown> = {},
  ): string {
    const client = contact === null ? null : this.find('contacts', Number(contact)) // not money: an id
    const made = this.put('bills', {
      number,
      type: 'MatterBill',
      kind: 'revenue_kind',
      state: 'awaiting_payment',
      subject: null,
      issued_at: '2026-11-01',
      due_at: '2026-12-01',
      sub_total: amount,
      services_sub_total: amount,
      total_tax: 0,
      total: amount,
      paid: 0,
      balance: amount,
      client: client && { id: client.id, name: client.name },
      currency: USD,
      matters: [{ id: 77, display_number: '00077-Smith' }],
      ...more,
    })
    return String(made.id)
  }

  addCreditMemo(contact: string, amount: number): string {
    const client = this.find('contacts', Number(contact)) // not money: an id
    const made = this.put('credit_memos', {
      date: '2026-11-02',
      amount,
      description: 'Courtesy credit',
      discount: false,
      voided_at: null,
      contact: client && { id: client.id, name: client.name },
      allocations: [],
    })
    return String(made.id)
  }

  /** Returns what no bill has used of a credit memo. */
  creditLeft(id: string): number {
    const memo = this.find('credit_memos', Number(id))! // not money: an id
    const uses = (memo.allocations as Wire[]).filter(({ voided_at }) => voided_at === null)
    return cents(uses.reduce((left, { amount }) => left - Number(amount), Number(memo.amount))) // not money: JSON of the wire
  }

  /** Records a payment of a bill, as a person does in Clio. Returns its allocation's id. */
  pay(
    billId: string,
    amount: number,
    given: { readonly date?: string; readonly creditMemo?: string; readonly reference?: string } = {},
  ): string {
    const bill = this.bill(billId)
    const balance = cents(Number(bill.balance) - amount) // not money: JSON of the wire
    if (balance < 0) throw new Error('the payment is more than the balance of the bill')
    const { creditMemo } = given
    if (creditMemo !== undefined && amount > this.creditLeft(creditMemo))
      throw new Error('the use is more than what is left of the credit memo')
    const made = this.put('allocations', {
      date: given.date ?? this.today(),
      amount,
      interest: false,
      description: given.reference || (creditMemo === undefined ? 'Payment' : 'Credit'),
      payment_type: creditMemo === undefined ? 'Check' : 'CreditMemo',
      voided_at: null,
      bill: { id: bill.id, number: bill.number },
      contact: bill.client && { id: (bill.client as Wire).id },
      parent: {
        id: creditMemo === undefined ? 9000 + bill.id : Number(creditMemo),
        type: creditMemo === undefined ? 'Payment' : 'CreditMemo',
      }, // not money: ids
    })
    this.#settle(bill, amount)
    if (creditMemo !== undefined) {
      const memo = this.find('credit_memos', Number(creditMemo))! // not money: an id
      this.put('credit_memos', { ...memo, allocations: [...(memo.allocations as Wire[]), made] })
    }
    return String(made.id)
  }

  /** Voids a payment, which stays with the time. */
  voidPayment(id: string): void {
    const allocation = this.find('allocations', Number(id))! // not money: an id
    this.#settle(this.bill(String((allocation.bill as Wire).id)), -Number(allocation.amount)) // not money: JSON of the wire
    const voided = this.put('allocations', {
      ...allocation,
      voided_at: new Date(this.#now()).toISOString(), // the simulator's own clock
    })
    const parent = allocation.parent as { readonly id: number; readonly type: string } // not money: an id
    const memo = parent.type === 'CreditMemo' ? this.find('credit_memos', parent.id) : null
    if (memo)
      this.put('credit_memos', {
        ...memo,
        allocations: (memo.allocations as Wire[]).map((one) => (one.id === voided.id ? voided : one)),
      })
  }

  #settle(bill: Wire, amount: number): void {
    const balance = cents(Number(bill.balance) - amount) // not money: JSON of the wire
    const paid = cents(Number(bill.paid) + amount) // not money: JSON of the wire
    this.put('bills', { ...bill, balance, paid, state: balance === 0 ? 'paid' : 'awaiting_payment' })
  }

  voidBill(id: string): void {
    this.put('bills', { ...this.bill(id), state: 'void', balance: 0 })
  }

  /** A deleted bill is gone: it is listed no more and not found by its id. */
  deleteBill(id: string): void {
    this.remove('bills', Number(id)) // not money: an id
  }
}
