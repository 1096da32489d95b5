import type { BaseCtx } from '../../../platform/context.ts'
import { retireTokens } from '../store/one-time-tokens.ts'
import { auditPerson } from './audit-person.ts'
import { findWhoAsks } from './find-who-asks.ts'

/** The link that was mailed to a new address no longer works. Nothing happens where there is none. */
export async function cancelEmailChange(ctx: BaseCtx): Promise<void> {
  const { id, homeAccountId } = await findWhoAsks(ctx)
  await retireTokens(ctx, 'change_email', { userId: id })
  await auditPerson(ctx, homeAccountId, 'identity.cancel-email-change', { type: 'user', id })
}
