import type { Ctx } from '../../../../platform/context.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { letterheadOf, portalOriginOf } from '../../../accounts/index.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
import { type AutoPaymentsChange, autoPaymentsText } from '../../rules/auto-payments-text.ts'
import { methodText } from '../../rules/texts.ts'
import type { Consent } from '../../store/consents.ts'

/**
 * Emails a customer that automatic payments were turned on or off, in the transaction of the change: nobody
 * else with the pay link or the portal login can change it unnoticed. Sends nothing without an email address.
 */
export async function notifyAutoPayments(
  ctx: Ctx,
  consent: Consent,
  change: AutoPaymentsChange,
): Promise<void> {
  const [to] = await listCustomerAddresses(ctx, consent.customer_id)
  if (to === undefined) return
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const portal = await portalOriginOf(ctx)
  const method = methodText(consent.type, consent.brand, consent.last_4_digits)
  const mail = renderMail({
    company,
    ...autoPaymentsText(change, company.name, method),
    facts: [
      { label: 'Company', value: company.name },
      { label: 'Payment method', value: method },
    ],
    button: { label: 'Open the portal', url: `${portal}/customer-portal-site?tab=1` },
    allowedOrigins: [portal],
  })
  await queueMail(ctx, {
    kind: change === 'on' ? 'payments.auto-payments-on' : 'payments.auto-payments-off',
    to,
    fromName,
    replyTo,
    ...mail,
    attachments: pictures,
    related: { type: 'customer', id: consent.customer_id },
  })
}
