import type { AccountState } from '../state/account-state.ts'
import type { World } from '../state/world.ts'
import { invalidRequest } from './stripe-error.ts'

interface Authenticated {
  readonly state: AccountState
  readonly publishable: boolean
}

/** Finds the account on which a key acts. `accountId` is the connected account that the call names, if any. */
export function authenticate(
  world: World,
  key: string | undefined,
  accountId: string | undefined,
): Authenticated {
  if (key === undefined || key === '')
    throw invalidRequest(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      {},
      401,
    )
  if (key === world.apiKey || key === world.platform.publishableKey)
    return {
      state: accountId === undefined ? world.platform : world.connectedAccount(accountId),
      publishable: key !== world.apiKey,
    }
  const state =
    [...world.accounts.values()].find((one) => one.connected && one.accessToken === key) ??
    world.accountOfKey(key)
  const shown = `${key.slice(0, 8)}***${key.slice(-4)}`
  if (!state?.connected) throw invalidRequest(`Invalid API Key provided: ${shown}`, {}, 401)
  if (state.accessToken === key && state.tokenExpired)
    throw invalidRequest(`Expired API Key provided: ${shown}`, { code: 'api_key_expired' }, 401)
  if (accountId !== undefined && accountId !== state.id) throw world.refuseAccount(accountId)
  return { state, publishable: state.accessToken !== key }
}

/** Reads the key of a Bearer or Basic header. */
export function keyOf(header: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (.+)$/.exec(header ?? '') ?? []
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString().split(':')[0]
  return value === '' ? undefined : value
}
