import type { Ctx } from '../../../platform/context.ts'
import { readCustomer } from '../../customers/index.ts'
import { withdrawConsent } from '../../payments/index.ts'

/** Turns a customer's automatic payments off for staff and emails the customer. Refuses not_found. */
export async function turnOffForCustomer(ctx: Ctx, customerId: string): Promise<void> {
  await readCustomer(ctx, customerId)
  await withdrawConsent(ctx, { customerId }, 'staff')
}
