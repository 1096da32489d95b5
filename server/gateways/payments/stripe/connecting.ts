import type Stripe from 'stripe'
import type { StripeSettings } from '../../../platform/processors/stripe-settings.ts'
import {
  type AccountInfo,
  type Connection,
  type Credentials,
  failed,
  type Outcome,
  type PaymentProcessor,
  succeeded,
} from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'
import { accountLinks, missingTexts } from './opening-accounts.ts'
import { EVENT_KINDS } from './webhook.ts'

type Connecting = Required<
  Pick<
    PaymentProcessor,
    'callbackPath' | 'connectStart' | 'connectFinish' | 'disconnect' | 'health' | 'subscribe'
  >
> &
  Pick<PaymentProcessor, 'openAccount' | 'accountPage'>

/** Connects businesses by Stripe Connect's OAuth. Calls use the platform's key and name the business. */
export const connecting = (client: Stripe, settings: StripeSettings): Connecting => ({
  callbackPath: '/stripe-callback',
  async connectStart({ state, redirectUri }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: settings.clientId,
      scope: 'read_write',
      redirect_uri: redirectUri,
      state,
    })
    return { url: `${settings.connectUrl}/oauth/authorize?${query}` }
  },
  async connectFinish({ code = '' }) {
    const answered = await callStripe('write', () =>
      client.oauth.token({ grant_type: 'authorization_code', code }),
    )
    if (!answered.ok) return answered
    return credentialsOf(answered.value)
  },
  async disconnect(connection) {
    const ended = await callStripe('write', () =>
      client.oauth.deauthorize({
        client_id: settings.clientId,
        stripe_user_id: connection.remoteId ?? '',
      }),
    )
    return ended.ok ? succeeded(undefined) : ended
  },
  ...(settings.publishableKey !== null && accountLinks(client, settings, settings.publishableKey)),
  health: (connection) => readAccount(client, connection),
  async subscribe(connection, url, key) {
    const made = await callStripe('write', () =>
      client.webhookEndpoints.create({ url, enabled_events: [...EVENT_KINDS] }, inNameOf(connection, key)),
    )
    if (!made.ok) return made
    const { secret } = made.value
    return secret ? succeeded({ secret }) : failed({ kind: 'unsupported', code: 'no_secret', raw: null })
  },
})

function credentialsOf(token: Stripe.OAuthToken): Outcome<Credentials> {
  const { stripe_user_id: remoteId, stripe_publishable_key: key } = token
  if (!remoteId || !key) return failed({ kind: 'invalid', code: 'token_incomplete', raw: null })
  // Calls use the platform's key, so the business's own tokens are not kept.
  return succeeded({ remoteId, publishableKey: key, live: token.livemode === true })
}

async function readAccount(client: Stripe, connection: Connection): Promise<Outcome<AccountInfo>> {
  const read = await callStripe('read', () =>
    client.accounts.retrieve(connection.remoteId ?? '', undefined, inNameOf(connection)),
  )
  if (!read.ok) return read
  const { id, business_profile, settings, email, charges_enabled, requirements } = read.value
  const name = business_profile?.name || settings?.dashboard.display_name || email || id
  const missing = charges_enabled ? [] : missingTexts(requirements?.currently_due ?? [])
  return succeeded({ remoteId: id, name, chargesEnabled: charges_enabled, missing })
}
