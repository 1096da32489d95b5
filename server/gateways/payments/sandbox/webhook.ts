import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { failed, type InboxEvent, type Outcome, type RawRequest, succeeded } from '../port.ts'

const HEADER = 'sandbox-signature'
const TOLERANCE_MS = 300_000

const body = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  account: z.string(),
  data: z.object({ object: z.string(), id: z.string().min(1).max(200) }),
})

export interface EventToSend {
  readonly id: string
  readonly kind: string
  readonly chargeRef: string
  readonly accountId: string
}

/**
 * Returns the webhook request of an event as an external processor would send it, with a signature over time
 * and raw body. `now` is the system clock.
 */
export function signedRequest(event: EventToSend, secret: string, now: number): RawRequest {
  const raw = Buffer.from(
    JSON.stringify({
      id: event.id,
      type: event.kind,
      account: event.accountId,
      data: { object: 'charge', id: event.chargeRef },
    }),
  )
  const seconds = Math.floor(now / 1000)
  return {
    headers: {
      [HEADER]: `t=${seconds},v1=${signature(raw, seconds, secret).toString('hex')}`,
      'content-type': 'application/json',
    },
    body: raw,
    receivedAt: now,
  }
}

/** Verifies that one of the secrets signed exactly these bytes within the last five minutes. */
export function verifyRequest(
  request: RawRequest,
  secrets: readonly string[],
): Outcome<readonly InboxEvent[]> {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(request.headers[HEADER] ?? '')
  if (!match) return refused('signature_missing')
  const seconds = Number(match[1])
  const given = Buffer.from(match[2]!, 'hex')
  const genuine = secrets.some((secret) => timingSafeEqual(given, signature(request.body, seconds, secret)))
  if (!genuine) return refused('signature_wrong')
  if (Math.abs(request.receivedAt - seconds * 1000) > TOLERANCE_MS) return refused('signature_too_old')
  const parsed = body.safeParse(parseJson(request.body))
  if (!parsed.success) return refused('event_unreadable')
  const { id, type, account, data } = parsed.data
  const object = data.object === 'charge' ? 'payment' : 'other'
  return succeeded([{ eventId: id, kind: type, object, objectRef: data.id, recipient: account }])
}

const refused = (code: string): Outcome<never> => failed({ kind: 'invalid', code, raw: null })

const signature = (raw: Buffer, seconds: number, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest()

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
