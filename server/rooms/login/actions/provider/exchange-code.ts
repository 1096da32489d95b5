import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { findLinked } from '../../../identity/index.ts'
import { nextPath } from '../../rules.ts'
import { handleCallback } from './handle-callback.ts'
import { issueProviderToken } from './issue-provider-token.ts'

type Exchange = typeof contract.socialLogins.exchange

/**
 * Exchanges a callback for a one-time token that names the person at the provider. Opens no session. Throws the errors of
 * `handleCallback`.
 */
export async function exchangeCode(
  uow: TenantlessUnitOfWork,
  input: InputOf<Exchange>,
): Promise<HandlerReplyOf<Exchange>> {
  const { provider } = input.query
  const { person, page } = await handleCallback(uow, { purpose: 'log-in', holder: null }, input)
  const { subject, email, emailVerified } = person
  const known = (await uow.transaction((ctx) => findLinked(ctx, { provider, subject }))) !== null
  return {
    token: issueProviderToken(uow.app, { provider, subject, email, emailVerified }),
    scope: input.body.scope,
    redirect: nextPath(provider, page, { known, email }),
    known,
    profile: {
      email,
      email_verified: emailVerified,
      first_name: person.firstName,
      last_name: person.lastName,
    },
  }
}
