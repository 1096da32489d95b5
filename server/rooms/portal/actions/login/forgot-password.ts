import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import { equalizeTiming, sendResetLink } from '../../../identity/index.ts'
import { companyMeant } from './find-company-meant.ts'
import { sendPortalResetLink } from './send-portal-reset-link.ts'

/** Longer than the work takes, whether there is any or not. */
const ANSWER_AFTER_MS = 250

/** Mails a link to set a new password, in the business app or a company's portal. Says the same whoever asks. */
export async function forgotPassword(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<typeof contract.identity.forgotPassword>,
): Promise<{ detail: string }> {
  await equalizeTiming(ANSWER_AFTER_MS, sendTo(uow, normalizeEmail(body.email), body.sub_domain))
  return { detail: 'If there is an account with this address, we have sent a link to it.' }
}

async function sendTo(uow: TenantlessUnitOfWork, email: string, named: string | undefined): Promise<void> {
  const company = await companyMeant(uow, named)
  if (company === 'none') return uow.transaction((ctx) => sendResetLink(ctx, email))
  const { accountId } = company
  if (accountId === null) return
  await uow.transaction(async (ctx) => sendPortalResetLink(await enterAccount(ctx, accountId), email))
}
