import { type Books, invalidField, NO_REPLY, type ReplySummary, refusal } from './books.ts'
import { creditOf, divide, isChanged, planCredit } from './credit/credit-first.ts'
import { min } from './figures.ts'
import type { PayOperation } from './operations.ts'
import {
  cancelAttempt,
  canPay,
  chargePayment,
  checkAmount,
  countAttempt,
  countDeclines,
  findChallengedAttempts,
  fingerprint,
  isRetryable,
  isUsableBy,
  MAX_DECLINES,
  payerKey,
  replay,
  restartPayment,
  startPayment,
  TOO_MANY,
} from './payments.ts'

const CHANGED = refusal(409, 'amounts_changed')

/** Pays several invoices of a customer in the portal with one payment, the earliest due first, the lower id of one date. */
export function paySeveral(
  books: Books,
  operation: PayOperation,
  lines: NonNullable<PayOperation['lines']>,
): ReplySummary {
  const seen = lines.map(({ invoice, shown }) => ({ invoice: books.invoices.get(invoice)!, shown }))
  if (seen.some(({ invoice }) => !canPay(invoice, operation))) return refusal(404, 'invoice_unknown')
  const before = books.payments.get(operation.request)
  if (before && !isRetryable(before)) return replay(before, operation)
  const first = seen[0]!.invoice
  const payer = payerKey(books, first, operation)
  if (isChanged(books, seen, payer, true)) return CHANGED
  const { storedMethod, credit = 0n } = operation
  const total = seen.reduce((sum, { shown }) => sum + shown, 0n)
  if (credit > total) return invalidField('credit')
  if (credit > 0n && credit === total) return refusal(409, 'wrong_state')
  if (storedMethod !== null && !isUsableBy(books.methods[storedMethod], operation.customer))
    return refusal(404, 'not_found')
  const problem = checkAmount(books, operation, total - credit)
  if (problem) return problem
  const attempts = new Set(seen.flatMap(({ invoice }) => findChallengedAttempts(books, invoice, payer)))
  for (const attempt of attempts) cancelAttempt(books, attempt)
  if (countAttempt(books, 'several', payer)) return TOO_MANY
  if (seen.some(({ invoice }) => countDeclines(books, invoice) >= MAX_DECLINES)) return TOO_MANY
  if (isChanged(books, seen, payer, false)) return CHANGED
  if (credit > 0n && min(creditOf(books, first.customer), total) !== credit) return CHANGED
  if (before && before.requestFingerprint !== fingerprint(operation)) return refusal(409, 'request_id_reused')
  if (operation.trouble === 'before') return NO_REPLY
  if (before) return chargePayment(books, restartPayment(books, before), operation)
  const creditShares = divide(credit, seen)
  const credited = new Map(creditShares.map(({ invoice, amount }) => [invoice, amount]))
  const rest = seen.map((one) => ({ ...one, shown: one.shown - (credited.get(one.invoice.key) ?? 0n) }))
  const payment = startPayment(books, first, operation, payer, divide(operation.amount, rest))
  if (credit > 0n) planCredit(books, payment.key, first.customer, creditShares)
  return chargePayment(books, payment, operation)
}
