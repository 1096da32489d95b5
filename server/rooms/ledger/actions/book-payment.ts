import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { EntryKind, Posting } from '../rules.ts'
import { debtorsOf } from '../store/debtors.ts'
import { entriesOfSource } from '../store/entries.ts'
import { appendEntries } from './append-entries.ts'
import type { Share } from './reserve-receivables.ts'

/**
 * The money of one payment and its split: amount = sum of shares + unapplied. The surcharge is income on top
 * of it.
 */
export interface MoneyOfPayment {
  readonly paymentId: string
  readonly customerId: string
  readonly currency: string
  readonly number: string
  readonly bookedOn: CalendarDate
  readonly shares: readonly Share[]
  readonly unappliedMinor: bigint
  readonly surchargeMinor: bigint
}

/**
 * Books received money: shares settle invoices, and the rest becomes unapplied credit. `reserved` ends the
 * reservations of the same amounts.
 */
export async function bookPayments(
  ctx: Ctx,
  payments: readonly (MoneyOfPayment & { reserved: boolean })[],
): Promise<void> {
  const debtors = await debtorsOf(ctx, invoicesOf(payments))
  await appendEntries(
    ctx,
    payments.map((payment) => ({
      id: nextId(ctx),
      kind: 'payment' as const,
      bookedOn: payment.bookedOn,
      customerId: payment.customerId,
      source: { type: 'payment', id: payment.paymentId },
      description: `Payment ${payment.number}`,
      postings: legs(payment, debtors, 1n),
      ...(payment.reserved && {
        releases: Object.fromEntries(payment.shares.map((share) => [share.invoiceId, share.amountMinor])),
      }),
    })),
  )
}

export const bookPayment = (ctx: Ctx, payment: MoneyOfPayment & { reserved: boolean }): Promise<void> =>
  bookPayments(ctx, [payment])

/** Reverses a confirmed payment after a returned e-check or a lost dispute. Its invoices are open again. */
export const bookPaymentReturn = (ctx: Ctx, payment: MoneyOfPayment & { reason: string }): Promise<void> =>
  takeBack(
    ctx,
    payment,
    'payment_return',
    { type: 'payment', id: payment.paymentId },
    `Payment ${payment.number} returned: ${payment.reason}`,
  )

/** Books a refund. Reopens the invoices by the amounts of the shares. */
export const bookRefund = (ctx: Ctx, refund: MoneyOfPayment & { refundId: string }): Promise<void> =>
  takeBack(
    ctx,
    refund,
    'refund',
    { type: 'refund', id: refund.refundId },
    `Refund of payment ${refund.number}`,
  )

/**
 * Settles invoices with the unapplied credit of a payment. No money moves. The receivables must be locked.
 */
export async function bookUnappliedUsed(
  ctx: Ctx,
  payment: Pick<MoneyOfPayment, 'paymentId' | 'customerId' | 'currency' | 'number' | 'bookedOn' | 'shares'>,
): Promise<void> {
  const { customerId, currency, shares } = payment
  const debtors = await debtorsOf(ctx, invoicesOf([payment]))
  const used = shares.reduce((sum, share) => sum + share.amountMinor, 0n)
  await appendEntries(ctx, [
    {
      id: nextId(ctx),
      kind: 'unapplied_used',
      bookedOn: payment.bookedOn,
      customerId,
      source: { type: 'payment', id: payment.paymentId },
      description: `Credit of payment ${payment.number} used`,
      postings: [
        { ledgerAccount: 'unapplied', customerId, currency, amountMinor: used },
        ...shares.map((share) => ({
          ledgerAccount: 'receivable' as const,
          customerId: debtors.get(share.invoiceId) ?? customerId,
          invoiceId: share.invoiceId,
          currency,
          amountMinor: -share.amountMinor,
        })),
      ],
    },
  ])
}

async function takeBack(
  ctx: Ctx,
  payment: MoneyOfPayment,
  kind: EntryKind,
  source: { type: string; id: string },
  description: string,
): Promise<void> {
  const debtors = await debtorsOf(ctx, invoicesOf([payment]))
  const [reversesId] = await entriesOfSource(ctx, payment.paymentId, 'payment')
  await appendEntries(ctx, [
    {
      id: nextId(ctx),
      kind,
      bookedOn: payment.bookedOn,
      customerId: payment.customerId,
      source,
      ...(reversesId !== undefined && { reversesId }),
      description,
      postings: legs(payment, debtors, -1n),
    },
  ])
}

const invoicesOf = (payments: readonly Pick<MoneyOfPayment, 'shares'>[]): string[] =>
  payments.flatMap(({ shares }) => shares.map(({ invoiceId }) => invoiceId))

function legs(payment: MoneyOfPayment, debtors: ReadonlyMap<string, string>, sign: 1n | -1n): Posting[] {
  const { customerId, currency } = payment
  const settled = payment.shares.reduce((sum, share) => sum + share.amountMinor, 0n)
  return [
    {
      ledgerAccount: 'clearing',
      customerId,
      currency,
      amountMinor: sign * (settled + payment.unappliedMinor + payment.surchargeMinor),
    },
    ...payment.shares.map((share) => ({
      ledgerAccount: 'receivable' as const,
      customerId: debtors.get(share.invoiceId) ?? customerId,
      invoiceId: share.invoiceId,
      currency,
      amountMinor: -sign * share.amountMinor,
    })),
    { ledgerAccount: 'unapplied', customerId, currency, amountMinor: -sign * payment.unappliedMinor },
    { ledgerAccount: 'fee_income', customerId, currency, amountMinor: -sign * payment.surchargeMinor },
  ]
}
