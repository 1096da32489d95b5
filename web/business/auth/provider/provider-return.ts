import { contract } from '../../../../contract/index.ts'
import {
  isWholeAnswer,
  PARAMETERS_MISSING,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from '../../../../domain/people/sign-in-providers.ts'
import type { Session } from '../../../session/session.ts'
import { rememberNewcomer } from '../newcomer.ts'
import { redirectUrlOf, type Trip, takeTrip } from './provider-trip.ts'

/** Result of a provider callback. */
export type Outcome =
  | { readonly kind: 'go-on'; readonly to: string; readonly toast?: string }
  | { readonly kind: 'log-in'; readonly token: string; readonly next: string }
  | { readonly kind: 'failed'; readonly cause: string; readonly retry: string }

const NOT_BEGUN = 'This attempt expired, was already used or began in another browser. Please start again.'

/** Path at which to try again. */
const retryOf = (page: string, trip: Trip | null): string => {
  if (trip?.purpose === 'link') return '/settings/profile'
  return page === '/sso/xero/signup/end' ? '/sso/xero/signup/start' : '/login'
}

/**
 * Our texts for a provider's refusal. The provider's own text is not shown, because anybody can write it into
 * the address.
 */
export const refusalText = (error: string, name: string): string =>
  error === 'access_denied'
    ? `You declined at ${name}. Nothing was changed.`
    : `${name} reported an error. Nothing was changed. Please try again.`

/** Completes the authorization with the callback's query parameters. Throws ApiError. */
export async function finishTrip(
  session: Session,
  provider: SignInProvider,
  page: string,
  came: URLSearchParams,
): Promise<Outcome> {
  const trip = takeTrip(provider)
  const retry = retryOf(page, trip)
  const failed = (cause: string): Outcome => ({ kind: 'failed', cause, retry })
  const value = (name: string) => came.get(name) ?? ''
  if (value('error') !== '') return failed(refusalText(value('error'), SIGN_IN_PROVIDERS[provider].name))
  if (!isWholeAnswer(page, value('code'), value('scope'))) return failed(PARAMETERS_MISSING)
  if (trip === null || trip.state !== value('state')) return failed(NOT_BEGUN)
  const given = {
    query: { provider, redirect_url: redirectUrlOf(page) },
    body: { code: value('code'), scope: value('scope'), extra_data: broughtBack(trip, came) },
  }
  try {
    if (trip.purpose === 'link') {
      const { detail } = await session.call(contract.socialLogins.connect, given)
      return { kind: 'go-on', to: '/settings/profile', toast: detail }
    }
    const { token, redirect, known, profile } = await session.call(contract.socialLogins.exchange, given)
    if (known) return { kind: 'log-in', token, next: trip.next ?? redirect }
    rememberNewcomer({ provider, token, profile })
    return { kind: 'go-on', to: redirect }
  } catch (error) {
    if (error instanceof Error) return failed(error.message)
    throw error
  }
}

const broughtBack = ({ state, browser_key }: Trip, came: URLSearchParams) => {
  const [iss, realmId] = [came.get('iss'), came.get('realmId')]
  return { state, browser_key, ...(iss !== null && { iss }), ...(realmId !== null && { realmId }) }
}
