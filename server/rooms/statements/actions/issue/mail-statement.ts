import { auditAll } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMails } from '../../../../platform/mail/outbox.ts'
import { issueUnsubscribeUrls } from '../../../email-addresses/index.ts'
import { documentFileName } from '../../../invoices/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { markSent, type NewStatement } from '../../store/statements.ts'
import { findInvoicesUrl } from '../read/find-invoices-url.ts'

/** Queues an issued statement with its PDF to these addresses, of which there is at least one. */
export async function mailStatement(
  ctx: Ctx,
  statement: NewStatement,
  addresses: readonly string[],
): Promise<void> {
  const { id, customer_id: customer, number } = statement
  const facts = {
    from: statement.period_from,
    to: statement.period_to,
    currency: statement.currency,
    balanceMinor: statement.closing_minor,
    owedMinor: statement.owed_minor,
    overdueMinor: statement.overdue_minor,
    openCount: statement.open_count,
    portalUrl: await findInvoicesUrl(ctx),
  }
  const pdf = { fileId: statement.file_id, name: documentFileName('Statement', number) }
  const urls = await issueUnsubscribeUrls(ctx, addresses)
  const mails = []
  for (const [at, to] of addresses.entries()) {
    const unsubscribeUrl = urls[at]!
    const { attachments, ...mail } = await composeMail(ctx, 'statement', customer, facts, unsubscribeUrl)
    mails.push({
      kind: 'statements.statement',
      to,
      ...mail,
      attachments: [...attachments, pdf],
      related: { type: 'statement', id },
      atMostOnce: true,
      unsubscribeUrl,
    })
  }
  const to = addresses[0]!
  await markSent(ctx, id, to, await queueMails(ctx, mails))
  await auditAll(ctx, 'statements.send', [
    { object: { type: 'statement', id }, detail: { number, to, customer } },
  ])
}
