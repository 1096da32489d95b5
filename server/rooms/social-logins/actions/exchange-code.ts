import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { TenantlessUnitOfWork } from '../../../platform/context.ts'
import { findLinked } from '../../identity/index.ts'
import { wayOn } from '../rules.ts'
import { handleCallback } from './handle-callback.ts'
import { issueProviderToken } from './provider-token.ts'

type Exchange = typeof contract.socialLogins.exchange

/** Who somebody is at the provider they come back from, as a token of ours. Opens nothing yet. Throws as `handleCallback` does. */
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
    redirect: wayOn(provider, page, { known, email }),
    known,
    profile: {
      email,
      email_verified: emailVerified,
      first_name: person.firstName,
      last_name: person.lastName,
    },
  }
}
