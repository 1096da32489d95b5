import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { SIGN_IN_PROVIDERS } from '../../../../domain/people/sign-in-providers.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { pagesOf } from '../rules.ts'

type Read = typeof contract.socialLogins.signUpProfile

/** What a sign-up with a provider is like. Throws not_found for one that is not set up. */
export async function readSignUpProfile(
  { app }: BaseCtx,
  { params }: InputOf<Read>,
): Promise<HandlerReplyOf<Read>> {
  const provider = app.identityProviders.get(params.provider)
  if (provider === undefined) throw refuse('not_found')
  return {
    provider: provider.id,
    name: SIGN_IN_PROVIDERS[provider.id].name,
    lead: provider.id,
    scopes: [...provider.scopes],
    redirect_urls: pagesOf(app.config.appOrigin, provider.id),
    require_email: provider.id === 'xero' || provider.id === 'facebook',
  }
}
