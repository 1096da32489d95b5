import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../store/facts.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { createJointPayLink } from './create-joint-pay-link.ts'
import { createPayLink } from './create-pay-link.ts'
import type { NewPayLink } from './issue-pay-link.ts'

/**
 * Mails a new link to the customer's main address. Sends nothing when the invoice is closed or paid, or the
 * customer has no address.
 */
export async function mailPayLink(ctx: Ctx, invoiceId: string): Promise<void> {
  const [invoice] = await readInvoiceFacts(ctx, [invoiceId])
  if (invoice) await mailLink(ctx, invoice, 0, () => createPayLink(ctx, invoiceId))
}

/** Does the same for those invoices of a link for several that are still owed. */
export async function mailJointPayLink(ctx: Ctx, invoiceIds: readonly string[]): Promise<void> {
  const owed = (await readInvoiceFacts(ctx, invoiceIds)).filter((one) => one.remainingMinor > 0n)
  const [first, ...more] = owed
  if (!first) return
  const remainingMinor = sumMinor(owed.map((one) => one.remainingMinor))
  await mailLink(ctx, { ...first, remainingMinor }, more.length, () =>
    createJointPayLink(
      ctx,
      first.customerId,
      owed.map((one) => one.id),
    ),
  )
}

async function mailLink(
  ctx: Ctx,
  invoice: InvoiceFacts,
  more: number,
  create: () => Promise<NewPayLink>,
): Promise<void> {
  if (invoice.state !== 'open' || invoice.remainingMinor === 0n) return
  const [to] = await listCustomerAddresses(ctx, invoice.customerId)
  if (to === undefined) return
  const { timezone } = await readIssuer(ctx)
  const link = await create()
  const mail = await composeMail(ctx, 'pay-link', invoice.customerId, {
    invoice,
    more,
    link: { url: link.url, worksUntil: dateInZone(link.expiresAt, timezone) },
  })
  await queueMail(ctx, {
    kind: 'invoices.pay-link',
    to,
    ...mail,
    related: { type: 'invoice', id: invoice.id },
  })
}
