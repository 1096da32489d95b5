import type { App } from '../../../../platform/context.ts'
import { inTransaction } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { tokenOf } from '../../rules/return-path.ts'
import { findLink } from '../../store/links.ts'

/** The message that a return path belongs to. */
export interface ReportLink {
  readonly accountId: string
  readonly address: string
  readonly mailId: string
}

/** Finds the message of a return path that we issued; null for any other address. */
export async function findReportLink(app: App, recipient: string): Promise<ReportLink | null> {
  const token = tokenOf(recipient, app.config.bounceDomain ?? '')
  if (token === null) return null
  const caller = { requestId: newId(app.clock.wallNow()), ip: null }
  const link = await inTransaction(app, caller, { kind: 'anonymous' }, (ctx) =>
    findLink(ctx, 'return_path', token),
  )
  return link === null || link.mailId === null ? null : { ...link, mailId: link.mailId }
}
