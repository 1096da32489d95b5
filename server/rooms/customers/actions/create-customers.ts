import { type Ctx, nextId } from '../../../platform/context.ts'
import { type CustomerFields, tidyEmails } from '../rules.ts'
import { insertCustomers } from '../store/customers.ts'

export interface NewCustomer extends CustomerFields {
  /** Hash of the imported row. */
  readonly fingerprint?: Buffer
}

/**
 * Creates any number of customers in one statement and returns their ids in the same order. The caller has
 * checked the fields and writes one audit entry for the whole. Parents are not checked for circles, which
 * new customers cannot form.
 */
export async function createCustomers(ctx: Ctx, customers: readonly NewCustomer[]): Promise<string[]> {
  const rows = customers.map((customer) => ({ ...tidyEmails(customer), id: nextId(ctx) }))
  await insertCustomers(ctx, rows)
  return rows.map((row) => row.id)
}
