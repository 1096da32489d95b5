import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { PlatformEvent, RemoteKind } from '../port.ts'

const KINDS: Readonly<Record<string, RemoteKind>> = {
  CONTACT: 'customer',
  INVOICE: 'invoice',
  CREDITNOTE: 'credit_memo',
}

const message = z.object({
  events: z
    .array(
      z.looseObject({
        resourceId: z.string().min(1).max(200),
        tenantId: z.string().min(1).max(200),
        eventCategory: z.string().max(40),
        eventType: z.string().max(40),
        eventDateUtc: z.string().max(60).default(''),
      }),
    )
    .max(1000),
})

/**
 * Reads a webhook whose header `x-xero-signature` is the base64 HMAC-SHA256 of the body with the app's webhook key. Null for a wrong
 * signature. Xero tries the address with right and wrong signatures and no events before it sends any. Events have no id.
 */
export function readWebhook(
  webhookKey: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: Buffer,
): readonly PlatformEvent[] | null {
  const given = Buffer.from(headers['x-xero-signature'] ?? '', 'base64')
  const right = createHmac('sha256', webhookKey).update(body).digest()
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const read = message.safeParse(parse(body))
  if (!read.success) return []
  return read.data.events.map((event) => ({
    company: event.tenantId,
    eventId: [
      event.tenantId,
      event.resourceId,
      event.eventDateUtc,
      event.eventCategory,
      event.eventType,
    ].join('|'),
    kind: KINDS[event.eventCategory] ?? 'other',
    operation: 'changed',
    remoteId: event.resourceId,
    mergedFrom: null,
    raw: JSON.stringify(event),
  }))
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
