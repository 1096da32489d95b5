import { isEmbedOrigin } from '../../../../domain/parsing/embed-origin.ts'
import { portalOrigin } from '../../../platform/config.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { isSubDomain } from '../rules.ts'
import { findPortalOfSubDomain, findPresentSubDomain } from '../store/sub-domains.ts'

export interface PortalOfHost {
  readonly accountId: string
  /** Origin of the one website that may frame the portal, or null. */
  readonly framedBy: string | null
}

/** Returns the portal with this subdomain, or null. */
export async function portalOfSubDomain(ctx: BaseCtx, subDomain: string): Promise<PortalOfHost | null> {
  const name = subDomain.toLowerCase()
  const portal = isSubDomain(name) ? await findPortalOfSubDomain(ctx, name) : null
  if (portal === null) return null
  const { accountId, embed, allowedEmbedUrl } = portal
  return { accountId, framedBy: embed && isEmbedOrigin(allowedEmbedUrl) ? allowedEmbedUrl : null }
}

/** Returns the origin of the portal that left this subdomain in the last 180 days; null when none did. */
export async function movedPortalOrigin(ctx: BaseCtx, subDomain: string): Promise<string | null> {
  const name = subDomain.toLowerCase()
  const present = isSubDomain(name) ? await findPresentSubDomain(ctx, name) : null
  return present === null ? null : portalOrigin(ctx.app.config, present)
}

/** Returns the account whose portal has this subdomain, or null. */
export const accountOfSubDomain = async (ctx: BaseCtx, subDomain: string): Promise<string | null> =>
  (await portalOfSubDomain(ctx, subDomain))?.accountId ?? null
