import type { SignInClients } from '../../platform/sign-in-settings.ts'
import { createFacebookProvider } from './facebook.ts'
import { GOOGLE } from './google.ts'
import { createOpenIdProvider } from './openid.ts'
import type { IdentityProvider } from './port.ts'
import { QUICKBOOKS } from './quickbooks.ts'
import { XERO } from './xero.ts'

/** The providers that are set up, and no other. `nowMs` is the machine's clock. */
export function createIdentityProviders(clients: SignInClients, nowMs: () => number): IdentityProvider[] {
  const openId = [GOOGLE, QUICKBOOKS, XERO].flatMap((kind) => {
    const client = clients[kind.id]
    return client ? [createOpenIdProvider(kind, client, nowMs)] : []
  })
  return clients.facebook ? [...openId, createFacebookProvider(clients.facebook)] : openId
}
