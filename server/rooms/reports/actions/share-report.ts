import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { audit } from '../../../platform/audit.ts'
import { linkSignatures } from '../../../platform/auth/link-signatures.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { insertLink, readLink } from '../store/report-links.ts'
import { type ShownReportLink, showReportLink } from './show-report-link.ts'

/** Creates a link to the receivables report that is valid for `days` days. */
export async function shareReport(
  ctx: Ctx,
  { body }: Pick<InputOf<typeof contract.reports.share>, 'body'>,
): Promise<ShownReportLink> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const id = nextId(ctx)
  const { recipient, days, shows_customers: shows } = body
  const [token] = linkSignatures(ctx.app.config, 'report', ctx.accountId, id)
  const expiresAt = ctx.now + days * DAY_MS
  await insertLink(ctx, { id, token, recipient, shows, by: ctx.actor.userId, expiresAt })
  await audit(ctx, 'reports.share', { type: 'report_link', id }, { recipient, days, shows_customers: shows })
  return showReportLink(ctx, (await readLink(ctx, id))!)
}
