import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import { consumeRateLimit, releaseRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { Actor, BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { actingAs, enterAccount, unitOfWork } from '../../../../platform/context.ts'
import { withTimeout } from '../../../../platform/control/with-timeout.ts'
import { newId } from '../../../../platform/ids.ts'
import { networkOf } from '../../../../platform/network.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { openSession } from '../../../identity/index.ts'
import { markLinkOpened, markViewed, resolvePayLink } from '../../../invoices/index.ts'
import { offerOptions } from '../../../payments/index.ts'
import { readLink } from '../../store/callers.ts'
import { readPayerInvoice } from './read-payer-invoice.ts'

type Route = typeof contract.portal.openPayLink

const MAX_MISSES = 20
const WINDOW_S = 60
/** Longest wait for a processor's payment options. */
const MAX_WAIT_MS = 2000

/**
 * Exchanges a pay link's secret for a session on its invoice or invoices, which ends with the link or after 8 hours.
 * Throws the same invoice_unknown for a link that is wrong, expired, revoked or another company's, and
 * too_many_requests after twenty of those in a minute from one network.
 */
export async function openPayLink(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  const missesKey = `pay link misses ${networkOf(uow.ip)}`
  await consumeRateLimit(uow.app, missesKey, MAX_MISSES, WINDOW_S)
  const opened = await uow.transaction((ctx) => open(ctx, uow.hostAccountId, body.token))
  await releaseRateLimit(uow.app, missesKey)
  const { token, invoice, count } = opened
  // Several invoices have ways to pay of their own.
  const options = count > 1 ? null : await optionsFor(uow, opened)
  return { token, invoice, ...(count > 1 && { several: count }), ...(options && { options }) }
}

/**
 * Returns the payment options, or null when they are unavailable. The payer then still sees the invoice and
 * requests the options again.
 */
async function optionsFor({ app, ip }: TenantlessUnitOfWork, { accountId, payer, invoice }: Opened) {
  const caller = { requestId: newId(app.clock.wallNow()), ip }
  try {
    return await withTimeout(MAX_WAIT_MS, offerOptions(unitOfWork(app, caller, payer, accountId), invoice.pk))
  } catch (error) {
    app.log.warn('payment options were not read with the link', { accountId, invoiceId: invoice.pk, error })
    return null
  }
}

interface Opened {
  readonly token: string
  readonly accountId: string
  readonly payer: Actor
  readonly invoice: HandlerReplyOf<Route>['invoice']
  /** How many invoices the link opens. */
  readonly count: number
}

async function open(ctx: BaseCtx, hostAccountId: string | null, secret: string): Promise<Opened> {
  const link = await resolvePayLink(ctx, secret)
  if (link === null || (hostAccountId ?? link.accountId) !== link.accountId) throw refuse('invoice_unknown')
  const inside = await enterAccount(ctx, link.accountId)
  const opens = await readLink(inside, link.payLinkId)
  if (opens === null) throw refuse('invoice_unknown')
  // The link uses the product's clock, the session the machine's.
  const endsAtMs = ctx.app.clock.wallNow() + (link.expiresAt - ctx.now)
  const { invoiceId, invoiceIds, customerId } = opens
  const holder = { payLinkId: link.payLinkId, invoiceId, customerId }
  const { token, sessionId } = await openSession(inside, {
    audience: 'paylink',
    accountId: link.accountId,
    endsAtMs,
    ...holder,
  })
  const payer = { kind: 'pay_link', sessionId, unlocked: false, ...holder, invoiceIds } as const
  const ofPayer = actingAs(inside, payer)
  await markLinkOpened(ofPayer, link.payLinkId)
  for (const id of invoiceIds ?? [invoiceId]) await markViewed(ofPayer, id)
  const several = invoiceIds && { invoices: invoiceIds.length }
  await audit(ofPayer, 'portal.open-pay-link', { type: 'invoice', id: invoiceId }, { ...several })
  return {
    token,
    accountId: link.accountId,
    payer,
    invoice: await readPayerInvoice(ofPayer, invoiceId),
    count: invoiceIds?.length ?? 1,
  }
}
