import type { CalendarDate } from '../../domain/dates/calendar.ts'
import type { RowBuffers } from './tables.ts'

interface Counter {
  readonly scopeId: string
  readonly kind: string
  readonly currency: string
  readonly dueDate: string
  invoices: number
  remainingMinor: bigint
}

interface Balance {
  readonly customerId: string
  readonly currency: string
  owedMinor: bigint
  paidMinor: bigint
  unappliedMinor: bigint
}

const NO_DATE = '-infinity'

/**
 * Sums that triggers and projections keep of invoices and payments, added up while the history is written.
 */
export class Figures {
  private readonly accountId: string
  private readonly counters = new Map<string, Counter>()
  private readonly payments = new Map<
    string,
    { type: string; currency: string; payments: number; minor: bigint }
  >()
  private readonly memos = new Map<string, number>()
  private readonly balances = new Map<string, Balance>()

  constructor(accountId: string) {
    this.accountId = accountId
  }

  /** Counts an invoice in its final state. */
  count(customerId: string, state: string, currency: string): void {
    for (const scope of [this.accountId, customerId]) this.counter(scope, state, currency, NO_DATE).invoices++
  }

  /** Adds an issued invoice with its final remaining amount. */
  charge(customerId: string, currency: string, dueDate: CalendarDate, remainingMinor: bigint): void {
    this.balance(customerId, currency).owedMinor += remainingMinor
    if (remainingMinor === 0n) return
    for (const scope of [this.accountId, customerId]) {
      const counter = this.counter(scope, 'owed', currency, dueDate)
      counter.invoices++
      counter.remainingMinor += remainingMinor
    }
  }

  /** Adds a confirmed payment. */
  pay(
    customerId: string,
    type: string,
    currency: string,
    settledMinor: bigint,
    unappliedMinor: bigint,
  ): void {
    const kind = `${type} ${currency}`
    const { payments, minor } = this.payments.get(kind) ?? { payments: 0, minor: 0n }
    const minorAfter = minor + settledMinor + unappliedMinor
    this.payments.set(kind, { type, currency, payments: payments + 1, minor: minorAfter })
    const balance = this.balance(customerId, currency)
    balance.paidMinor += settledMinor
    balance.unappliedMinor += unappliedMinor
  }

  /** Adds a credit memo that remains open. */
  credit(customerId: string): void {
    for (const scope of [this.accountId, customerId]) this.memos.set(scope, (this.memos.get(scope) ?? 0) + 1)
  }

  writeTo(rows: RowBuffers): void {
    for (const counter of this.counters.values())
      rows.add(
        'invoice_tallies',
        this.accountId,
        counter.scopeId,
        counter.kind,
        counter.currency,
        counter.dueDate,
        counter.invoices,
        counter.remainingMinor,
      )
    for (const { type, currency, payments, minor } of this.payments.values())
      rows.add('payment_tallies', this.accountId, 'confirmed', type, currency, 'f', payments, minor, minor)
    for (const [scope, memos] of this.memos)
      rows.add('credit_memo_tallies', this.accountId, scope, 'open', memos)
    for (const balance of this.balances.values())
      rows.add(
        'customer_balances',
        this.accountId,
        balance.customerId,
        balance.currency,
        balance.owedMinor,
        balance.paidMinor,
        balance.unappliedMinor,
      )
  }

  private counter(scopeId: string, kind: string, currency: string, dueDate: string): Counter {
    const key = `${scopeId}${kind}${currency}${dueDate}`
    let counter = this.counters.get(key)
    if (!counter) {
      counter = { scopeId, kind, currency, dueDate, invoices: 0, remainingMinor: 0n }
      this.counters.set(key, counter)
    }
    return counter
  }

  private balance(customerId: string, currency: string): Balance {
    // A customer has invoices in one currency only.
    let balance = this.balances.get(customerId)
    if (!balance) {
      balance = { customerId, currency, owedMinor: 0n, paidMinor: 0n, unappliedMinor: 0n }
      this.balances.set(customerId, balance)
    }
    return balance
  }
}
