import type { Business } from '../state/business.ts'
import { newId } from '../state/ids.ts'
import { type Call, type Route, textAt } from '../wire/call.ts'
import { PayPalError } from '../wire/paypal-error.ts'

const INTEGRATIONS = '/v1/customer/partners/:id/merchant-integrations'

export const partnerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v2/customer/partner-referrals',
    handle(call) {
      const { world, business, body } = call
      if (business !== null) throw new PayPalError(403, 'NOT_AUTHORIZED')
      const trackingId = textAt(body, 'tracking_id')
      const returnUrl = textAt(body, 'partner_config_override.return_url')
      if (trackingId === undefined || returnUrl === undefined) throw new PayPalError(400, 'INVALID_REQUEST')
      const code = newId(40)
      world.referrals.set(code, { trackingId, returnUrl })
      return {
        status: 201,
        body: {
          links: [
            { href: `${world.origin}/v2/customer/partner-referrals/${code}`, rel: 'self', method: 'GET' },
            { href: `${world.origin}/merchantsignup/${code}`, rel: 'action_url', method: 'GET' },
          ],
        },
      }
    },
  },
  {
    method: 'GET',
    path: INTEGRATIONS,
    handle(call) {
      checkPartner(call)
      const tracked = call.query.get('tracking_id')
      const found = [...call.world.businesses.values()].find(
        ({ trackingId }) => trackingId !== null && trackingId === tracked,
      )
      if (!found) throw new PayPalError(404, 'RESOURCE_NOT_FOUND')
      return { status: 200, body: { merchant_id: found.merchantId, tracking_id: tracked } }
    },
  },
  {
    method: 'GET',
    path: `${INTEGRATIONS}/:id`,
    handle(call) {
      checkPartner(call)
      const found = call.world.businesses.get(call.ids[1]!)
      if (!found) throw new PayPalError(404, 'RESOURCE_NOT_FOUND')
      return { status: 200, body: integrationOf(call, found) }
    },
  },
]

function checkPartner({ world, business, ids }: Call): void {
  if (business !== null || ids[0] !== world.partner.partnerId) throw new PayPalError(403, 'NOT_AUTHORIZED')
}

const integrationOf = ({ world }: Call, business: Business): object => ({
  merchant_id: business.merchantId,
  tracking_id: business.trackingId ?? undefined,
  legal_name: business.name,
  payments_receivable: business.receivable,
  primary_email_confirmed: business.emailConfirmed,
  capabilities: business.features.vault
    ? [{ name: 'PAYPAL_WALLET_VAULTING_ADVANCED', status: 'ACTIVE' }]
    : [],
  oauth_integrations:
    business.trackingId === null
      ? []
      : [
          {
            integration_type: 'OAUTH_THIRD_PARTY',
            oauth_third_party: [
              { partner_client_id: world.partner.clientId, merchant_client_id: business.app.clientId },
            ],
          },
        ],
})
