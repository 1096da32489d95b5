import type { Ctx } from '../../../platform/context.ts'
import { renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { letterheadOf, portalOriginOf } from '../../accounts/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { withdrawConsent } from '../../payments/index.ts'

/** A company's person turns a customer's automatic payments off, and the customer is told. Refuses not_found. */
export async function turnOffForCustomer(ctx: Ctx, customerId: string): Promise<void> {
  const customer = await readCustomer(ctx, customerId)
  const ended = await withdrawConsent(ctx, { customerId }, 'staff')
  const [to] = addressesOf(customer)
  if (!ended || to === undefined) return
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const portal = await portalOriginOf(ctx)
  const mail = renderMail({
    company,
    subject: `${company.name} turned your automatic payments off`,
    preheader: 'Your invoices are not charged by themselves any more.',
    heading: 'Automatic payments are off',
    paragraphs: [
      `${company.name} turned automatic payments off for you. Invoices are not charged by themselves any more: please pay them when they fall due.`,
      'You can turn automatic payments on again in the portal.',
    ],
    button: { label: 'Open the portal', url: `${portal}/customer-portal-site?tab=1` },
    allowedOrigins: [portal],
  })
  await queueMail(ctx, {
    kind: 'auto-payments.turned-off',
    to,
    fromName,
    replyTo,
    ...mail,
    attachments: [...pictures],
    related: { type: 'customer', id: customerId },
  })
}
