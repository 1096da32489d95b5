import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { actingAs, present } from '../../../../platform/context.ts'
import type { AuditAction } from '../../../../platform/registered-names.ts'
import { selectAccountsOf, summarizeAccount } from '../../../accounts/index.ts'
import {
  auditPerson,
  openSession,
  type SessionStart,
  serializeUser,
  type User,
} from '../../../identity/index.ts'

/**
 * Opens a session of a person who has proved their identity, including their second factor where they have one. Records
 * `action` in the audit log of their home account. Replies with the account that they joined first.
 */
export async function openStaffSession(
  ctx: BaseCtx,
  user: User,
  action: AuditAction,
  start: SessionStart,
  detail: Record<string, unknown> = {},
): Promise<HandlerReplyOf<typeof contract.identity.logIn>> {
  await present(ctx, 'app.user_id', user.id)
  const { token, sessionId } = await openSession(
    ctx,
    { audience: 'staff', userId: user.id, proved: user.secondFactor },
    start,
  )
  const first = { search: '', column: 'joined', direction: 'asc', limit: 1, offset: 0 } as const
  const { accounts } = await selectAccountsOf(ctx, user.id, first)
  const own = accounts[0]
  const actor = {
    kind: 'staff',
    userId: user.id,
    sessionId,
    email: user.email,
    emailVerified: user.emailVerified,
    role: own?.role ?? null,
  } as const
  await auditPerson(
    actingAs(ctx, actor),
    user.homeAccountId,
    action,
    { type: 'session', id: sessionId },
    detail,
  )
  return {
    token,
    user: serializeUser(user),
    account: own ? summarizeAccount(own.account, own.role) : null,
  }
}
