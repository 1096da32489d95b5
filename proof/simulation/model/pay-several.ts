import { type Books, type Invoice, NO_REPLY, type ReplySummary, refusal } from './books.ts'
import { min, payable } from './figures.ts'
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
  reservedByChallenges,
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
  const changed = (own: boolean): boolean =>
    seen.some(({ invoice, shown }) => {
      const held = own && invoice.state === 'open' ? reservedByChallenges(books, invoice, payer) : 0n
      return payable(books, invoice) + held !== shown
    })
  if (changed(true)) return CHANGED
  const { storedMethod } = operation
  if (storedMethod !== null && !isUsableBy(books.methods[storedMethod], operation.customer))
    return refusal(404, 'not_found')
  const total = seen.reduce((sum, { shown }) => sum + shown, 0n)
  const problem = checkAmount(books, operation, total)
  if (problem) return problem
  const attempts = new Set(seen.flatMap(({ invoice }) => findChallengedAttempts(books, invoice, payer)))
  for (const attempt of attempts) cancelAttempt(books, attempt)
  if (countAttempt(books, 'several', payer)) return TOO_MANY
  if (seen.some(({ invoice }) => countDeclines(books, invoice) >= MAX_DECLINES)) return TOO_MANY
  if (changed(false)) return CHANGED
  if (before && before.requestFingerprint !== fingerprint(operation)) return refusal(409, 'request_id_reused')
  if (operation.trouble === 'before') return NO_REPLY
  const shares = divide(operation.amount, seen)
  return chargePayment(
    books,
    before ? restartPayment(books, before) : startPayment(books, first, operation, payer, shares),
    operation,
  )
}

function divide(
  amount: bigint,
  seen: readonly { readonly invoice: Invoice; readonly shown: bigint }[],
): { invoice: string; amount: bigint }[] {
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
