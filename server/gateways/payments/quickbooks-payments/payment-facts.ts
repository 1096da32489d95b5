import { formatAmount, parseAmount } from '../../../../domain/money/money.ts'
import type { PaymentStatus } from '../../../../domain/payments/payment-status.ts'
import type { MethodFacts, Money, ProcessorPayment, ProcessorReason, ProcessorRefund } from '../port.ts'
import type { QuickBooksCharge, QuickBooksCheck, QuickBooksRefund } from './answer-shapes.ts'
import { declineText } from './decline-texts.ts'

/** E-checks are debits of American bank accounts, and their answers name no currency. */
export const CURRENCY = 'USD'

/** Our reference of an e-check, which has its own calls. */
const CHECK = 'echeck-'
export const isCheck = (ref: string): boolean => ref.startsWith(CHECK)
export const pathOf = (ref: string): string =>
  isCheck(ref)
    ? `payments/echecks/${encodeURIComponent(ref.slice(CHECK.length))}`
    : `payments/charges/${encodeURIComponent(ref)}`

/** The amount as QuickBooks takes it: "10.55". */
export const amountText = ({ minor, currency }: Money): string => formatAmount(minor, currency)

function money(amount: string, currency: string): Money {
  const parsed = parseAmount(amount, currency)
  if (!parsed.ok) throw new Error('QuickBooks Payments named an amount that its currency can’t have.')
  return { minor: parsed.minor, currency }
}

const OUR_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Our id ends the description, which people read at QuickBooks. */
export const describeFor = (what: string, ourId: string): string => `${what} ${ourId}`
const ourIdOf = (description: string | null | undefined): string | null =>
  OUR_ID.exec(description ?? '')?.[0] ?? null

const DECLINED = 'DECLINED'

interface Facts {
  readonly ref: string
  readonly status: PaymentStatus
  readonly currency: string
  readonly reason: ProcessorReason | null
  readonly method: MethodFacts
  readonly stored: string | null
}

function paymentOf(answer: QuickBooksCharge | QuickBooksCheck, facts: Facts): ProcessorPayment {
  const { ref, currency, method, stored } = facts
  const refunds = answer.refundDetail ?? []
  const amount = money(answer.amount, currency)
  const refunded = refunds
    .filter(({ status }) => status !== DECLINED)
    .reduce((sum, one) => sum + money(one.amount, currency).minor, 0n)
  const taken = facts.status === 'confirmed' || facts.status === 'refunded'
  const status = taken ? (refunded >= amount.minor ? 'refunded' : 'confirmed') : facts.status
  const latest = [answer, ...refunds].map(({ created }) => Date.parse(created))
  return {
    providerRef: ref,
    ourId: ourIdOf(answer.description),
    recipient: null,
    status,
    amount,
    captured: { minor: taken ? amount.minor : 0n, currency },
    refunded: { minor: refunded, currency },
    reason: status === 'rejected' ? facts.reason : null,
    method,
    storedToken: status === 'rejected' ? null : stored,
    next: null,
    updatedAt: new Date(Math.max(...latest)).toISOString(),
  }
}

const CHARGES: Readonly<Record<QuickBooksCharge['status'], PaymentStatus>> = {
  AUTHORIZED: 'preauth',
  CAPTURED: 'confirmed',
  SETTLED: 'confirmed',
  DECLINED: 'rejected',
  CANCELLED: 'rejected',
  REFUNDED: 'refunded',
}

const VOIDED: ProcessorReason = { kind: 'voided', code: 'voided', message: 'The payment was canceled.' }

/** `stored`: token of the method that was stored for it. */
export const chargeOf = (charge: QuickBooksCharge, stored: string | null = null): ProcessorPayment =>
  paymentOf(charge, {
    ref: charge.id,
    status: CHARGES[charge.status],
    currency: charge.currency,
    reason:
      charge.status === 'CANCELLED'
        ? VOIDED
        : { kind: 'declined', code: 'declined', message: declineText('declined', 'credit_card') },
    method: cardOf(charge),
    stored,
  })

const CHECKS: Readonly<Record<QuickBooksCheck['status'], PaymentStatus>> = {
  PENDING: 'waiting',
  SUCCEEDED: 'confirmed',
  DECLINED: 'rejected',
  VOIDED: 'rejected',
  REFUNDED: 'refunded',
}

/** An e-check's money counts only when the bank has paid. */
export const checkOf = (check: QuickBooksCheck, stored: string | null = null): ProcessorPayment =>
  paymentOf(check, {
    ref: `${CHECK}${check.id}`,
    status: CHECKS[check.status],
    currency: CURRENCY,
    reason:
      check.status === 'VOIDED'
        ? VOIDED
        : { kind: 'returned', code: 'declined', message: declineText('declined', 'e_check') },
    method: {
      type: 'e_check',
      brand: '',
      last4: (check.bankAccount?.accountNumber ?? '').slice(-4),
      expirationYear: null,
      expirationMonth: null,
    },
    stored,
  })

const BRANDS: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MC: 'Mastercard',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  DISC: 'Discover',
  DISCOVER: 'Discover',
  DINERS: 'Diners Club',
  JCB: 'JCB',
}

const numberOrNull = (text: string | null | undefined): number | null => (text ? Number(text) : null)

const cardOf = ({ card }: QuickBooksCharge): MethodFacts => ({
  type: 'credit_card',
  brand: BRANDS[(card?.cardType ?? '').toUpperCase()] ?? 'Card',
  last4: (card?.number ?? '').slice(-4),
  expirationYear: numberOrNull(card?.expYear),
  expirationMonth: numberOrNull(card?.expMonth),
})

export function refundOf(refund: QuickBooksRefund, paymentRef: string, currency: string): ProcessorRefund {
  const rejected = refund.status === DECLINED
  return {
    refundRef: refund.id,
    paymentRef,
    ourId: ourIdOf(refund.description),
    status: rejected ? 'rejected' : refund.status === 'PENDING' ? 'waiting' : 'confirmed',
    amount: money(refund.amount, currency),
    message: rejected ? 'The bank did not take the refund.' : null,
  }
}
