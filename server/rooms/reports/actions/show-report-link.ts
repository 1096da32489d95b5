import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { linkSignatures } from '../../../platform/auth/link-signatures.ts'
import { isoInstant } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import { linkState } from '../rules/link-state.ts'
import type { ReportLink } from '../store/report-links.ts'

export type ShownReportLink = HandlerReplyOf<typeof contract.reports.share>

/** Converts a link to the API's shape. `url` is set while the link is active. */
export function showReportLink(ctx: Ctx, link: ReportLink): ShownReportLink {
  const state = linkState({ revokedAt: link.revoked_at, expiresAt: link.expires_at }, ctx.now)
  return {
    pk: link.id,
    recipient: link.recipient,
    shows_customers: link.shows_customers,
    state,
    created_at: instant(link.created_at),
    created_by: link.creator,
    expires_at: instant(link.expires_at),
    revoked_at: link.revoked_at && instant(link.revoked_at),
    revoked_by: link.revoker,
    last_opened_at: link.last_opened_at && instant(link.last_opened_at),
    times_opened: link.times_opened,
    url: state === 'active' ? addressOf(ctx, link) : null,
  }
}

const instant = (at: Date): string => isoInstant(at.getTime())

/**
 * Signs the token again. Without the secret that signed it, the link still works but its URL cannot be
 * shown.
 */
function addressOf({ app, accountId }: Ctx, link: ReportLink): string | null {
  const token = linkSignatures(app.config, 'report', accountId, link.id).find((one) =>
    sha256(one).equals(link.token_hash),
  )
  return token === undefined ? null : `${app.config.appOrigin}/ista-report?token=${token}`
}
