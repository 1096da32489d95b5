import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'

type Facts = Pick<
  PaymentDetail,
  'transaction_number' | 'status' | 'posted' | 'refunded_amount' | 'unapplied_amount'
> & {
  readonly invoices: readonly { readonly pk: string; readonly settled: string }[]
  readonly refunds: readonly unknown[]
}

const changeableFactsOf = ({ invoices, refunds, ...payment }: Facts): string =>
  JSON.stringify([
    payment.status,
    payment.posted,
    payment.refunded_amount,
    payment.unapplied_amount,
    refunds.length,
    invoices.map(({ pk, settled }) => [pk, settled]).sort(),
  ])

/** Returns why a payment can't be undone: it changed since it was recorded. Null when it is unchanged. */
export function changeSince(recorded: Facts, now: Facts): string | null {
  const number = now.transaction_number
  if (now.status === 'refunded') return `${number} was already refunded. Nothing else changed.`
  if (changeableFactsOf(recorded) === changeableFactsOf(now)) return null
  return `${number} changed after you recorded it. Open it to refund it.`
}
