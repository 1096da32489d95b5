import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { normalizeEmail } from '../../../../domain/person-text.ts'
import type { OpenSteps } from '../../../platform/context.ts'
import { enterAccount } from '../../../platform/context.ts'
import { hideDuration, sendResetLink } from '../../identity/index.ts'
import { companyMeant } from './find-company-meant.ts'
import { sendPortalResetLink } from './send-portal-reset-link.ts'

/** Longer than the work takes, whether there is any or not. */
const ANSWER_AFTER_MS = 250

/** Mails a link to set a new password, in the business app or a company's portal. Says the same whoever asks. */
export async function forgotPassword(
  steps: OpenSteps,
  { body }: InputOf<typeof contract.identity.forgotPassword>,
): Promise<{ detail: string }> {
  await hideDuration(ANSWER_AFTER_MS, sendTo(steps, normalizeEmail(body.email), body.sub_domain))
  return { detail: 'If there is an account with this address, we have sent a link to it.' }
}

async function sendTo(steps: OpenSteps, email: string, named: string | undefined): Promise<void> {
  const company = await companyMeant(steps, named)
  if (company === 'none') return steps.transaction((ctx) => sendResetLink(ctx, email))
  const { accountId } = company
  if (accountId === null) return
  await steps.transaction(async (ctx) => sendPortalResetLink(await enterAccount(ctx, accountId), email))
}
