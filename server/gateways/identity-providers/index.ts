import { SIGN_IN_PROVIDER_IDS } from '../../../domain/people/sign-in-providers.ts'
import type { SignInClients } from '../../platform/auth/sign-in-settings.ts'
import { createFacebookProvider } from './facebook.ts'
import { GOOGLE } from './google.ts'
import { createOpenIdProvider } from './openid.ts'
import type { IdentityProvider } from './port.ts'
import { QUICKBOOKS } from './quickbooks.ts'
import { XERO } from './xero.ts'

const OPEN_ID = { google: GOOGLE, quickbooks: QUICKBOOKS, xero: XERO } as const

/** Returns the configured providers in display order. `nowMs` is the system clock. */
export function createIdentityProviders(clients: SignInClients, nowMs: () => number): IdentityProvider[] {
  return SIGN_IN_PROVIDER_IDS.flatMap((id) => {
    const client = clients[id]
    if (client === undefined) return []
    return id === 'facebook'
      ? [createFacebookProvider(client)]
      : [createOpenIdProvider(OPEN_ID[id], client, nowMs)]
  })
}
