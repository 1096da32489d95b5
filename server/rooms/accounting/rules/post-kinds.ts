import type { AccountingFeatures } from '../../../gateways/accounting/port.ts'
import type { ConnectionRow, PostKind } from '../tables.ts'

/** Returns what is posted to a platform. Surcharges are posted once the company has picked an item for them. */
export function postKindsOf(
  features: AccountingFeatures,
  { surcharge_item }: Pick<ConnectionRow, 'surcharge_item'>,
): PostKind[] {
  const kinds: [PostKind, boolean][] = [
    ['payment', features.post_payments],
    ['credit', features.apply_credit],
    ['late_fee', features.late_fees],
    ['surcharge', features.surcharges === true && surcharge_item !== ''],
  ]
  return kinds.flatMap(([kind, isPosted]) => (isPosted ? [kind] : []))
}
