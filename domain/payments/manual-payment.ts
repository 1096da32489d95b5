import { msg } from '../languages/msg.ts'

/** Payment methods without a processor, with their display names. */
export const MANUAL_TYPES = {
  check: msg('Check'),
  bank_transfer: msg('Bank transfer'),
  cash: msg('Cash'),
  other: msg('Other'),
} as const

export type ManualType = keyof typeof MANUAL_TYPES
