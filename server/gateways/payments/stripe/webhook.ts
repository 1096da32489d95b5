import type Stripe from 'stripe'
import { failed, type InboxEvent, type Outcome, type RawRequest, succeeded } from '../port.ts'

const HEADER = 'stripe-signature'
const TOLERANCE_S = 300

/** The events that a connection asks for. The state is always fetched, so the kinds only say when to look. */
export const EVENT_KINDS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'account.application.deauthorized',
  'account.updated',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** Verifies that one of the secrets signed exactly these bytes within the last five minutes. */
export function readWebhook(
  client: Stripe,
  { headers, body, receivedAt }: RawRequest,
  secrets: readonly string[],
): Outcome<readonly InboxEvent[]> {
  const signature = headers[HEADER]
  if (signature === undefined) return refused('signature_missing')
  for (const secret of secrets) {
    try {
      return succeeded([
        eventOf(client.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, receivedAt)),
      ])
    } catch {
      // Signed with another secret, changed, or too old: all are refused alike below.
    }
  }
  return refused('signature_wrong')
}

const refused = (code: string): Outcome<never> => failed({ kind: 'invalid', code, raw: null })

function eventOf(event: Stripe.Event): InboxEvent {
  const about = event.data.object as { id?: string; payment_intent?: string | { id: string } | null }
  const said = { eventId: event.id, kind: event.type as string, recipient: event.account ?? null }
  if (said.kind.startsWith('account.'))
    return { ...said, object: 'connection', objectRef: event.account ?? about.id ?? '' }
  const intent = said.kind.startsWith('payment_intent.') ? about.id : idOf(about.payment_intent)
  return intent === undefined
    ? { ...said, object: 'other', objectRef: about.id ?? '' }
    : { ...said, object: 'payment', objectRef: intent }
}

const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id
