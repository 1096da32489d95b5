import { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import { actingAs, type Ctx } from '../../../../platform/context.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { portalOriginOf, readAccountRow } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { PREVIEW_CODE_LIFE_MS, previewPath } from '../../rules.ts'
import { insertPreviewCode } from '../../store/preview-codes.ts'

type Route = typeof contract.preview.start

/**
 * Returns a URL that opens a customer's portal once within a minute, or one of their invoices there: its
 * payment dialog or its PDF. Only the code's hash is stored. Throws not_found, also for an invoice that the
 * customer does not see.
 */
export async function startPreview(
  ctx: Ctx,
  { params, body }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  const { actor } = ctx
  const customerId = params.customer
  const invoiceId = body?.invoice
  const opens = invoiceId === undefined ? null : (body?.opens ?? 'payment')
  if (actor.kind !== 'staff' || actor.role === null) throw refuse('not_allowed')
  const { userId, sessionId, email, role } = actor
  await readCustomer(ctx, customerId)
  if (invoiceId !== undefined) {
    const asCustomer = actingAs(ctx, { kind: 'preview', userId, sessionId, email, customerId })
    if ((await readInvoiceFacts(asCustomer, [invoiceId])).length === 0) throw refuse('not_found')
  }
  const code = newSecret()
  await insertPreviewCode(ctx, sha256(code), { customerId, userId, sessionId, role })
  await audit(
    ctx,
    'portal.start-preview',
    { type: 'customer', id: customerId },
    { invoice: invoiceId ?? null, opens },
  )
  const [{ subDomain }, origin] = await Promise.all([readAccountRow(ctx), portalOriginOf(ctx)])
  const asked = { code, customerId, accountId: ctx.accountId, subDomain, shows: shownOf(invoiceId, opens) }
  return { url: origin + previewPath(asked), expires_in_s: PREVIEW_CODE_LIFE_MS / 1000 }
}

const shownOf = (invoiceId: string | undefined, opens: 'payment' | 'pdf' | null) => {
  if (invoiceId === undefined) return null
  return opens === 'pdf'
    ? { pdfPath: contract.portal.invoicePdf.path.replace(':invoice', invoiceId) }
    : { invoiceId }
}
