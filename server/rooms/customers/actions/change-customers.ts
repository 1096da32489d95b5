import type { Ctx } from '../../../platform/context.ts'
import { type CustomerFields, tidyEmails } from '../rules.ts'
import { type CustomerToWrite, lockCustomers, updateCustomers, withInvoices } from '../store/customers.ts'

export interface CustomerChange {
  readonly id: string
  /** Changed fields. A caller that changes parents has checked that they close no circle. */
  readonly fields: Partial<CustomerFields>
  /** Hash of the imported row. */
  readonly fingerprint?: Buffer
}

/**
 * Changes any number of customers at once. Skips customers that no longer exist, and changes of a fixed
 * currency. The caller has checked the fields and writes one audit entry for the whole.
 */
export async function changeCustomers(ctx: Ctx, changes: readonly CustomerChange[]): Promise<void> {
  const before = await lockCustomers(
    ctx,
    changes.map((change) => change.id),
  )
  const movingCurrency = changes
    .filter((change) => change.fields.currency !== undefined)
    .map((change) => change.id)
  const fixed = movingCurrency.length > 0 ? await withInvoices(ctx, movingCurrency) : new Set<string>()
  const rows = changes.flatMap((change): CustomerToWrite[] => {
    const customer = before.get(change.id)
    if (!customer) return []
    const currency = fixed.has(change.id) ? customer.currency : (change.fields.currency ?? customer.currency)
    return [tidyEmails({ ...customer, ...change.fields, currency, fingerprint: change.fingerprint ?? null })]
  })
  await updateCustomers(ctx, rows)
}
