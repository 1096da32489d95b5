import type { SignInProvider } from '../../../../../domain/people/sign-in-providers.ts'
import type { App } from '../../../../platform/context.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { chooseScopes, type Purpose } from '../../rules.ts'
import { type EncryptionBinding, encryptAuthorization } from './encrypt-authorization.ts'
import { findProvider, unwrap } from './find-provider.ts'

/** One round trip to a provider. `holder` is the session of a person who links, and null for a login. */
export interface AuthorizationFlow {
  readonly provider: SignInProvider
  readonly redirect_url: string
  readonly purpose: Purpose
  readonly holder: { readonly userId: string; readonly sessionId: string } | null
}

/** Binds a state to its flow and to the browser that holds the key. */
export const bindState = (
  { provider, redirect_url, purpose, holder }: AuthorizationFlow,
  browserKey: string,
): EncryptionBinding => ({
  kind: 'state',
  to: [
    ...[provider, redirect_url, purpose, holder?.userId ?? '', holder?.sessionId ?? ''],
    sha256(browserKey).toString('base64url'),
  ],
})

/**
 * Returns the provider's authorization address and the values that the browser stores for the callback. Throws not_found,
 * invalid_input beside redirect_url or scope, provider_unavailable.
 */
export async function startAuthorization(
  app: App,
  flow: AuthorizationFlow,
  requestedScope: string | undefined,
) {
  const { provider } = findProvider(app, flow)
  const scopes = chooseScopes(requestedScope, provider.scopes)
  if (scopes === null) throw refuseFields({ scope: [`Only ${provider.scopes.join(', ')} can be asked for.`] })
  const browserKey = newSecret()
  const secrets = { nonce: newSecret(), verifier: newSecret() }
  const state = encryptAuthorization(app, bindState(flow, browserKey), secrets)
  const request = { redirectUrl: flow.redirect_url, state, ...secrets }
  const url = unwrap(app, provider.id, await provider.authorizationUrl(request, scopes))
  return { url, data: { state, browser_key: browserKey, scope: scopes.join(' ') } }
}
