import type { Ctx } from '../../../../platform/context.ts'
import { findCustomersByKeys, readCustomer } from '../../../customers/index.ts'
import { findInvoiceNumbers } from '../../../invoices/index.ts'

/** Returns the one customer that a request's address, company or invoice number names; null for none or several. */
export async function suggestCustomer(
  ctx: Ctx,
  { email, reference }: { readonly email: string; readonly reference: string },
): Promise<{ id: string; shortName: string } | null> {
  const [named = []] = await findCustomersByKeys(ctx, [{ name: reference, email }])
  const numbered = await findInvoiceNumbers(ctx, [reference])
  const ids = new Set([...named.map(({ id }) => id), ...numbered.map(({ customerId }) => customerId)])
  const [only] = ids
  return only !== undefined && ids.size === 1 ? readCustomer(ctx, only) : null
}
