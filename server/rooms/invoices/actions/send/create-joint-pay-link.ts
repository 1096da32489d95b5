import { MOST_INVOICES_PAID } from '../../../../../domain/payments/several.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import { openReceivablesOf } from '../../../ledger/index.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../store/facts.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { issueJointPayLinks, issuePayLink, type NewPayLink } from './issue-pay-link.ts'

/**
 * Creates a link that shows several invoices of a customer and takes one payment for them: the named ones, otherwise
 * those that are due first, at most 200. Refuses not_found, wrong_state when nothing is owed, or a message beside
 * `invoices`.
 */
export async function createJointPayLink(
  ctx: Ctx,
  customerId: string,
  named: readonly string[] | undefined,
): Promise<NewPayLink & { readonly invoices: number }> {
  const { currency } = await readCustomer(ctx, customerId)
  const ids = named
    ? [...new Set(named)]
    : (await openReceivablesOf(ctx, customerId, currency))
        .slice(0, MOST_INVOICES_PAID)
        .map((one) => one.invoiceId)
  if (ids.length === 0) throw refuse('wrong_state', 'This customer has no invoices to pay right now.')
  const invoices = await readInvoiceFacts(ctx, ids)
  if (invoices.length < ids.length || invoices.some((one) => one.customerId !== customerId))
    throw refuse('not_found')
  checkPayable(invoices)
  const issuer = await readIssuer(ctx)
  const invoiceIds = invoices.map((one) => one.id)
  const [link] =
    invoiceIds.length === 1
      ? [await issuePayLink(ctx, issuer, invoiceIds[0]!)]
      : await issueJointPayLinks(ctx, issuer, [{ customerId, invoiceIds }])
  await audit(
    ctx,
    'invoices.create-joint-pay-link',
    { type: 'customer', id: customerId },
    { invoices: invoiceIds.length },
  )
  return { ...link!, invoices: invoiceIds.length }
}

function checkPayable(invoices: readonly InvoiceFacts[]): void {
  const closed = invoices.find((one) => one.state !== 'open' || one.remainingMinor === 0n)
  if (closed) throw refuseFields({ invoices: [`Nothing can be paid on ${closed.number}.`] })
  if (invoices.some((one) => one.depositTo !== invoices[0]!.depositTo))
    throw refuseFields({
      invoices: ['Choose invoices of one kind: for the trust account, or for the operating account.'],
    })
  if (invoices.some((one) => one.currency !== invoices[0]!.currency))
    throw refuseFields({ invoices: ['Choose invoices in one currency.'] })
}
