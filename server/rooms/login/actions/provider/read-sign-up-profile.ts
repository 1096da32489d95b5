import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { SIGN_IN_PROVIDERS } from '../../../../../domain/people/sign-in-providers.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { redirectUrlsOf } from '../../rules.ts'

type Read = typeof contract.socialLogins.signUpProfile

/** Describes a sign-up by a provider: its scopes, its redirect addresses and whether it asks for an email address. Throws not_found for a provider that is not configured. */
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
    redirect_urls: redirectUrlsOf(app.config.appOrigin, provider.id),
    require_email: provider.id === 'xero' || provider.id === 'facebook',
  }
}
