import { z } from 'zod'
import type { PayPalPartner } from '../../../platform/processors/paypal-settings.ts'
import {
  type AccountInfo,
  type Connection,
  type Credentials,
  failed,
  type KeyField,
  type Outcome,
  type PaymentProcessor,
  succeeded,
} from '../port.ts'
import { partnerAccess } from './access.ts'
import type { PayPalClient } from './client.ts'
import { featuresOf } from './features.ts'
import { EVENT_KINDS, secretOfWebhook, webhookOfSecret } from './webhook.ts'

const KEY_FIELDS: readonly KeyField[] = [
  {
    name: 'world',
    label: 'Environment',
    help: 'Sandbox keys move no money. Use them to try PayPal.',
    secret: false,
    required: true,
    choices: [
      { value: 'live', label: 'Live payments' },
      { value: 'sandbox', label: 'PayPal’s Sandbox' },
    ],
  },
  {
    name: 'client_id',
    label: 'Client ID',
    help: 'At developer.paypal.com under Apps & Credentials, in your app of type Merchant.',
    secret: false,
    required: true,
  },
  {
    name: 'secret',
    label: 'Secret key',
    help: 'Beside the client ID. Turn on Transaction search, Save payment methods and Customer disputes in the app to use them here.',
    secret: true,
    required: true,
  },
]

type ByKeys = Required<
  Pick<PaymentProcessor, 'keyFields' | 'connectWithKeys' | 'disconnect' | 'health' | 'subscribe'>
>
type ByLink = Required<Pick<PaymentProcessor, 'callbackPath' | 'connectStart' | 'connectFinish'>>

/** Connects a business by its own REST keys, and looks after any connection. */
export const connecting = (client: PayPalClient): ByKeys => ({
  keyFields: KEY_FIELDS,
  connectWithKeys: (values) => connectWithKeys(client, values),
  async disconnect(connection) {
    const { credentials } = connection
    // A partner's webhook serves all businesses. The business itself ends what it granted, in its settings at PayPal.
    if (!credentials?.publishableKey || !credentials.webhookSecret) return succeeded(undefined)
    const id = webhookOfSecret(credentials.webhookSecret)
    const removed = await client.call(connection, {
      method: 'DELETE',
      path: `/v1/notifications/webhooks/${encodeURIComponent(id)}`,
      kind: 'write',
      shape: z.unknown(),
    })
    if (removed.ok) return succeeded(undefined)
    const gone = ['not_found', 'not_connected', 'auth', 'invalid'].includes(removed.error.kind)
    return gone ? succeeded(undefined) : removed
  },
  health: (connection) => readHealth(client, connection),
  async subscribe(connection, url) {
    if (connection.credentials?.publishableKey) return createWebhook(client, connection, url)
    const id = client.settings.partner?.webhookId
    return id
      ? succeeded({ secret: secretOfWebhook(id) })
      : failed({ kind: 'unsupported', code: 'no_partner_webhook', raw: null })
  },
})

async function connectWithKeys(
  client: PayPalClient,
  { client_id: clientId = '', secret = '', world = 'live' }: Readonly<Record<string, string>>,
): Promise<Outcome<Credentials>> {
  const live = world !== 'sandbox'
  const apiUrl = client.settings.apiUrls[live ? 'live' : 'sandbox']
  const token = await client.tokenOf({ apiUrl, clientId, secret, merchantId: null })
  if (!token.ok)
    return token.error.kind === 'not_connected' || token.error.kind === 'auth'
      ? failed({ ...token.error, kind: 'auth' })
      : token
  return succeeded({
    accessToken: secret,
    publishableKey: clientId,
    remoteId: clientId,
    live,
    features: featuresOf(token.value.scopes),
  })
}

/** Finds the webhook of our address, or creates it: an address can be entered once for the same keys. */
async function createWebhook(
  client: PayPalClient,
  connection: Connection,
  url: string,
): Promise<Outcome<{ secret: string }>> {
  const listed = await client.call(connection, {
    method: 'GET',
    path: '/v1/notifications/webhooks',
    kind: 'read',
    shape: z.object({ webhooks: z.array(z.object({ id: z.string(), url: z.string() })).default([]) }),
  })
  if (!listed.ok) return listed
  const known = listed.value.webhooks.find((one) => one.url === url)
  if (known) return succeeded({ secret: secretOfWebhook(known.id) })
  const made = await client.call(connection, {
    method: 'POST',
    path: '/v1/notifications/webhooks',
    kind: 'write',
    body: { url, event_types: EVENT_KINDS.map((name) => ({ name })) },
    shape: z.object({ id: z.string() }),
  })
  return made.ok ? succeeded({ secret: secretOfWebhook(made.value.id) }) : made
}

const integrationShape = z.object({
  merchant_id: z.string(),
  payments_receivable: z.boolean().default(false),
  primary_email_confirmed: z.boolean().default(false),
  legal_name: z.string().optional(),
  capabilities: z.array(z.object({ name: z.string(), status: z.string().optional() })).default([]),
  oauth_integrations: z.array(z.unknown()).default([]),
})

