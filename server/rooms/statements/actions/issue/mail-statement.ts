import { auditAll } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMails } from '../../../../platform/mail/outbox.ts'
import { portalOriginOf } from '../../../accounts/index.ts'
import { issueUnsubscribeUrls } from '../../../email-addresses/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { markSent } from '../../store/statements.ts'
import { type IssuedStatement, overdueOf } from './issue-statements.ts'

/** Queues an issued statement with its PDF to these addresses, of which there is at least one. */
export async function mailStatement(
  ctx: Ctx,
  statement: IssuedStatement,
  addresses: readonly string[],
): Promise<void> {
  const { id, customer, period, currency, figures, fileId, name } = statement
  const facts = {
    ...period,
    currency,
    balanceMinor: figures.closingMinor,
    owedMinor: figures.owedMinor,
    overdueMinor: overdueOf(statement),
    openCount: figures.openInvoices.length,
    portalUrl: `${await portalOriginOf(ctx)}/customer-portal-site?tab=1`,
  }
  const urls = await issueUnsubscribeUrls(ctx, addresses)
  const mails = []
  for (const [at, to] of addresses.entries()) {
    const unsubscribeUrl = urls[at]!
    const { attachments, ...mail } = await composeMail(ctx, 'statement', customer.id, facts, unsubscribeUrl)
    mails.push({
      kind: 'statements.statement',
      to,
      ...mail,
      attachments: [...attachments, { fileId, name }],
      related: { type: 'statement', id },
      atMostOnce: true,
      unsubscribeUrl,
    })
  }
  await markSent(ctx, id, addresses[0]!, await queueMails(ctx, mails))
  await auditAll(ctx, 'statements.send', [
    {
      object: { type: 'statement', id },
      detail: { number: statement.number, to: addresses[0]!, customer: customer.id },
    },
  ])
}
