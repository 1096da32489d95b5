/** Ways to pay that no processor takes part in, as people call them. */
export const MANUAL_TYPES = {
  check: 'Check',
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  other: 'Other',
} as const

export type ManualType = keyof typeof MANUAL_TYPES
