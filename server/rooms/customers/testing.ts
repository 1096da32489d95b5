import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import { createCustomers } from './actions/create-customers.ts'
import { createGroup } from './actions/groups/create-group.ts'
import { readCustomer } from './actions/read-customer.ts'
import { BLANK_CUSTOMER, type Customer, type CustomerFields } from './rules.ts'

/** Creates a group without members and returns its id. */
export const aGroup = async (ctx: Ctx, name = `Group ${randomUUID()}`): Promise<string> =>
  (await createGroup(ctx, name)).pk

/** Creates a customer with the given fields and US-dollar defaults. */
export async function aCustomer(ctx: Ctx, fields: Partial<CustomerFields> = {}): Promise<Customer> {
  const plain = {
    ...BLANK_CUSTOMER,
    shortName: 'Harbor Foods',
    currency: 'USD',
    email: 'accounts@harborfoods.test',
  }
  const [id] = await createCustomers(ctx, [{ ...plain, ...fields }])
  return readCustomer(ctx, id!)
}
