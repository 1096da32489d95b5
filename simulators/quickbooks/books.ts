/** A record as QuickBooks Online shows it. Amounts are JSON numbers. */
export type Wire = Record<string, unknown> & {
  Id: string
  SyncToken: string
  MetaData: { LastUpdatedTime: string }
}

export type Entity =
  | 'Customer'
  | 'Invoice'
  | 'CreditMemo'
  | 'Payment'
  | 'SalesReceipt'
  | 'Account'
  | 'Item'
  | 'TaxCode'

/** A refusal with the code that the API gives. */
export class Fault extends Error {
  readonly code: string
  readonly detail: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
    this.detail = detail
  }
}

interface Linked {
  readonly Amount: number // not money: JSON of the wire
  readonly LinkedTxn: readonly { readonly TxnId: string; readonly TxnType: string }[]
}

export const ENTITIES: readonly Entity[] = [
  'Customer',
  'Invoice',
  'CreditMemo',
  'Payment',
  'SalesReceipt',
  'Account',
  'Item',
  'TaxCode',
]

interface PricedLine {
  readonly Amount: number // not money: JSON of the wire
  readonly DetailType: string
}

/** Sum of an invoice's lines. */
const totalOf = (lines: readonly PricedLine[]): number =>
  cents(
    lines
      .filter(({ DetailType }) => DetailType === 'SalesItemLineDetail')
      .reduce((sum, { Amount }) => sum + Amount, 0),
  )

/** Rounds a sum of JSON amounts to cents. */
const cents = (amount: number): number => Math.round(amount * 100) / 100 // not money: JSON of the wire

/** Money of a payment that settles no invoice. */
const unappliedOf = (body: Record<string, unknown>, lines: readonly Linked[]): number =>
  cents(
    lines.reduce(
      (left, { Amount, LinkedTxn }) => (LinkedTxn[0]?.TxnType === 'Invoice' ? left - Amount : left + Amount),
      Number(body.TotalAmt ?? 0), // not money: JSON of the wire
    ),
  )

/** The books of one company. */
export class Books {
  readonly #records = new Map<Entity, Map<string, Wire>>(ENTITIES.map((entity) => [entity, new Map()]))
  readonly #deleted: { entity: Entity; id: string; at: string }[] = []
  readonly #made = new Map<string, Wire>()
  #last: number // not money: a counter
  isClosed = false

  readonly realmId: string
  readonly name: string
  readonly #now: () => number

  /** `before`: the ids of its records begin after it. */
  constructor(
    realmId: string,
    now: () => number,
    name = `Brightwater Ledger ${realmId.slice(-4)}`,
    before = 0,
  ) {
    this.realmId = realmId
    this.name = name
    this.#now = now
    this.#last = before
  }

