import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { SIGN_IN_PROVIDER_IDS, SIGN_IN_PROVIDERS } from '../../../../../domain/people/sign-in-providers.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findUser, selectLinks } from '../../../identity/index.ts'

/** Lists the providers that are configured or linked by the caller, in the product's order. */
export async function listIdentities(
  ctx: BaseCtx,
): Promise<HandlerReplyOf<typeof contract.socialLogins.list>> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, ctx.actor.userId)
  if (user === null) throw refuse('session_ended')
  const links = new Map((await selectLinks(ctx, user.id)).map((link) => [link.provider, link]))
  const shown = SIGN_IN_PROVIDER_IDS.filter((id) => ctx.app.identityProviders.has(id) || links.has(id))
  return {
    has_password: user.passwordHash !== null,
    second_factor: user.secondFactor,
    providers: shown.map((id) => {
      const link = links.get(id)
      return {
        provider: id,
        name: SIGN_IN_PROVIDERS[id].name,
        linked_at: link ? isoInstant(link.linkedAtMs) : null,
        email: link?.email ?? null,
      }
    }),
  }
}
