import type { Ctx } from '../../../../platform/context.ts'
import { endChangeOfPerson } from '../../../contact-changes/index.ts'
import { retireTokens, revokeSessions } from '../../../identity/index.ts'
import { endLinksOfPerson } from '../../../payment-plans/index.ts'
import { customersOfLogin, endAccess, holdPeople } from '../../store/portal-access.ts'
import { holdPortalUser } from '../../store/portal-users.ts'

/** Links that a login without any customer must not follow. */
const LINKS = ['portal_enrol', 'portal_log_in', 'portal_reset'] as const

/**
 * Ends a login's access to a customer from its next request on, with the links that it opened of payment plans and the
 * contact details that it proposed. A login without any customer left is logged out everywhere,
 * and its open links are void. Returns false when it had no access.
 */
export async function endPortalAccess(ctx: Ctx, customerId: string, portalUserId: string): Promise<boolean> {
  await holdPeople(ctx, [customerId])
  // Logging in holds the login before its links too.
  await holdPortalUser(ctx, portalUserId)
  if (!(await endAccess(ctx, customerId, portalUserId))) return false
  await endLinksOfPerson(ctx, customerId, portalUserId)
  await endChangeOfPerson(ctx, customerId, portalUserId)
  if ((await customersOfLogin(ctx, portalUserId)).length > 0) return true
  await revokeSessions(ctx, { portalUserId }, 'portal access ended')
  for (const purpose of LINKS) await retireTokens(ctx, purpose, { subjectId: portalUserId })
  return true
}
