import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import { equalizeTiming, sendResetLink } from '../../../identity/index.ts'
import { findRequestedPortal } from '../session/find-requested-portal.ts'
import { sendPortalResetLink } from './send-portal-reset-link.ts'

/** Longer than the slowest outcome takes. */
const REPLY_AFTER_MS = 250

/** Mails a link that sets a new password, for the business app or a portal. The reply is the same for an unknown address. */
export async function requestPasswordReset(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<typeof contract.identity.forgotPassword>,
): Promise<{ detail: string }> {
  await equalizeTiming(REPLY_AFTER_MS, sendLink(uow, normalizeEmail(body.email), body.sub_domain))
  return { detail: msg('If this address has an account, we sent it a link.') }
}

async function sendLink(
  uow: TenantlessUnitOfWork,
  email: string,
  subDomain: string | undefined,
): Promise<void> {
  const portal = await findRequestedPortal(uow, subDomain)
  if (portal === 'none') return uow.transaction((ctx) => sendResetLink(ctx, email))
  const { accountId } = portal
  if (accountId === null) return
  await uow.transaction(async (ctx) => sendPortalResetLink(await enterAccount(ctx, accountId), email))
}
