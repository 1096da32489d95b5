import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import { findPortalUser } from '../../store/portal-users.ts'
import { endPortalAccess } from '../people/end-portal-access.ts'

/** Ends a login's access to a customer, as staff. Throws not_found when it has none. */
export async function endPortalLogin(ctx: Ctx, customerId: string, portalUserId: string): Promise<undefined> {
  await readCustomer(ctx, customerId)
  const user = await findPortalUser(ctx, portalUserId)
  if (user === null || !(await endPortalAccess(ctx, customerId, portalUserId))) throw refuse('not_found')
  await audit(ctx, 'portal.end-login', { type: 'customer', id: customerId }, { email: user.email })
}
