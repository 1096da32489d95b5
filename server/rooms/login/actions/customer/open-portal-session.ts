import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Actor, Ctx } from '../../../../platform/context.ts'
import { actingAs } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import type { AuditAction } from '../../../../platform/registered-names.ts'
import { readAccountRow, summarizeAccount } from '../../../accounts/index.ts'
import { openSession } from '../../../identity/index.ts'
import { customersOfLogin, markSeen, type PortalUser } from '../../../portal/index.ts'

type LoginReply = HandlerReplyOf<typeof contract.identity.logIn>

/**
 * Opens a session of a portal login that has proved itself, for the wanted customer if it is theirs. Returns null when the login
 * has no customer left.
 */
export async function openPortalSession(
  ctx: Ctx,
  user: PortalUser,
  action: AuditAction,
  wanted?: string,
): Promise<LoginReply | null> {
  const customers = await customersOfLogin(ctx, user.id)
  const first = customers.find(({ id }) => id === wanted) ?? customers[0]
  if (first === undefined) return null
  const holder = { portalUserId: user.id, accountId: ctx.accountId, customerId: first.id }
  const { token, sessionId } = await openSession(ctx, { audience: 'portal', ...holder })
  const actor: Actor = {
    kind: 'customer',
    portalUserId: user.id,
    sessionId,
    email: user.email,
    customerId: first.id,
    customerIds: customers.map((customer) => customer.id),
  }
  await markSeen(ctx, user.id)
  await failpoint('portal.logged_in')
  await audit(actingAs(ctx, actor), action, { type: 'session', id: sessionId })
  return showPortalSession(ctx, user, token)
}

/** The reply of a login for a customer's session. */
export async function showPortalSession(
  ctx: Ctx,
  { id, email }: Pick<PortalUser, 'id' | 'email'>,
  token: string,
): Promise<LoginReply> {
  return {
    token,
    user: { pk: id, username: email, email, first_name: '', last_name: '', email_verified: true },
    account: summarizeAccount(await readAccountRow(ctx), 'customer'),
  }
}
