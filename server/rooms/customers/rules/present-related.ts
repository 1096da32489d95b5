import { formatAmount } from '../../../../domain/money/money.ts'

/** A duplicate of a customer or one that belongs to it, with what it owes in its own currency. */
export interface RelatedCustomer {
  readonly id: string
  readonly shortName: string
  readonly currency: string
  readonly owedMinor: bigint
  readonly openInvoices: number
}

/** Converts a related customer to the API's shape. */
export const presentRelated = (one: RelatedCustomer) => ({
  pk: one.id,
  short_name: one.shortName,
  balance: formatAmount(one.owedMinor, one.currency),
  currency: one.currency,
  open_invoices_count: one.openInvoices,
})

export type RelatedReply = ReturnType<typeof presentRelated>

/** A duplicate, with the accounting platform in whose books it was merged; null where that was done here. */
export interface DuplicateCustomer extends RelatedCustomer {
  readonly mergedIn: string | null
  /** Left of its credit memos and unapplied payments. */
  readonly creditMinor: bigint
}

/** Converts a duplicate to the API's shape. */
export const presentDuplicate = (one: DuplicateCustomer) => ({
  ...presentRelated(one),
  merged_in: one.mergedIn,
  credit_left: formatAmount(one.creditMinor, one.currency),
})

export type DuplicateReply = ReturnType<typeof presentDuplicate>
