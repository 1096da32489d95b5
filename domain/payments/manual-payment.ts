/** Payment methods without a processor, with their display names. */
export const MANUAL_TYPES = {
  check: 'Check',
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  other: 'Other',
} as const

export type ManualType = keyof typeof MANUAL_TYPES
