import type { Webhook } from '../state/business.ts'
import { newId } from '../state/ids.ts'
import { type Call, type Route, textAt, valueAt } from '../wire/call.ts'
import { PayPalError } from '../wire/paypal-error.ts'

const MOST = 10

/** `isGenuine`: whether a transmission is one of ours. */
export const webhookRoutes = (isGenuine: (transmission: object, json: string) => boolean): Route[] => [
  {
    method: 'POST',
    path: '/v1/notifications/webhooks',
    handle(call) {
      const url = textAt(call.body, 'url')
      const kinds = ((valueAt(call.body, 'event_types') ?? []) as { name: string }[]).map(({ name }) => name)
      if (url === undefined || kinds.length === 0) throw new PayPalError(400, 'VALIDATION_ERROR')
      const webhooks = webhooksOf(call)
      if ([...webhooks.values()].some((one) => one.url === url))
        throw new PayPalError(400, 'WEBHOOK_URL_ALREADY_EXISTS')
      if (webhooks.size >= MOST) throw new PayPalError(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED')
      const webhook: Webhook = { id: newId(), url, kinds }
      webhooks.set(webhook.id, webhook)
      return { status: 201, body: shown(webhook) }
    },
  },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks',
    handle: (call) => ({ status: 200, body: { webhooks: [...webhooksOf(call).values()].map(shown) } }),
  },
  {
    method: 'DELETE',
    path: '/v1/notifications/webhooks/:id',
    handle(call) {
      if (!webhooksOf(call).delete(call.ids[0]!)) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
      return { status: 204, body: null }
    },
  },
  {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    handle(call) {
      const failing = call.world.switches.verifiesAsFailure
      const genuine = !failing && webhooksOf(call).has(textAt(call.body, 'webhook_id') ?? '')
      const verified = genuine && isGenuine(call.body as object, call.json)
      return { status: 200, body: { verification_status: verified ? 'SUCCESS' : 'FAILURE' } }
    },
  },
]

/** A partner has its own webhooks, also when it names a business. */
const webhooksOf = ({ world, business, byPartner }: Call): Map<string, Webhook> =>
  business === null || byPartner ? world.partnerWebhooks : business.webhooks

const shown = ({ id, url, kinds }: Webhook) => ({
  id,
  url,
  event_types: kinds.map((name) => ({ name })),
  links: [],
})
