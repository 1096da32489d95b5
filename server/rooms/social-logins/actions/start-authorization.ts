import type { SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import type { App } from '../../../platform/context.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { chooseScopes, type Purpose } from '../rules.ts'
import { providerOf, unwrap } from './provider-of.ts'
import { type StateBinding, sealAuthorization } from './seal-authorization.ts'

/** For what somebody goes to which provider, and who: a session's person for a link, nobody for a login. */
export interface AuthorizationFlow {
  readonly provider: SignInProvider
  readonly redirect_url: string
  readonly purpose: Purpose
  readonly holder: { readonly userId: string; readonly sessionId: string } | null
}

/** The journey that a state belongs to; it opens for no other, and in no other browser. */
export const boundTo = (
  { provider, redirect_url, purpose, holder }: AuthorizationFlow,
  browserKey: string,
): StateBinding => ({
  what: 'errand',
  to: [
    ...[provider, redirect_url, purpose, holder?.userId ?? '', holder?.sessionId ?? ''],
    sha256(browserKey).toString('base64url'),
  ],
})

/**
 * The address of the provider, and what the browser keeps for the way back. Throws not_found, invalid_input beside
 * redirect_url or scope, provider_unavailable.
 */
export async function startAuthorization(
  app: App,
  journey: AuthorizationFlow,
  askedScope: string | undefined,
) {
  const { provider } = providerOf(app, journey)
  const scopes = chooseScopes(askedScope, provider.scopes)
  if (scopes === null) throw refuseFields({ scope: [`Only ${provider.scopes.join(', ')} can be asked for.`] })
  const browserKey = newSecret()
  const secrets = { nonce: newSecret(), verifier: newSecret() }
  const state = sealAuthorization(app, boundTo(journey, browserKey), secrets)
  const errand = { redirectUrl: journey.redirect_url, state, ...secrets }
  const url = unwrap(app, provider.id, await provider.authorizationUrl(errand, scopes))
  return { url, data: { state, browser_key: browserKey, scope: scopes.join(' ') } }
}
