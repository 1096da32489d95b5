import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import {
  type Connection,
  failed,
  type InboxEvent,
  type Outcome,
  type RawRequest,
  succeeded,
} from '../port.ts'
import type { Certificates } from './certificates.ts'
import type { PayPalClient } from './client.ts'

import { CAPTURE_PREFIX, DISPUTED_PREFIX } from './orders.ts'

/** The events that a connection asks for. The state is always fetched, so the kinds only say when to look. */
export const EVENT_KINDS = [
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
  'MERCHANT.PARTNER-CONSENT.REVOKED',
] as const

/** PayPal delivers again for three days. */
const OLDEST_MS = 4 * DAY_MS
const CLOCK_SLACK_MS = 10 * MINUTE_MS
const ALGORITHM = 'SHA256withRSA'

/** A webhook's id is no secret, but PayPal signs it with each event, so that an event counts at one address only. */
const SECRET_PREFIX = 'paypal webhook id: '

export const secretOfWebhook = (id: string): string => `${SECRET_PREFIX}${id}`
export const webhookOfSecret = (secret: string): string => secret.slice(SECRET_PREFIX.length)

/** Headers that PayPal sends beside the body. */
interface Transmission {
  readonly id: string
  readonly time: string
  readonly signature: string
  readonly algorithm: string
  readonly certificate: string
}

/**
 * Verifies that PayPal signed exactly these bytes for one of our webhooks, by its certificate. Where that can't be had, PayPal
 * is asked.
 */
export async function readWebhook(
  client: PayPalClient,
  certificates: Certificates,
  connection: Connection,
  request: RawRequest,
  secrets: readonly string[],
): Promise<Outcome<readonly InboxEvent[]>> {
  const sent = transmissionOf(request)
  if (!sent) return refused('signature_missing')
  const age = request.receivedAt - Date.parse(sent.time)
  if (!(age <= OLDEST_MS && age >= -CLOCK_SLACK_MS)) return refused('too_old')
  if (!certificates.isTrusted(sent.certificate)) return refused('certificate_not_of_paypal')
  const read = readEvent(request.body)
  if (!read) return refused('not_an_event')
  const webhooks = secrets.map(webhookOfSecret)
  const isLocal = sent.algorithm === ALGORITHM
  if (!certificates.mayVerify(isLocal ? sent.certificate : '', request.receivedAt))
    return failed({ kind: 'rate_limited', code: 'too_many_unseen', raw: null })
  const key = isLocal ? await certificates.keyAt(sent.certificate, request.receivedAt) : null
  if (!key) {
    const asked = await askPayPal(client, connection, request, sent, webhooks)
    if (!asked.ok) return asked
    return asked.value ? succeeded([eventOf(read, connection)]) : refused('signature_wrong')
  }
  const isGenuine = webhooks.some((webhook) =>
    verify(
      'sha256',
      Buffer.from(`${sent.id}|${sent.time}|${webhook}|${crc32(request.body)}`),
      key,
      Buffer.from(sent.signature, 'base64'),
    ),
  )
  return isGenuine ? succeeded([eventOf(read, connection)]) : refused('signature_wrong')
}

const refused = (code: string): Outcome<never> => failed({ kind: 'invalid', code, raw: null })

function transmissionOf({ headers }: RawRequest): Transmission | null {
  const [id, time, signature, algorithm, certificate] = [
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
    'paypal-auth-algo',
    'paypal-cert-url',
  ].map((name) => headers[name])
  return id && time && signature && algorithm && certificate
    ? { id, time, signature, algorithm, certificate }
    : null
}

/** Asks PayPal whether a transmission is its own. The event is sent back byte by byte, since its checksum was signed. */
async function askPayPal(
  client: PayPalClient,
  connection: Connection,
  { body }: RawRequest,
  sent: Transmission,
  webhooks: readonly string[],
): Promise<Outcome<boolean>> {
  for (const webhook of webhooks) {
    const rest = JSON.stringify({
      auth_algo: sent.algorithm,
      cert_url: sent.certificate,
      transmission_id: sent.id,
      transmission_sig: sent.signature,
      transmission_time: sent.time,
      webhook_id: webhook,
    })
    const asked = await client.call(connection, {
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      kind: 'read',
      json: `${rest.slice(0, -1)},"webhook_event":${body.toString()}}`,
      shape: z.object({ verification_status: z.string() }),
    })
    if (!asked.ok) return asked.error.kind === 'invalid' ? succeeded(false) : asked
    if (asked.value.verification_status === 'SUCCESS') return succeeded(true)
  }
  return succeeded(false)
}

const eventShape = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(100),
  resource: z
    .object({
      id: z.string().optional(),
      custom_id: z.string().optional(),
      dispute_id: z.string().optional(),
      merchant_id: z.string().optional(),
      payee: z.object({ merchant_id: z.string().optional() }).optional(),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
        .optional(),
      disputed_transactions: z
        .array(z.object({ seller_transaction_id: z.string().optional(), custom: z.string().optional() }))
        .optional(),
      links: z.array(z.object({ href: z.string(), rel: z.string() })).optional(),
    })
    .default({}),
})

type Event = z.output<typeof eventShape>

function readEvent(body: Buffer): Event | null {
  try {
    const read = eventShape.safeParse(JSON.parse(body.toString()))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** A partner's webhook gets the events of all businesses. Each names the account in the text that we sent along. */
export function accountOfWebhook(body: Buffer): string | null {
  const { custom_id: own, disputed_transactions: disputed } = readEvent(body)?.resource ?? {}
  return (own ?? disputed?.[0]?.custom)?.split('/')[0] ?? null
}

function eventOf(
  { id: eventId, event_type: kind, resource }: Event,
  { credentials }: Connection,
): InboxEvent {
  // With the business's own keys its webhook tells of nobody else.
  const named = credentials?.publishableKey ? null : (resource.payee?.merchant_id ?? resource.merchant_id)
  const recipient = named ?? null
  const said = { eventId, kind, recipient }
  if (kind === 'MERCHANT.PARTNER-CONSENT.REVOKED')
    return { ...said, object: 'connection', objectRef: recipient ?? '' }
  const ref = refOf(kind, resource)
  return ref === undefined
    ? { ...said, object: 'other', objectRef: resource.id ?? resource.dispute_id ?? '' }
    : { ...said, object: 'payment', objectRef: ref }
}

/** The order of the payment where the event names it, otherwise its capture. */
function refOf(kind: string, resource: Event['resource']): string | undefined {
  const order = resource.supplementary_data?.related_ids?.order_id
  if (order) return order
  const disputed = resource.disputed_transactions?.[0]?.seller_transaction_id
  if (disputed) return `${DISPUTED_PREFIX}${disputed}`
  if (!kind.startsWith('PAYMENT.CAPTURE.')) return undefined
  // A refund links to its capture; a capture is one itself.
  const up = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
  const capture = up?.href.split('/').at(-1) ?? resource.id
  return capture && `${CAPTURE_PREFIX}${capture}`
}
