import { type Ctx, nextId } from '../../../platform/context.ts'
import { type CustomerFields, tidyEmails } from '../rules.ts'
import { insertCustomers } from '../store/customers.ts'

export interface NewCustomer extends CustomerFields {
  /** Hash of the file's row that they come from. */
  readonly fingerprint?: Buffer
}

/**
 * Adds any number of customers in one statement and returns their ids in the same order. For callers that have
 * checked the fields and write the audit line of the whole: parents aren't checked for circles, as new ones have none.
 */
export async function createCustomers(ctx: Ctx, customers: readonly NewCustomer[]): Promise<string[]> {
  const rows = customers.map((customer) => ({ ...tidyEmails(customer), id: nextId(ctx) }))
  await insertCustomers(ctx, rows)
  return rows.map((row) => row.id)
}
