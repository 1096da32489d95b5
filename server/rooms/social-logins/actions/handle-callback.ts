import { z } from 'zod'
import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { PARAMETERS_MISSING } from '../../../../domain/people/sign-in-providers.ts'
import type { ExternalPerson } from '../../../gateways/identity-providers/port.ts'
import type { TenantlessUnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { isWhole } from '../rules.ts'
import { providerOf, unwrap } from './provider-of.ts'
import { openAuthorization, spend } from './seal-authorization.ts'
import { type AuthorizationFlow, boundTo } from './start-authorization.ts'

const secrets = z.object({ nonce: z.string(), verifier: z.string() })

/**
 * Who came back from a journey, by the provider's word. The state is used up before the provider is asked, so that a code is
 * exchanged once. Throws not_found, invalid_input beside redirect_url, authorization_expired, provider_refused,
 * provider_unavailable.
 */
export async function handleCallback(
  uow: TenantlessUnitOfWork,
  about: Pick<AuthorizationFlow, 'purpose' | 'holder'>,
  { query, body }: Pick<InputOf<typeof contract.socialLogins.exchange>, 'query' | 'body'>,
): Promise<{ person: ExternalPerson; page: string }> {
  const { app } = uow
  const { provider, page } = providerOf(app, query)
  if (!isWhole(page, body.code, body.scope)) throw refuse('provider_refused', PARAMETERS_MISSING)
  const { state, browser_key, iss } = body.extra_data
  const bound = boundTo({ ...query, ...about }, browser_key)
  const { values, expiresAtMs } = openAuthorization(app, bound, state, secrets)
  await uow.transaction((ctx) => spend(ctx, state, expiresAtMs))
  const answer = { redirectUrl: query.redirect_url, state, code: body.code, issuer: iss, ...values }
  return { person: unwrap(app, provider.id, await provider.identify(answer)), page }
}
