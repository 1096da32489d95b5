import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type Customer, readCustomer } from '../../../customers/index.ts'

export interface CheckedEntry {
  readonly email: string
  readonly customer: Customer
}

/** Reads the customers of a list of entries, each pair of customer and address once. Throws not_found for a foreign customer. */
export async function checkEntries(
  ctx: Ctx,
  entries: InputOf<typeof contract.portalLogins.add>['body'],
): Promise<CheckedEntry[]> {
  const checked = new Map<string, CheckedEntry>()
  // Sorted, so that calls with the same people don’t wait for each other in a circle.
  for (const entry of entries.toSorted(compareEntries)) {
    const customer = await readCustomer(ctx, entry.customer)
    const email = normalizeEmail(entry.email)
    checked.set(`${customer.id} ${email}`, { customer, email })
  }
  return [...checked.values()]
}

const keyOf = ({ customer, email }: { customer: string; email: string }): string => `${email} ${customer}`
const compareEntries = (
  one: { customer: string; email: string },
  other: { customer: string; email: string },
) => (keyOf(one) < keyOf(other) ? -1 : 1)
