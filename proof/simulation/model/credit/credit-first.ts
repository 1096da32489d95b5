import { type Books, type Invoice, OK, type Payment, type ReplySummary, refusal } from '../books.ts'
import { memoRemaining, min, payable, usableCredit } from '../figures.ts'
import { commitUnlessCrashed } from '../invoices.ts'
import type { PayWithCreditOperation } from '../operations.ts'
import { cancelAttempt, canPay, findChallengedAttempts, payerKey, reservedByChallenges } from '../payments.ts'
import { readAllocations } from '../processor/late-charges.ts'
import type { CreditPlan } from './credit-plan.ts'
import { addShare } from './spend-credit.ts'

/** An invoice with the amount that its payer saw. */
export interface SeenInvoice {
  readonly invoice: Invoice
  readonly shown: bigint
}

const CHANGED = refusal(409, 'amounts_changed')

/** Plans of payments that ended or never began reserve nothing. */
const isUnderWay = ({ status, failure }: Payment): boolean =>
  status === 'input' ||
  status === 'waiting' ||
  status === 'preauth' ||
  (status === 'error' && failure !== 'unavailable')

/** The credit that a customer can use, less what other payments under way will use. */
export function creditOf(books: Books, customer: number, except: readonly Payment[] = []): bigint {
  let free = 0n
  for (const memo of books.memos.values()) if (memo.customer === customer) free += memoRemaining(books, memo)
  for (const payment of books.payments.values())
    if (payment.customer === customer && usableCredit(books, payment) > 0n)
      free += usableCredit(books, payment)
  for (const plan of books.credit.plans.values()) {
    const payment = books.payments.get(plan.request)
    if (plan.customer !== customer || !payment || except.includes(payment) || !isUnderWay(payment)) continue
    for (const { planned } of plan.shares) free -= planned
  }
  return free > 0n ? free : 0n
}

/** Divides an amount among invoices, the earliest due first, the lower id of one date. */
export function divide(amount: bigint, seen: readonly SeenInvoice[]): { invoice: string; amount: bigint }[] {
  let left = amount
  return seen
    .toSorted((a, b) => {
      const [one, other] = [a.invoice, b.invoice]
      return one.due === other.due ? (one.id < other.id ? -1 : 1) : one.due < other.due ? -1 : 1
    })
    .flatMap(({ invoice, shown }) => {
      const part = min(shown, left)
      left -= part
      return part > 0n ? [{ invoice: invoice.key, amount: part }] : []
    })
}

/** Whether an invoice owes another amount than its payer saw. `own`: the payer's unfinished attempts count as free. */
export const isChanged = (books: Books, seen: readonly SeenInvoice[], payer: string, own: boolean): boolean =>
  seen.some(({ invoice, shown }) => {
    const held = own && invoice.state === 'open' ? reservedByChallenges(books, invoice, payer) : 0n
    return payable(books, invoice) + held !== shown
  })

export function planCredit(
  books: Books,
  request: string,
  customer: number,
  shares: readonly { invoice: string; amount: bigint }[],
): void {
  const planned = shares.map(({ invoice, amount }) => ({ invoice, planned: amount, used: null }))
  books.credit.plans.set(request, { request, customer, shares: planned })
}

/** Pays all that invoices owe with credit. */
export function payWithCredit(books: Books, operation: PayWithCreditOperation): ReplySummary {
  const { request, customer, lines, credit, crash } = operation
  const fingerprint = [...lines.map(({ invoice, shown }) => `${invoice}=${shown}`), credit].join(' ')
  const former = books.credit.requests.get(request)
  if (former !== undefined) return former === fingerprint ? OK : refusal(409, 'request_id_reused')
  const seen = lines.map(({ invoice, shown }) => ({ invoice: books.invoices.get(invoice)!, shown }))
  if (seen.some(({ invoice }) => !canPay(invoice, { by: 'portal', customer })))
    return refusal(404, 'invoice_unknown')
  const payer = payerKey(books, seen[0]!.invoice, { by: 'portal', customer })
  if (isChanged(books, seen, payer, true)) return CHANGED
  if (credit !== seen.reduce((sum, { shown }) => sum + shown, 0n)) return { status: 400, field: 'credit' }
  const attempts = new Set(seen.flatMap(({ invoice }) => findChallengedAttempts(books, invoice, payer)))
  for (const attempt of attempts) cancelAttempt(books, attempt)
  if (isChanged(books, seen, payer, false) || creditOf(books, customer) < credit) return CHANGED
  return commitUnlessCrashed(crash, OK, () => {
    books.credit.requests.set(request, fingerprint)
    planCredit(books, request, customer, divide(credit, seen))
    books.credit.pending.push(request)
  })
}

