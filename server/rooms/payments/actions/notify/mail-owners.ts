import type { Ctx } from '../../../../platform/context.ts'
import { type MailContent, renderMail } from '../../../../platform/mail/layout.ts'
import { queueMailOnce } from '../../../../platform/mail/outbox.ts'
import { ownersOf } from '../../../accounts/index.ts'

const PRODUCT = 'Quittance'

type OwnersMail = Omit<MailContent, 'company' | 'button' | 'allowedOrigins'> & {
  /** An email kind, such as 'payments.paid'. */
  readonly kind: string
  readonly paymentId: string
}

/** Emails each owner about a payment, once for each `onceKey`, with a button that opens it. */
export async function mailOwners(ctx: Ctx, onceKey: string, mail: OwnersMail): Promise<void> {
  const { kind, paymentId, ...content } = mail
  const { appOrigin } = ctx.app.config
  const rendered = renderMail({
    company: { name: PRODUCT },
    ...content,
    button: { label: 'Open the payment', url: `${appOrigin}/payment-processing/${paymentId}` },
    allowedOrigins: [appOrigin],
  })
  for (const to of await ownersOf(ctx))
    await queueMailOnce(ctx, `${onceKey}.${to}`, {
      kind,
      to,
      fromName: PRODUCT,
      ...rendered,
      related: { type: 'payment', id: paymentId },
    })
}