const readIntegration = (client: PayPalClient, partner: PayPalPartner, merchantId: string) =>
  client.callWith(partnerAccess(client.settings, partner), {
    method: 'GET',
    path: `/v1/customer/partners/${partner.partnerId}/merchant-integrations/${encodeURIComponent(merchantId)}`,
    kind: 'read',
    shape: integrationShape,
  })

async function readHealth(client: PayPalClient, connection: Connection): Promise<Outcome<AccountInfo>> {
  const { credentials, remoteId = '' } = connection
  if (credentials?.publishableKey) {
    const apiUrl = client.settings.apiUrls[credentials.live ? 'live' : 'sandbox']
    const { publishableKey: clientId, accessToken: secret = '' } = credentials
    const token = await client.tokenOf({ apiUrl, clientId, secret, merchantId: null })
    return token.ok ? succeeded({ remoteId, name: '', chargesEnabled: true }) : token
  }
  const { partner } = client.settings
  if (!partner) return failed({ kind: 'not_connected', code: 'no_partner', raw: null })
  const read = await readIntegration(client, partner, remoteId)
  if (!read.ok) return read.error.kind === 'not_found' ? failed(ended(read.error)) : read
  const { oauth_integrations: granted, legal_name = '', ...business } = read.value
  if (granted.length === 0) return failed({ kind: 'not_connected', code: 'consent_revoked', raw: null })
  return succeeded({
    remoteId,
    name: legal_name,
    chargesEnabled: business.payments_receivable && business.primary_email_confirmed,
  })
}

const ended = <T extends object>(error: T) => ({
  ...error,
  kind: 'not_connected' as const,
  code: 'no_merchant',
  raw: null,
})

const referralShape = z.object({ links: z.array(z.object({ href: z.string(), rel: z.string() })) })

/** Connects a business by a partner's link: it logs in at PayPal, or opens an account there, and agrees. */
export const connectingByLink = (client: PayPalClient, partner: PayPalPartner): ByLink => ({
  callbackPath: '/paypal-callback',
  async connectStart({ state, redirectUri }) {
    const made = await client.callWith(partnerAccess(client.settings, partner), {
      method: 'POST',
      path: '/v2/customer/partner-referrals',
      kind: 'read',
      body: referralOf(state, redirectUri),
      shape: referralShape,
    })
    const url = made.ok && made.value.links.find(({ rel }) => rel === 'action_url')?.href
    if (!url) throw new Error(`PayPal made no referral: ${made.ok ? 'no link' : made.error.code}`)
    return { url }
  },
  async connectFinish({ state = '' }) {
    const access = partnerAccess(client.settings, partner)
    // The checked state is what we sent along, and what PayPal returned as merchantId. The ids in the address could be anybody's.
    const found = await client.callWith(access, {
      method: 'GET',
      path: `/v1/customer/partners/${partner.partnerId}/merchant-integrations?${new URLSearchParams({ tracking_id: state })}`,
      kind: 'read',
      shape: z.object({ merchant_id: z.string() }),
    })
    if (!found.ok)
      return found.error.kind === 'not_found' ? failed({ ...found.error, kind: 'invalid' }) : found
    const business = await readIntegration(client, partner, found.value.merchant_id)
    if (!business.ok) return business
    return credentialsOf(business.value, partner)
  },
})

/** The state returns as the tracking id, since a return address has no room for it. */
const referralOf = (state: string, redirectUri: string) => ({
  tracking_id: state,
  partner_config_override: { return_url: redirectUri },
  operations: [
    {
      operation: 'API_INTEGRATION',
      api_integration_preference: {
        rest_api_integration: {
          integration_method: 'PAYPAL',
          integration_type: 'THIRD_PARTY',
          third_party_details: {
            features: [
              'PAYMENT',
              'REFUND',
              'ACCESS_MERCHANT_INFORMATION',
              'READ_SELLER_DISPUTE',
              'ADVANCED_TRANSACTIONS_SEARCH',
              'VAULT',
              'BILLING_AGREEMENT',
            ],
          },
        },
      },
    },
  ],
  products: ['EXPRESS_CHECKOUT'],
  legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
})

function credentialsOf(
  business: z.output<typeof integrationShape>,
  { world }: PayPalPartner,
): Outcome<Credentials> {
  const problem = problemOf(business)
  if (problem !== null)
    return failed({ kind: 'invalid', code: 'not_ready', businessMessage: problem, raw: null })
  const stores = business.capabilities.some(
    ({ name, status }) => name === 'PAYPAL_WALLET_VAULTING_ADVANCED' && status === 'ACTIVE',
  )
  return succeeded({
    accessToken: 'by partner',
    remoteId: business.merchant_id,
    live: world === 'live',
    features: [...(stores ? ['vault'] : []), 'reporting', 'disputes'],
  })
}

function problemOf(business: z.output<typeof integrationShape>): string | null {
  if (business.oauth_integrations.length === 0)
    return 'Access was not granted at PayPal. Connect again and agree there.'
  if (!business.primary_email_confirmed)
    return 'Confirm your email address at PayPal first, then connect again.'
  if (!business.payments_receivable)
    return 'Your PayPal account can’t receive money yet. Log in at PayPal to see what is missing, then connect again.'
  return null
}
