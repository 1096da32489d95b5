import type { Ctx } from '../../../platform/context.ts'
import { readCustomer } from '../../customers/index.ts'
import { withdrawConsent } from '../../payments/index.ts'

/** A company's person turns a customer's automatic payments off, and the customer is told. Refuses not_found. */
export async function turnOffForCustomer(ctx: Ctx, customerId: string): Promise<void> {
  await readCustomer(ctx, customerId)
  await withdrawConsent(ctx, { customerId }, 'staff')
}
