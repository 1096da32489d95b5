import type { Ctx } from '../../../platform/context.ts'
import { renderMail } from '../../../platform/mail/layout.ts'
import { queueMailOnce } from '../../../platform/mail/outbox.ts'
import { ownersOf } from '../../accounts/index.ts'
import type { ConnectionRow } from '../tables.ts'

const PRODUCT = 'Quittance'

/** Emails each owner, once for each connection, that customers can't pay by this processor any more. */
export async function mailConnectionEnded(ctx: Ctx, processor: string, row: ConnectionRow): Promise<void> {
  const { appOrigin } = ctx.app.config
  const subject = `${processor} is no longer connected`
  const rendered = renderMail({
    company: { name: PRODUCT },
    subject,
    preheader: `Your customers can’t pay with ${processor} until it is connected again.`,
    heading: subject,
    paragraphs: [
      `Quittance’s access to ${row.name || processor} was ended at ${processor}. Your customers can’t pay online with it, and automatic payments wait.`,
      'If you didn’t mean that, connect it again. Payments, refunds and stored payment methods are kept.',
    ],
    button: { label: 'Connect again', url: `${appOrigin}/settings/payment-processor` },
    allowedOrigins: [appOrigin],
  })
  for (const to of await ownersOf(ctx))
    await queueMailOnce(ctx, `connection-ended.${row.id}.${row.connected_at.getTime()}.${to}`, {
      kind: 'connections.ended',
      to,
      fromName: PRODUCT,
      ...rendered,
      related: { type: 'account', id: ctx.accountId },
    })
}
