import type { Tone } from '../../ui/text/tag.tsx'

const TONES: Record<string, Tone> = {
  confirmed: 'paid',
  waiting: 'soon',
  input: 'soon',
  preauth: 'open',
  rejected: 'overdue',
  error: 'overdue',
  refunded: 'quiet',
}

export const paymentTone = (status: string): Tone => TONES[status] ?? 'quiet'

export interface StatusFacts {
  readonly status: string
  readonly status_display: string
  readonly refunded_amount: string
}

/** Partially refunded: the payment stays confirmed. */
export const isPartlyRefunded = ({ status, refunded_amount }: StatusFacts): boolean =>
  status === 'confirmed' && /[1-9]/.test(refunded_amount)

/** 'Confirmed, partly refunded' */
export const statusWords = (payment: StatusFacts): string =>
  isPartlyRefunded(payment) ? `${payment.status_display}, partly refunded` : payment.status_display

/** 'Visa •••• 4242', and whether it was an automatic payment. */
export const methodLine = (payment: {
  method_display: string
  type_display: string
  channel: string
}): string =>
  [payment.method_display || payment.type_display, payment.channel === 'auto' && 'Automatic']
    .filter(Boolean)
    .join(' · ')

const REFUND_WORDS: Record<string, string> = {
  waiting: 'Pending',
  confirmed: 'Refunded',
  rejected: 'Rejected',
}

export const refundWord = (status: string): string => REFUND_WORDS[status] ?? status

/** Explains for people why a payment changed status. */
const CAUSES: Record<string, string> = {
  started: 'Payment started',
  challenge: 'The payer replied to their bank',
  reconciler: 'We checked with the processor',
  event: 'The processor sent an update',
  recorded: 'Recorded manually',
  'credit used': 'Credit applied to an invoice',
  manual: 'Refunded manually',
}

/** The part after the colon is the processor's own code; its sentence is shown with the payment. */
export const causeText = (cause: string): string => {
  const [who = ''] = cause.split(': ')
  // A processor's name of an event, such as 'payment_intent.succeeded'.
  if (/^\w+(\.\w+)+$/.test(who)) return CAUSES.event!
  return CAUSES[who] ?? `${who.charAt(0).toUpperCase()}${who.slice(1)}`
}