  time = (): string => new Date(this.#now()).toISOString() // the simulator's own clock

  put(entity: Entity, fields: Record<string, unknown>): Wire {
    const id = typeof fields.Id === 'string' ? fields.Id : `${++this.#last}`
    const before = this.#records.get(entity)!.get(id)
    const record: Wire = {
      ...before,
      ...fields,
      Id: id,
      SyncToken: before ? `${Number(before.SyncToken) + 1}` : '0', // not money: a counter
      MetaData: { LastUpdatedTime: this.time() },
    }
    this.#records.get(entity)!.set(id, record)
    return record
  }

  list = (entity: Entity): Wire[] => [...this.#records.get(entity)!.values()]

  find(entity: Entity, id: string): Wire {
    const record = this.#records.get(entity)!.get(id)
    if (!record) throw new Fault('610', 'Object Not Found')
    return record
  }

  delete(entity: Entity, id: string): void {
    this.find(entity, id)
    this.#records.get(entity)!.delete(id)
    this.#deleted.push({ entity, id, at: this.time() })
  }

  /** Lets everything so far be older than a day, as in books that were read long ago. */
  forgetTimes(): void {
    const at = new Date(this.#now() - 86_400_000).toISOString() // the simulator's own clock
    for (const records of this.#records.values())
      for (const record of records.values()) record.MetaData = { LastUpdatedTime: at }
  }

  /** Changes are remembered for 30 days. */
  changedSince(entity: Entity, since: string): Record<string, unknown>[] {
    if (this.#now() - Date.parse(since) > 30 * 86_400_000)
      throw new Fault('2020', 'changedSince is older than 30 days')
    return [
      ...this.list(entity).filter(({ MetaData }) => MetaData.LastUpdatedTime >= since),
      ...this.#deleted
        .filter((gone) => gone.entity === entity && gone.at >= since)
        .map(({ id, at }) => ({ Id: id, status: 'Deleted', MetaData: { LastUpdatedTime: at } })),
    ]
  }

  addInvoice(customer: string, amount: number, number: string, dueDate = '2026-12-01'): Wire {
    return this.put('Invoice', {
      DocNumber: number,
      TxnDate: '2026-11-01',
      DueDate: dueDate,
      CustomerRef: { value: customer },
      CurrencyRef: { value: 'USD' },
      Line: [
        {
          Id: '1',
          Amount: amount,
          Description: 'Hours',
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: { Qty: 1, UnitPrice: amount, ItemRef: { value: '1', name: 'Services' } },
        },
        { Amount: amount, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} },
      ],
      TotalAmt: amount,
      Balance: amount,
    })
  }

  /** Merges one customer into another: its records move, and it becomes inactive. */
  merge(from: string, into: string): void {
    this.find('Customer', into)
    for (const entity of ['Invoice', 'CreditMemo', 'Payment'] as const)
      for (const record of this.list(entity))
        if ((record.CustomerRef as { value?: string } | undefined)?.value === from)
          this.put(entity, { ...record, CustomerRef: { value: into } })
    const gone = this.find('Customer', from)
    this.put('Customer', { ...gone, DisplayName: `${String(gone.DisplayName)} (deleted)`, Active: false })
  }

  voidInvoice(id: string): void {
    this.put('Invoice', { ...this.find('Invoice', id), TotalAmt: 0, Balance: 0, PrivateNote: 'Voided' })
  }

  /** Makes a payment, once for each request id. */
  pay(requestId: string, body: Record<string, unknown>): Wire {
    const before = this.#made.get(requestId)
    if (before) return before
    if (this.isClosed) throw new Fault('6210', 'The account period has closed')
    const lines = (body.Line ?? []) as Linked[]
    if (typeof body.Id === 'string') this.#takeBack(body.Id, body.SyncToken)
    for (const line of lines) this.#settle(line, -line.Amount)
    const made = this.put('Payment', { ...body, UnappliedAmt: unappliedOf(body, lines) })
    this.#made.set(requestId, made)
    return made
  }

  /** An update replaces all lines of a payment. */
  #takeBack(id: string, syncToken: unknown): void {
    const before = this.find('Payment', id)
    if (before.SyncToken !== syncToken) throw new Fault('5010', 'Stale Object Error')
    for (const line of (before.Line ?? []) as Linked[]) this.#settle(line, line.Amount)
  }

  /** Makes a sales receipt, once for each request id. */
  sell(requestId: string, body: Record<string, unknown>): Wire {
    const before = this.#made.get(requestId)
    if (before) return before
    if (this.isClosed) throw new Fault('6210', 'The account period has closed')
    const made = this.put('SalesReceipt', { ...body, TotalAmt: totalOf((body.Line ?? []) as PricedLine[]) })
    this.#made.set(requestId, made)
    return made
  }

  deleteMade(entity: 'Payment' | 'SalesReceipt', id: string, syncToken: string): void {
    const record = this.find(entity, id)
    if (record.SyncToken !== syncToken) throw new Fault('5010', 'Stale Object Error')
    if (entity === 'Payment')
      for (const line of (record.Line ?? []) as Linked[]) this.#settle(line, line.Amount)
    this.delete(entity, id)
  }

  /** Replaces the lines of an invoice, as an update does. */
  rewriteInvoice(body: Record<string, unknown>): Wire {
    const invoice = this.find('Invoice', String(body.Id))
    if (invoice.SyncToken !== body.SyncToken) throw new Fault('5010', 'Stale Object Error')
    if (this.isClosed) throw new Fault('6210', 'The account period has closed')
    const lines = (body.Line ?? []) as PricedLine[]
    const total = totalOf(lines)
    const balance = cents(Number(invoice.Balance) + total - Number(invoice.TotalAmt)) // not money: JSON of the wire
    if (balance < 0) throw new Fault('6540', 'The amount applied is more than the total.')
    const numbered = lines.map((line, at) => ({ Id: `${at + 1}`, ...line }))
    const subtotal = { Amount: total, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }
    return this.put('Invoice', {
      ...invoice,
      Line: [...numbered, subtotal],
      TotalAmt: total,
      Balance: balance,
    })
  }

  #settle({ LinkedTxn }: Linked, change: number): void {
    for (const { TxnId, TxnType } of LinkedTxn) {
      const entity = TxnType as 'Invoice' | 'CreditMemo'
      const record = this.find(entity, TxnId)
      const balance = cents(Number(record.Balance) + change) // not money: JSON of the wire
      if (balance < 0) throw new Fault('6540', 'The amount applied is more than the balance.')
      this.put(entity, { ...record, Balance: balance })
    }
  }
}
