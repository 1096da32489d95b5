import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { portalOrigin } from '../../../../platform/config.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readPortalPreferences as read } from '../../store/sub-domains.ts'

/** Returns the portal's URL and the website that may frame it. */
export async function readPortalPreferences(
  ctx: Ctx,
): Promise<HandlerReplyOf<typeof contract.accounts.readPortalPreferences>> {
  const { subDomain, defaultSubDomain, embed, allowedEmbedUrl } = await read(ctx)
  return {
    sub_domain: subDomain,
    default_sub_domain: defaultSubDomain,
    embed,
    allowed_embed_url: allowedEmbedUrl,
    portal_url: portalOrigin(ctx.app.config, subDomain),
  }
}
