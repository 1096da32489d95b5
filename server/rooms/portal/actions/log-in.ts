import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { normalizeEmail } from '../../../../domain/person-text.ts'
import type { BaseCtx, OpenSteps } from '../../../platform/context.ts'
import { enterAccount } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { logInStaff } from '../../accounts/index.ts'
import { provePassword } from '../../identity/index.ts'
import { findPortalUserByEmail, holdPortalUser, setPortalPasswordHash } from '../store/portal-users.ts'
import { companyMeant } from './find-company-meant.ts'
import { startPortalSession } from './start-portal-session.ts'

type Route = typeof contract.identity.logIn
type SignedIn = HandlerReplyOf<Route>

/**
 * Signs in: to the business app, or, where a company is meant, to its portal. The two know nothing of each other's
 * people. Throws login_failed alike for whatever is wrong, or too_many_requests.
 */
export async function logIn(steps: OpenSteps, { body }: InputOf<Route>): Promise<SignedIn> {
  const company = await companyMeant(steps, body.sub_domain)
  return company === 'none' ? logInStaff(steps, body) : logInCustomer(steps, company, body)
}

async function logInCustomer(
  steps: OpenSteps,
  company: { accountId: string | null },
  given: { email: string; password: string },
): Promise<SignedIn> {
  const { accountId } = company
  const email = normalizeEmail(given.email)
  const attempt = { key: `portal ${accountId} ${email}`, password: given.password }
  const find = async (ctx: BaseCtx) =>
    accountId === null ? null : findPortalUserByEmail(await enterAccount(ctx, accountId), email)
  const { who, freshHash } = await provePassword(steps, attempt, find)
  return steps.transaction(async (base) => {
    const ctx = await enterAccount(base, accountId ?? '')
    const user = await holdPortalUser(ctx, who.id)
    // A reset may have come between: then this login is with the former password.
    if (user === null || user.disabled || user.passwordHash !== who.passwordHash) throw refuse('login_failed')
    if (freshHash) await setPortalPasswordHash(ctx, user.id, freshHash)
    const signedIn = await startPortalSession(ctx, user, 'portal.log-in')
    if (signedIn === null) throw refuse('login_failed')
    return signedIn
  })
}
