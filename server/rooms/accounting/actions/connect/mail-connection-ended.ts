import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { queueMailOnce } from '../../../../platform/mail/outbox.ts'
import { ownersOf } from '../../../accounts/index.ts'
import type { ConnectionRow } from '../../tables.ts'

const PRODUCT = 'Quittance'

/** Emails each owner, once for each connection, that the platform is not read any more. */
export async function mailConnectionEnded(
  ctx: Ctx,
  { name: platform, features }: AccountingPlatform,
  row: ConnectionRow,
): Promise<void> {
  const takesPayments = !features.manual_payments
  const { appOrigin } = ctx.app.config
  const subject = `${platform} is no longer connected`
  const rendered = renderMail({
    company: { name: PRODUCT },
    subject,
    preheader: `Quittance can’t read ${platform} until it is connected again.`,
    heading: subject,
    paragraphs: [
      `Quittance’s access to ${row.name || platform} was ended at ${platform}. Invoices are not read${takesPayments ? ' and payments are not posted' : ''}. Reminders and automatic payments wait.`,
      'Connect it again to continue. Nothing is lost.',
    ],
    button: { label: 'Connect again', url: `${appOrigin}/settings/accounting-connection` },
    allowedOrigins: [appOrigin],
  })
  for (const to of await ownersOf(ctx))
    await queueMailOnce(ctx, `accounting-ended.${row.id}.${row.connected_at.getTime()}.${to}`, {
      kind: 'accounting.ended',
      to,
      fromName: PRODUCT,
      ...rendered,
      related: { type: 'account', id: ctx.accountId },
    })
}
