import type { SignInProvider } from '../../../../../domain/people/sign-in-providers.ts'
import type { IdentityProvider, Result } from '../../../../gateways/identity-providers/port.ts'
import type { App } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { pageOf } from '../../rules.ts'

/** Returns a configured provider and the page that `redirect_url` names. Throws not_found, or invalid_input for another address. */
export function findProvider(
  app: App,
  { provider: id, redirect_url }: { provider: SignInProvider; redirect_url: string },
): { provider: IdentityProvider; page: string } {
  const provider = app.identityProviders.get(id)
  if (provider === undefined) throw refuse('not_found')
  const page = pageOf(app.config.appOrigin, id, redirect_url)
  if (page === null)
    throw refuseFields({
      redirect_url: [`This has to be a page of ${app.config.appOrigin} for this provider.`],
    })
  return { provider, page }
}

/** Returns the value of a provider's result. Logs a failure and throws provider_refused or provider_unavailable. */
export function unwrap<T>(app: App, provider: string, result: Result<T>): T {
  if (result.ok) return result.value
  app.log.warn('identity provider', { provider, because: result.because, result: result.log })
  throw refuse(result.because === 'refused' ? 'provider_refused' : 'provider_unavailable')
}
