import type { InvoiceState } from './invoice-status.ts'

/** Actions that staff take on many invoices at once. `send` issues drafts and emails open invoices again. */
export const BULK_ACTIONS = ['send', 'void', 'write_off'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** Reasons for which a bulk action leaves an invoice out. `refused`: for a reason that only trying showed. */
export const LEFT_OUT_REASONS = [
  'draft',
  'closed',
  'paid',
  'partly_paid',
  'payment_under_way',
  'nothing_to_pay',
  'no_address',
  'gone',
  'refused',
] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** An invoice as a bulk action judges it. Amounts are in minor units. */
export interface BulkFacts {
  readonly state: InvoiceState
  readonly totalMinor: bigint
  readonly remainingMinor: bigint
  /** Part of what remains that a payment under way will settle. */
  readonly reservedMinor: bigint
  readonly hasAddress: boolean
}

/** Returns why an action leaves an invoice out; null when it applies. */
export function findLeftOut(action: BulkAction, invoice: BulkFacts): LeftOutReason | null {
  const { state, totalMinor, remainingMinor, reservedMinor, hasAddress } = invoice
  if (state === 'void' || state === 'written_off') return 'closed'
  if (action === 'send') {
    if (totalMinor === 0n) return 'nothing_to_pay'
    if (state === 'open' && remainingMinor === 0n) return 'paid'
    return hasAddress ? null : 'no_address'
  }
  if (state === 'draft') return 'draft'
  if (reservedMinor > 0n) return 'payment_under_way'
  if (remainingMinor === 0n) return 'paid'
  return action === 'void' && remainingMinor < totalMinor ? 'partly_paid' : null
}
