/** Features of the connection to an accounting platform. */
export type ConnectionFeature = 'late_fees'

/**
 * True when an account can charge late fees: a local one always can, one of an accounting platform when its connection can post
 * fees to it. An account that has not chosen yet keeps its rules.
 */
export const supportsLateFees = (
  type: 'local' | 'provider' | null,
  features: readonly ConnectionFeature[],
): boolean => type !== 'provider' || features.includes('late_fees')

/** Explains to staff why their account has no late fees. */
export const LATE_FEES_UNSUPPORTED =
  'Your invoices come from an accounting platform, and your connection can’t post late fees to it. Nothing is charged.'
