import { HOLD_REASONS, SKIP_REASONS } from '../reminders/decide-reminder.ts'
import type { InvoiceState } from './invoice-status.ts'

/**
 * Actions that staff take on many invoices at once. `send` issues drafts and emails open invoices again; `remind` sends the next
 * reminder of each invoice now, `pdfs` draws them for an archive.
 */
export const BULK_ACTIONS = ['send', 'remind', 'void', 'write_off', 'undo_write_off', 'pdfs'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/**
 * Reasons for which a bulk action leaves an invoice out. `refused`: for a reason that only trying showed. `no_reminder_left`: no flow
 * reminds of it, or all reminders of its flow were sent. `too_early`: its next reminder says what is not true yet, such as 'past due'.
 */
const OWN_REASONS = [
  'draft',
  'closed',
  'not_written_off',
  'paid',
  'partly_paid',
  'payment_under_way',
  'nothing_to_pay',
  'no_address',
  'no_reminder_left',
  'too_early',
  'gone',
  'refused',
] as const
export type LeftOutReason =
  | (typeof OWN_REASONS)[number]
  | (typeof HOLD_REASONS)[number]
  | (typeof SKIP_REASONS)[number]
/** The reasons for which a reminder is held or skipped are reasons of `remind`. */
export const LEFT_OUT_REASONS: readonly LeftOutReason[] = [
  ...new Set<LeftOutReason>([...OWN_REASONS, ...HOLD_REASONS, ...SKIP_REASONS]),
]

/** An invoice as a bulk action judges it. Amounts are in minor units. */
export interface BulkFacts {
  readonly state: InvoiceState
  readonly totalMinor: bigint
  readonly remainingMinor: bigint
  /** Part of what remains that a payment under way will settle. */
  readonly reservedMinor: bigint
  readonly hasAddress: boolean
}

/** Returns why an action leaves an invoice out by its own state; null when it applies. */
export function findLeftOut(action: BulkAction, invoice: BulkFacts): LeftOutReason | null {
  const { state, totalMinor, remainingMinor, reservedMinor, hasAddress } = invoice
  if (action === 'pdfs') return null
  if (action === 'undo_write_off') return state === 'written_off' ? null : 'not_written_off'
  if (state === 'void' || state === 'written_off') return 'closed'
  if (action === 'send') {
    if (totalMinor === 0n) return 'nothing_to_pay'
    if (state === 'open' && remainingMinor === 0n) return 'paid'
    return hasAddress ? null : 'no_address'
  }
  if (state === 'draft') return 'draft'
  if (action === 'remind') return remainingMinor === 0n ? 'paid' : null
  if (reservedMinor > 0n) return 'payment_under_way'
  if (remainingMinor === 0n) return 'paid'
  return action === 'void' && remainingMinor < totalMinor ? 'partly_paid' : null
}