/** Credit memos come first, then payments, each in the order of the product's ids. */
function sourcesOf(books: Books, customer: number, idOf: (key: string) => string) {
  const byId = <T extends { key: string }>(list: readonly T[]): T[] =>
    list.toSorted((one, other) => (idOf(one.key) < idOf(other.key) ? -1 : 1))
  const memos = byId([...books.memos.values()].filter((memo) => memo.customer === customer))
  const payments = byId([...books.payments.values()].filter((payment) => payment.customer === customer))
  return [
    ...memos.map((memo) => ({ memo, payment: null, free: memoRemaining(books, memo) })),
    ...payments.map((payment) => ({ memo: null, payment, free: usableCredit(books, payment) })),
  ].filter(({ free }) => free > 0n)
}

/** Returns how much credit the product used for an invoice; null when it used none yet. */
export type UsedCredit = (request: string, invoice: string) => bigint | null

/**
 * Uses the credit of the plans that were carried out in this step, up to the credit left and what the invoices owe. Their
 * order is the product's: those that used all they planned came before one that found less.
 */
export function spendPendingCredit(books: Books, idOf: (key: string) => string, usedOf: UsedCredit): void {
  const isWhole = ({ request, shares }: CreditPlan): boolean =>
    shares.every(({ invoice, planned }) => usedOf(request, invoice) === planned)
  const plans = books.credit.pending.map((request) => books.credit.plans.get(request)!)
  for (const plan of plans.toSorted((one, other) => Number(isWhole(other)) - Number(isWhole(one)))) {
    const { request } = plan
    const sources = sourcesOf(books, plan.customer, idOf)
    for (const share of plan.shares) {
      let wanted = fitShare(books, plan, share, usedOf(request, share.invoice))
      share.used = 0n
      for (const source of sources) {
        const part = min(source.free, wanted)
        if (part <= 0n) continue
        source.free -= part
        wanted -= part
        share.used += part
        if (source.memo) applyMemoTo(books, source.memo.key, share.invoice, request, part)
        else spend(source.payment, share.invoice, part)
      }
    }
  }
  books.credit.pending = []
}

/**
 * Limits a share to what its invoice owes. Other payments' events may be processed before or after it, so what the
 * product used is accepted when some of their changes were known by then. Refunds of the payment itself come after it,
 * or are known with its confirmation.
 */
function fitShare(
  books: Books,
  { customer, request }: CreditPlan,
  { invoice: key, planned }: CreditPlan['shares'][number],
  used: bigint | null,
): bigint {
  const invoice = books.invoices.get(key)!
  if (invoice.customer !== customer) return 0n
  const now = readAllocations(books)
  // A charge that arrived late became a payment in this step, and had allocated nothing before it.
  const before = books.priorAllocations ?? now
  let free = [payable(books, invoice)]
  for (const payment of books.payments.values()) {
    const name = `${payment.key} ${key}`
    const change =
      payment.key === request ? -reversedOf(payment, key) : (now.get(name) ?? 0n) - (before.get(name) ?? 0n)
    if (change !== 0n) free = [...free, ...free.map((one) => one + change)]
  }
  const fitting = free.map((one) => (one > 0n ? min(planned, one) : 0n))
  return fitting.find((one) => one === used) ?? fitting[0]!
}

const reversedOf = ({ shares }: Payment, invoice: string): bigint =>
  shares.find((share) => share.invoice === invoice)?.reversed ?? 0n

/** The application of a memo has no request id of its own. */
function applyMemoTo(books: Books, memo: string, invoice: string, request: string, amount: bigint): void {
  const key = `${memo} for ${invoice} by ${request}`
  books.applications.set(key, { key, memo, invoice, requestFingerprint: '', amount, active: true })
}

function spend(payment: Payment, invoice: string, amount: bigint): void {
  addShare(payment, { invoice, amount, reversed: 0n, state: 'applied' })
  payment.unapplied -= amount
}
