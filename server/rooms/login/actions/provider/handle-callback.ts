import { z } from 'zod'
import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { isWholeAnswer, PARAMETERS_MISSING } from '../../../../../domain/people/sign-in-providers.ts'
import type { ExternalPerson } from '../../../../gateways/identity-providers/port.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { decryptAuthorization, spendAuthorization } from './encrypt-authorization.ts'
import { findProvider, unwrap } from './find-provider.ts'
import { type AuthorizationFlow, bindState } from './start-authorization.ts'

const secrets = z.object({ nonce: z.string(), verifier: z.string() })

/**
 * Completes an authorization: returns the person as the provider identifies them, and the page of the callback. The state
 * is spent before the provider is called, so a code is exchanged once. Throws not_found, invalid_input beside
 * redirect_url, authorization_expired, provider_refused, provider_unavailable.
 */
export async function handleCallback(
  uow: TenantlessUnitOfWork,
  flow: Pick<AuthorizationFlow, 'purpose' | 'holder'>,
  { query, body }: Pick<InputOf<typeof contract.socialLogins.exchange>, 'query' | 'body'>,
): Promise<{ person: ExternalPerson; page: string }> {
  const { app } = uow
  const { provider, page } = findProvider(app, query)
  if (!isWholeAnswer(page, body.code, body.scope)) throw refuse('provider_refused', PARAMETERS_MISSING)
  const { state, browser_key, iss } = body.extra_data
  const binding = bindState({ ...query, ...flow }, browser_key)
  const { values, expiresAtMs } = decryptAuthorization(app, binding, state, secrets)
  await uow.transaction((ctx) => spendAuthorization(ctx, state, expiresAtMs))
  const answer = { redirectUrl: query.redirect_url, state, code: body.code, issuer: iss, ...values }
  return { person: unwrap(app, provider.id, await provider.identify(answer)), page }
}
