import { methodWords } from '../../../../../domain/mails/kinds/mail-method.ts'
import { wordsOf } from '../../../../../domain/mails/words/words-of.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { translatorTo } from '../../../../platform/languages/translate.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { letterheadOf, portalOriginOf } from '../../../accounts/index.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
import { readDocumentLanguage } from '../../../mail-templates/index.ts'
import { type AutoPaymentsChange, autoPaymentsText } from '../../rules/auto-payments-text.ts'
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
  const language = await readDocumentLanguage(ctx, consent.customer_id)
  const t = translatorTo(language)
  const { type, brand, last_4_digits: last4 } = consent
  const method = methodWords({ type, brand, last4 }, wordsOf(language))
  const mail = renderMail({
    company,
    language,
    ...autoPaymentsText(change, company.name, method, t),
    facts: [
      { label: t('Company'), value: company.name },
      { label: t('Payment method'), value: method },
    ],
    button: { label: t('Open the portal'), url: `${portal}/customer-portal-site?tab=1` },
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
