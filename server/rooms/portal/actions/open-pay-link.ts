import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { BaseCtx, OpenSteps } from '../../../platform/context.ts'
import { actingAs, enterAccount } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { returnTurn, takeTurn } from '../../../platform/throttle.ts'
import { openSession } from '../../identity/index.ts'
import { markViewed, resolvePayLink } from '../../invoices/index.ts'
import { readLink } from '../store/callers.ts'
import { readPayerInvoice } from './read-payer-invoice.ts'

type Route = typeof contract.portal.openPayLink

const MOST_MISSES = 20
const WINDOW_S = 60

/**
 * Exchanges a pay link's secret for a session on its one invoice, which ends with the link or after 8 hours. Throws
 * invoice_unknown alike for a link that is wrong, expired, revoked or another company's, and too_many_requests after
 * twenty of those in a minute from one address.
 */
export async function openPayLink(
  steps: OpenSteps,
  { body }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  const missesKey = `pay link misses ${steps.ip}`
  await takeTurn(steps.app, missesKey, MOST_MISSES, WINDOW_S)
  const opened = await steps.transaction((ctx) => open(ctx, steps.hostAccountId, body.token))
  await returnTurn(steps.app, missesKey)
  return opened
}

async function open(
  ctx: BaseCtx,
  hostAccountId: string | null,
  secret: string,
): Promise<HandlerReplyOf<Route>> {
  const link = await resolvePayLink(ctx, secret)
  if (link === null || (hostAccountId ?? link.accountId) !== link.accountId) throw refuse('invoice_unknown')
  const inside = await enterAccount(ctx, link.accountId)
  const opens = await readLink(inside, link.payLinkId)
  if (opens === null) throw refuse('invoice_unknown')
  // The link goes by the product's clock, the session by the machine's.
  const endsAtMs = ctx.app.clock.wallNow() + (link.expiresAt - ctx.now)
  const holder = { payLinkId: link.payLinkId, invoiceId: opens.invoiceId, customerId: opens.customerId }
  const { token, sessionId } = await openSession(inside, {
    audience: 'paylink',
    accountId: link.accountId,
    endsAtMs,
    ...holder,
  })
  const payer = actingAs(inside, { kind: 'pay_link', sessionId, unlocked: false, ...holder })
  await markViewed(payer, opens.invoiceId)
  await audit(payer, 'portal.open-pay-link', { type: 'invoice', id: opens.invoiceId })
  return { token, invoice: await readPayerInvoice(payer, opens.invoiceId) }
}
