import { msg } from '../../../../domain/languages/msg.ts'
import { sumMinor } from '../../../../domain/money/money.ts'
import type { PaymentStatus } from '../../../../domain/payments/payment-status.ts'
import type { Connection, MethodFacts, Money, ProcessorPayment, ProcessorReason } from '../port.ts'
import { readCustomId } from './custom-id.ts'
import { declineText } from './decline-texts.ts'
import { amountOfDispute, disputeFactsOf, type WireDispute } from './disputes.ts'
import type { WireCapture, WireOrder, WireRefund } from './wire.ts'

const TAKEN: ReadonlySet<string> = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])

/**
 * Returns a payment as its order shows it. An order that is COMPLETED took no money by itself: only its capture tells, and one
 * that is PENDING waits for the payer's bank or for the business.
 */
export function paymentOf(
  connection: Connection,
  order: WireOrder,
  dispute: WireDispute | null = null,
): ProcessorPayment {
  const unit = order.purchase_units[0]!
  const capture = captureOf(order)
  const back = capture ? moneyBack(order, capture, dispute) : NOTHING_BACK
  const status = back.isAll ? 'rejected' : statusOf(order, capture)
  const none: Money = { minor: 0n, currency: unit.amount.currency }
  const taken = capture !== null && TAKEN.has(capture.status)
  return {
    providerRef: order.id,
    ourId: readCustomId(capture?.custom_id ?? unit.custom_id, connection.accountId),
    // With the business's own keys there is nobody else whom PayPal could pay.
    recipient: connection.credentials?.publishableKey ? null : (unit.payee?.merchant_id ?? null),
    status,
    amount: capture?.amount ?? unit.amount,
    captured: taken ? capture.amount : none,
    refunded: taken ? { ...none, minor: back.minor } : none,
    ...feeOf(capture),
    reason: status === 'rejected' ? reasonOf(capture, back.isAll) : null,
    method: capture ? PAYPAL : null,
    storedToken: status === 'rejected' ? null : storedTokenOf(order),
    next: status === 'input' ? NEXT : null,
    ...disputeOf(capture, dispute, back),
    updatedAt: updatedAt(order),
  }
}

/** PayPal tells its fee with the capture. One in another currency than the payment's is left out. */
function feeOf(capture: WireCapture | null): Pick<ProcessorPayment, 'fee'> {
  const fee = capture?.seller_receivable_breakdown?.paypal_fee
  return fee && fee.currency === capture?.amount.currency ? { fee } : {}
}

/** The payer's address at PayPal is not ours to show. */
const PAYPAL: MethodFacts = {
  type: 'paypal',
  brand: 'PayPal',
  last4: '',
  expirationYear: null,
  expirationMonth: null,
}

const NEXT = { kind: 'redirect', text: msg('Approve this payment at PayPal.') } as const

/** The capture that counts: one that took money, otherwise the last one. */
export function captureOf(order: WireOrder): WireCapture | null {
  const captures = order.purchase_units[0]!.payments?.captures ?? []
  return captures.find(({ status }) => TAKEN.has(status)) ?? captures.at(-1) ?? null
}

/** True for an order that can't be captured any more, though nothing was: it was changed into one that is only authorized. */
const isVoid = ({ status, intent }: WireOrder): boolean => status === 'VOIDED' || intent === 'AUTHORIZE'

function statusOf(order: WireOrder, capture: WireCapture | null): PaymentStatus {
  if (capture === null) return isVoid(order) ? 'rejected' : 'input'
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
      return 'confirmed'
    case 'REFUNDED':
      return 'refunded'
    case 'PENDING':
      return 'waiting'
    default:
      return 'rejected'
  }
}

/** The payer's bank took money back. A complaint that is still open only holds it at PayPal. */
const isTakenBack = ({ status, status_details: details }: WireCapture): boolean =>
  status === 'REVERSED' || details?.reason === 'CHARGEBACK'

function reasonOf(capture: WireCapture | null, isTakenBack: boolean): ProcessorReason {
  if (capture === null) return CANCELED
  if (isTakenBack)
    return { kind: 'disputed', code: 'chargeback', message: msg('The payment was taken back from PayPal.') }
  return { kind: 'declined', code: capture.status, message: declineText(capture.status) }
}

/** A part that a bank took back is a dispute also where PayPal doesn't let us read it. */
function disputeOf(
  capture: WireCapture | null,
  dispute: WireDispute | null,
  { isAll }: MoneyBack,
): Pick<ProcessorPayment, 'dispute'> {
  const isTaken = capture !== null && isTakenBack(capture)
  if (dispute) return { dispute: disputeFactsOf(dispute, isTaken) }
  return isTaken && !isAll ? { dispute: UNREAD_DISPUTE } : {}
}

const UNREAD_DISPUTE = { reason: 'general', status: 'lost', isInquiry: false, dueBy: null } as const

interface MoneyBack {
  /** Refunded, or taken back by the payer's bank, in minor units. */
  readonly minor: bigint
  /** The bank took back all that was left, so that the payment is not one any more. */
  readonly isAll: boolean
}

const NOTHING_BACK: MoneyBack = { minor: 0n, isAll: false }

/**
 * Returns how much of a capture went back. A bank may take back a part. PayPal lists its amount among the refunds or tells it with the
 * dispute; where it does neither, everything counts as taken back.
 */
function moneyBack(order: WireOrder, capture: WireCapture, dispute: WireDispute | null): MoneyBack {
  const { amount, status } = capture
  const refunds = (order.purchase_units[0]!.payments?.refunds ?? []).filter(
    (refund) => refund.status === 'COMPLETED',
  )
  const listed = status === 'REFUNDED' ? amount.minor : sumOf(refunds)
  if (!isTakenBack(capture)) return { minor: listed, isAll: false }
  // A refund that was made from here names it; a reversal names its payment, or nothing.
  const reversed = refunds.filter(({ custom_id: id }) => id === undefined || id === capture.custom_id)
  const disputed = dispute && amountOfDispute(dispute)
  const untold =
    disputed?.currency === amount.currency
      ? reversed.some((refund) => refund.amount.minor === disputed.minor)
        ? 0n
        : disputed.minor
      : reversed.length > 0
        ? 0n
        : amount.minor
  const minor = listed + untold
  return status === 'REVERSED' || minor >= amount.minor
    ? { minor: listed, isAll: true }
    : { minor, isAll: false }
}

const sumOf = (refunds: readonly WireRefund[]): bigint => sumMinor(refunds.map(({ amount }) => amount.minor))

/** The account is stored at PayPal once the payment was captured. */
function storedTokenOf({ payment_source: source }: WireOrder): string | null {
  const vault = source?.paypal?.attributes?.vault
  return vault?.status === 'VAULTED' && vault.id ? vault.id : null
}

/** Latest change of the order or of anything below it. */
function updatedAt(order: WireOrder): string {
  const { payments } = order.purchase_units[0]!
  const all = [order, ...(payments?.captures ?? []), ...(payments?.refunds ?? [])]
  const times = all.flatMap((one) => [one.create_time, one.update_time]).filter((at) => at !== undefined)
  return times.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? EPOCH
}

const EPOCH = '1970-01-01T00:00:00Z'

export const CANCELED: ProcessorReason = {
  kind: 'voided',
  code: 'voided',
  message: msg('The payment was canceled at PayPal.'),
}
