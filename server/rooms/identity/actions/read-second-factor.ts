import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { countRecoveryCodes, secondFactorSince } from '../store/second-factors.ts'

/** Whether one's own login asks for a code of an authenticator app, and how many recovery codes are left. */
export async function readSecondFactor(
  ctx: BaseCtx,
): Promise<HandlerReplyOf<typeof contract.identity.secondFactor>> {
  const { actor } = ctx
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const since = await secondFactorSince(ctx, actor.userId)
  return {
    enabled: since !== null,
    since: since?.toISOString() ?? null,
    recovery_codes_left: since === null ? 0 : await countRecoveryCodes(ctx, actor.userId),
  }
}
