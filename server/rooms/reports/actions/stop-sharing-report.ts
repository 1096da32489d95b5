import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readLink, revokeLink } from '../store/report-links.ts'
import { type ShownReportLink, showReportLink } from './show-report-link.ts'

/** Ends a link, also an expired one. Throws not_found, or wrong_state when it was ended before. */
export async function stopSharingReport(ctx: Ctx, id: string): Promise<ShownReportLink> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const ended = await revokeLink(ctx, id, ctx.actor.userId)
  const link = await readLink(ctx, id)
  if (link === null) throw refuse('not_found')
  if (!ended) throw refuse('wrong_state', `You already stopped sharing with ${link.recipient}.`)
  await audit(ctx, 'reports.stop-sharing', { type: 'report_link', id }, { recipient: link.recipient })
  return showReportLink(ctx, link)
}
