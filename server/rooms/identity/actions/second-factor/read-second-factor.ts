import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { type AccountSecurity, staffAccountSecurity } from '../sessions/describe-account-security.ts'

/**
 * Returns whether the caller's login requires an authenticator code, and how many recovery codes are left.
 */
export async function readSecondFactor(
  ctx: BaseCtx,
  { factor }: AccountSecurity = staffAccountSecurity(ctx.actor),
): Promise<HandlerReplyOf<typeof contract.identity.secondFactor>> {
  const since = await factor.since(ctx)
  return {
    enabled: since !== null,
    since: since?.toISOString() ?? null,
    recovery_codes_left: since === null ? 0 : await factor.countRecoveryCodes(ctx),
  }
}
