import type { CalendarDate } from '../../../domain/dates/calendar.ts'

export type EntryKind =
  | 'invoice'
  | 'invoice_change'
  | 'void'
  | 'write_off'
  | 'write_off_reversal'
  | 'payment'
  | 'payment_return'
  | 'refund'
  | 'unapplied_used'
  | 'credit_memo'
  | 'credit_memo_void'
  | 'credit_applied'
  | 'credit_unapplied'
  | 'late_fee'
  | 'late_fee_waiver'
  | 'payout'
  | 'payout_reversal'

export type LedgerAccount =
  | 'receivable'
  | 'clearing'
  | 'sales'
  | 'sales_tax'
  | 'credits_given'
  | 'customer_credit'
  | 'unapplied'
  | 'write_offs'
  | 'fee_income'
  | 'late_fee_income'
  | 'plan_fee_income'
  | 'bank'
  | 'processor_fees'
  | 'currency_exchange'

/** One leg of an entry. Positive is a debit. */
export interface Posting {
  readonly ledgerAccount: LedgerAccount
  /** Null in the entry of a payout, which holds the money of many customers. */
  readonly customerId: string | null
  readonly invoiceId?: string
  readonly creditMemoId?: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** An entry to append. `dueDates` holds the receivable's due date for each new or changed invoice. */
export interface NewEntry {
  readonly id: string
  readonly kind: EntryKind
  readonly bookedOn: CalendarDate
  /** Null for a payout. */
  readonly customerId: string | null
  readonly source: { readonly type: string; readonly id: string }
  readonly reversesId?: string
  readonly description: string
  readonly postings: readonly Posting[]
  readonly dueDates?: Readonly<Record<string, CalendarDate>>
  /** Reservations that end with this entry, by invoice. */
  readonly releases?: Readonly<Record<string, bigint>>
}

/**
 * Drops legs with a zero amount and checks that the rest adds up to zero in each currency. Throws only on a
 * programming error.
 */
export function balanced(postings: readonly Posting[]): Posting[] {
  const legs = postings.filter((posting) => posting.amountMinor !== 0n)
  const sums = new Map<string, bigint>()
  for (const leg of legs) sums.set(leg.currency, (sums.get(leg.currency) ?? 0n) + leg.amountMinor)
  for (const [currency, sum] of sums)
    if (sum !== 0n) throw new Error(`postings are off by ${sum} ${currency}`)
  if (legs.length < 2) throw new Error('an entry needs at least two postings')
  return legs
}

/** Kinds that change the charged amount of an invoice. All others settle or reopen it. */
const CHARGES: ReadonlySet<EntryKind> = new Set(['invoice', 'invoice_change', 'late_fee', 'late_fee_waiver'])
/** Kinds whose negative receivable legs count as paid, and whose positive ones as paid back. */
const PAYS: ReadonlySet<EntryKind> = new Set(['payment', 'payment_return', 'refund', 'unapplied_used'])

export interface ReceivableDelta {
  invoiceId: string
  customerId: string
  currency: string
  dueDate: CalendarDate | null
  chargedMinor: bigint
  remainingMinor: bigint
  reservedMinor: bigint
}
export interface CreditDelta {
  creditMemoId: string
  customerId: string
  currency: string
  issuedMinor: bigint
  remainingMinor: bigint
}
export interface CustomerDelta {
  customerId: string
  currency: string
  owedMinor: bigint
  paidMinor: bigint
  unappliedMinor: bigint
}
/** Sums of one day's entries in one currency. */
export interface DayDelta {
  bookedOn: CalendarDate
  currency: string
  /** Sales with tax, less reversals. */
  invoicedMinor: bigint
  /** Money received less money returned, without fees. */
  collectedMinor: bigint
  owedMinor: bigint
}
export interface Deltas {
  readonly receivables: ReceivableDelta[]
  readonly credits: CreditDelta[]
  readonly customers: CustomerDelta[]
  readonly days: DayDelta[]
}

/**
 * Computes the projection changes of these entries. The same function rebuilds the projections from nothing.
 */
export function projectionDeltas(
  entries: readonly Pick<NewEntry, 'kind' | 'bookedOn' | 'postings' | 'dueDates' | 'releases'>[],
): Deltas {
  const receivables = new Map<string, ReceivableDelta>()
  const credits = new Map<string, CreditDelta>()
  const customers = new Map<string, CustomerDelta>()
  const days = new Map<string, DayDelta>()
  for (const entry of entries) {
    for (const posting of entry.postings) {
      addToDay(days, entry.bookedOn, posting)
      if (posting.customerId === null) continue
      const customer = customerDelta(customers, posting.customerId, posting.currency)
      if (posting.ledgerAccount === 'unapplied') customer.unappliedMinor -= posting.amountMinor
      if (posting.ledgerAccount === 'receivable') {
        customer.owedMinor += posting.amountMinor
        if (PAYS.has(entry.kind)) customer.paidMinor -= posting.amountMinor
        addReceivable(receivables, entry, posting, posting.customerId)
      }
      if (posting.ledgerAccount === 'customer_credit')
        addCredit(credits, entry.kind, posting, posting.customerId)
    }
  }
  return {
    receivables: [...receivables.values()].sort(byId((item) => item.invoiceId)),
    credits: [...credits.values()].sort(byId((item) => item.creditMemoId)),
    customers: [...customers.values()]
      .filter((item) => item.owedMinor !== 0n || item.paidMinor !== 0n || item.unappliedMinor !== 0n)
      .sort(byId((item) => `${item.customerId}${item.currency}`)),
    days: daysThatCount(days),
  }
}

const byId =
  <T>(key: (item: T) => string) =>
  (a: T, b: T) =>
    key(a) < key(b) ? -1 : 1

/** Days with a nonzero sum, by date and currency. */
export const daysThatCount = (days: ReadonlyMap<string, DayDelta>): DayDelta[] =>
  [...days.values()]
    .filter((item) => item.invoicedMinor !== 0n || item.collectedMinor !== 0n || item.owedMinor !== 0n)
    .sort(byId((item) => `${item.bookedOn}${item.currency}`))

/** Money that came in. A payout moves it between these accounts, so it changes no sum. */
const COLLECTED: ReadonlySet<LedgerAccount> = new Set([
  'clearing',
  'fee_income',
  'bank',
  'processor_fees',
  'currency_exchange',
])

/** Adds a leg to the sums of its entry's booking day. */
export function addToDay(days: Map<string, DayDelta>, bookedOn: CalendarDate, posting: Posting): void {
  const { ledgerAccount, currency, amountMinor } = posting
  const key = `${bookedOn}|${currency}`
  const day = days.get(key) ?? { bookedOn, currency, invoicedMinor: 0n, collectedMinor: 0n, owedMinor: 0n }
  if (ledgerAccount === 'sales' || ledgerAccount === 'sales_tax') day.invoicedMinor -= amountMinor
  if (COLLECTED.has(ledgerAccount)) day.collectedMinor += amountMinor
  if (ledgerAccount === 'receivable') day.owedMinor += amountMinor
  days.set(key, day)
}

function customerDelta(
  customers: Map<string, CustomerDelta>,
  customerId: string,
  currency: string,
): CustomerDelta {
  const key = `${customerId}|${currency}`
  const known = customers.get(key)
  if (known) return known
  const fresh = {
    customerId,
    currency,
    owedMinor: 0n,
    paidMinor: 0n,
    unappliedMinor: 0n,
  }
  customers.set(key, fresh)
  return fresh
}

function addReceivable(
  receivables: Map<string, ReceivableDelta>,
  entry: Pick<NewEntry, 'kind' | 'dueDates' | 'releases'>,
  posting: Posting,
  customerId: string,
): void {
  const invoiceId = posting.invoiceId!
  const delta = receivables.get(invoiceId) ?? {
    invoiceId,
    customerId,
    currency: posting.currency,
    dueDate: null,
    chargedMinor: 0n,
    remainingMinor: 0n,
    reservedMinor: -(entry.releases?.[invoiceId] ?? 0n),
  }
  delta.remainingMinor += posting.amountMinor
  if (CHARGES.has(entry.kind)) delta.chargedMinor += posting.amountMinor
  if (posting.amountMinor > 0n) delta.customerId = customerId
  delta.dueDate = entry.dueDates?.[invoiceId] ?? delta.dueDate
  receivables.set(invoiceId, delta)
}

function addCredit(
  credits: Map<string, CreditDelta>,
  kind: EntryKind,
  posting: Posting,
  customerId: string,
): void {
  const creditMemoId = posting.creditMemoId!
  const delta = credits.get(creditMemoId) ?? {
    creditMemoId,
    customerId,
    currency: posting.currency,
    issuedMinor: 0n,
    remainingMinor: 0n,
  }
  delta.remainingMinor -= posting.amountMinor
  if (kind === 'credit_memo') delta.issuedMinor -= posting.amountMinor
  credits.set(creditMemoId, delta)
}
