import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { checkKeptHere, readAccountRow } from '../../accounts/index.ts'
import { type CustomerBody, fieldsOfBody } from '../rules/customer-body.ts'
import { BLANK_CUSTOMER, type CustomerDetailReply } from '../rules.ts'
import { checkParent } from './check-parent.ts'
import { createCustomers } from './create-customers.ts'
import { checkGroup } from './groups/check-group.ts'
import { readCustomerDetail } from './read-customer.ts'

/**
 * Creates a customer, by default in the account's currency. Refuses a parent of another account beside
 * `parent`, and a group of another account beside `group`.
 */
export async function createCustomer(
  ctx: Ctx,
  body: CustomerBody & { readonly short_name: string },
): Promise<CustomerDetailReply> {
  await checkKeptHere(ctx, 'Add customers')
  if (body.parent) await checkParent(ctx, null, body.parent)
  if (body.group) await checkGroup(ctx, body.group)
  const currency = body.currency ?? (await readAccountRow(ctx)).currency
  const fields = { ...BLANK_CUSTOMER, ...fieldsOfBody(body), shortName: body.short_name, currency }
  const [id] = await createCustomers(ctx, [fields])
  await audit(ctx, 'customers.create', { type: 'customer', id: id! }, { short_name: body.short_name })
  return readCustomerDetail(ctx, id!)
}
