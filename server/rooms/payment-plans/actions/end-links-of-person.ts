import type { Ctx } from '../../../platform/context.ts'
import { revokePayLinksById } from '../../invoices/index.ts'
import { revokeLinksOfPerson } from '../store/link-holders.ts'

/** Ends what a person opened of a customer's plans: the links to them, and the pay links that they got there. */
export async function endLinksOfPerson(ctx: Ctx, customerId: string, portalUserId: string): Promise<void> {
  await revokePayLinksById(ctx, await revokeLinksOfPerson(ctx, customerId, portalUserId))
}
