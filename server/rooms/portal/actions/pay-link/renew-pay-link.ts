import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { countRateLimit } from '../../../../platform/auth/rate-limit.ts'
import { actingAs, enterAccount, type TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { equalizeTiming } from '../../../identity/index.ts'
import { findPayLinkIssuer, linkedInvoices, mailJointPayLink, mailPayLink } from '../../../invoices/index.ts'

/** Longer than the work takes in either case, so that the response time reveals nothing. */
const ANSWER_AFTER_MS = 250
/** Mails per invoice and hour, over all its links. */
const MOST = 3
const HOUR_S = 3600

/**
 * Mails the customer of an old pay link a new one. The answer is the same for every secret. A revoked link
 * is not renewed, because the company withdrew it.
 */
export async function renewPayLink(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<typeof contract.portal.renewPayLink>,
): Promise<{ detail: string }> {
  await equalizeTiming(ANSWER_AFTER_MS, mailNewLink(uow, body.token))
  return {
    detail: msg('If this invoice is still open, we emailed a new link to the address on file.'),
  }
}

async function mailNewLink(uow: TenantlessUnitOfWork, token: string): Promise<void> {
  const link = await uow.transaction((ctx) => findPayLinkIssuer(ctx, token, uow.hostAccountId))
  if (link === null || link.revoked) return
  const { hits } = await countRateLimit(uow.app, `new pay link ${link.invoiceId}`, HOUR_S)
  if (hits > MOST) return
  await uow.transaction(async (ctx) => {
    const inside = await enterAccount(ctx, link.accountId)
    const acting = actingAs(inside, { kind: 'system', job: 'renew-pay-link' })
    if (!link.several) return mailPayLink(acting, link.invoiceId)
    const opened = await linkedInvoices(acting, link.payLinkId)
    await mailJointPayLink(
      acting,
      opened.map((one) => one.invoiceId),
    )
  })
}
