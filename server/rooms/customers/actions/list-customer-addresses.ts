import type { Ctx } from '../../../platform/context.ts'
import { addressesOf } from '../rules.ts'
import { readCustomer } from './read-customer.ts'

/**
 * Returns every address that receives the customer's mail, the main one first; empty when there is none.
 * Refuses not_found.
 */
export const listCustomerAddresses = async (ctx: Ctx, id: string): Promise<string[]> =>
  addressesOf(await readCustomer(ctx, id))
