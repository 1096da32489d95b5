import { msg } from '../../../../domain/languages/msg.ts'
import { brandOf } from '../../../../domain/payments/card-number.ts'
import type { PaymentStatus } from '../../../../domain/payments/payment-status.ts'
import { isoInstant } from '../../../platform/clock.ts'
import { CODE_TEXT } from '../card-texts.ts'
import type { Connection, MethodFacts, Money, ProcessorPayment, ProcessorReason } from '../port.ts'
import { declineText } from './decline-texts.ts'
import type { CardRow, CheckRow } from './exports.ts'
import { readTag } from './tags.ts'
import { CURRENCY, moneyOf, timeOf } from './wire-values.ts'

const NOTHING: Money = { minor: 0n, currency: CURRENCY }

/** Checks and cards have numbers of their own, so that a reference names the kind too. */
export const checkRef = (id: number): string => `check-${id}`
export const cardRef = (id: number): string => String(id)

export type Ref = { readonly kind: 'card' | 'check'; readonly id: number }

/** Returns null for a reference of another processor. */
export function readRef(ref: string): Ref | null {
  const found = /^(check-)?(\d{1,15})$/.exec(ref)
  return found ? { kind: found[1] ? 'check' : 'card', id: Number(found[2]) } : null
}

/** Sums amounts of the refunds of one payment. */
const sumOf = (amounts: readonly (string | number)[]): Money => ({
  minor: amounts.reduce((sum, amount) => sum + moneyOf(amount).minor, 0n),
  currency: CURRENCY,
})

const latest = (...times: readonly (string | undefined)[]): string =>
  isoInstant(Math.max(...times.map((text) => timeOf(text ?? '') ?? 0)))

export const isVoided = ({ status_message: status }: CardRow): boolean => /void/i.test(status)
const hasOtherCode = ({ csc_response: answer }: CardRow): boolean => /no match/i.test(answer)

/** Returns what PayTrace says of a card payment. `refunds`: those made of it. */
export function cardPaymentOf(
  { accountId }: Connection,
  row: CardRow,
  refunds: readonly CardRow[],
): ProcessorPayment {
  const amount = moneyOf(row.amount)
  const returned = sumOf(refunds.filter((one) => !isVoided(one)).map((one) => one.amount))
  const status = cardStatusOf(row, amount, returned)
  const taken = status === 'confirmed' || status === 'refunded'
  // A sale that is voided before it settles gives all of its money back.
  const refunded = taken && isVoided(row) ? amount : returned
  return {
    providerRef: cardRef(row.transaction_id),
    ourId: readTag('payment', row.invoice_id, accountId),
    recipient: null,
    status,
    amount,
    captured: taken ? amount : NOTHING,
    refunded: taken ? refunded : NOTHING,
    reason: status === 'rejected' ? cardReasonOf(row) : null,
    method: cardMethodOf(row),
    storedToken: row.customer_id || null,
    next: null,
    updatedAt: latest(row.created.at, ...refunds.map(({ created }) => created.at)),
  }
}

function cardStatusOf(row: CardRow, amount: Money, returned: Money): PaymentStatus {
  const isSale =
    row.settled !== '' || !/authoriz/i.test(row.transaction_type) || /pending/i.test(row.status_message)
  if (row.approval_code === '') return 'rejected'
  if (isVoided(row)) return isSale && !hasOtherCode(row) ? 'refunded' : 'rejected'
  if (!isSale) return 'preauth'
  return returned.minor >= amount.minor ? 'refunded' : 'confirmed'
}

function cardReasonOf(row: CardRow): ProcessorReason {
  if (!isVoided(row))
    return { kind: 'declined', code: 'declined', message: declineText(row.approval_message) }
  return hasOtherCode(row)
    ? { kind: 'declined', code: 'csc', message: CODE_TEXT }
    : { kind: 'voided', code: 'voided', message: msg('The payment was canceled.') }
}

/** The first six digits tell the brand; the month and the year are the card's. */
function cardMethodOf({ credit_card: card }: CardRow): MethodFacts | null {
  if (!card) return null
  return {
    type: 'credit_card',
    brand: brandOf(card.masked_number.slice(0, 6)),
    last4: card.masked_number.slice(-4),
    expirationYear: card.expiration_year < 100 ? 2000 + card.expiration_year : card.expiration_year,
    expirationMonth: card.expiration_month,
  }
}

/** States in which the payer's bank took nothing, or took it back. */
const REJECTED: ReadonlySet<string> = new Set([
  'RETURNED',
  'REJECTED',
  'DECLINED',
  'NSF_DECLINED',
  'FAILED',
  'ERROR',
  'TECHNICAL_ERROR',
])

/** Returns what PayTrace says of a check. A state that is not known means that it is not settled yet. */
export function checkPaymentOf(
  { accountId }: Connection,
  row: CheckRow,
  refunds: readonly CheckRow[],
): ProcessorPayment {
  const amount = moneyOf(row.amount)
  const state = row.status.toUpperCase()
  const isSettled = state === 'SETTLED'
  const refunded = sumOf(refunds.filter((one) => !isLost(one)).map((one) => one.amount))
  return {
    providerRef: checkRef(row.check_transaction_id),
    ourId: readTag('payment', row.invoice_id, accountId),
    recipient: null,
    status: isSettled
      ? refunded.minor >= amount.minor
        ? 'refunded'
        : 'confirmed'
      : isLost(row)
        ? 'rejected'
        : 'waiting',
    amount,
    captured: isSettled ? amount : NOTHING,
    refunded: isSettled ? refunded : NOTHING,
    reason: isLost(row) ? checkReasonOf(state, row.status_message) : null,
    method: {
      type: 'e_check',
      brand: '',
      last4: row.masked_account_number.slice(-4),
      expirationYear: null,
      expirationMonth: null,
    },
    storedToken: row.customer_id || null,
    next: null,
    updatedAt: latest(row.created.at, row.updated, ...refunds.map(({ created }) => created.at)),
  }
}

const isLost = ({ status }: CheckRow): boolean =>
  REJECTED.has(status.toUpperCase()) || status.toUpperCase() === 'VOIDED'

function checkReasonOf(state: string, text: string): ProcessorReason {
  if (state === 'VOIDED') return { kind: 'voided', code: 'voided', message: msg('The payment was canceled.') }
  const code = /\bR\d\d\b/.exec(text)?.[0] ?? state
  return { kind: 'returned', code, message: msg('The bank returned this payment.') }
}
