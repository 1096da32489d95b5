import { createHmac } from 'node:crypto'
import type { Books } from './books.ts'

export const WEBHOOK_KEY = 'simulated-webhook-key-0123456789'

export interface SignedMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Signs a message about changed records. One without events is Xero's check of the address. */
export function signWebhook(
  { tenantId }: Books,
  events: readonly { readonly category: string; readonly id: string }[],
  nowMs: number,
): SignedMessage {
  const body = JSON.stringify({
    events: events.map(({ category, id }) => ({
      resourceUrl: `https://api.xero.com/api.xro/2.0/${category}/${id}`,
      resourceId: id,
      eventDateUtc: new Date(nowMs).toISOString(), // the simulator's own clock
      eventType: 'UPDATE',
      eventCategory: category,
      tenantId,
      tenantType: 'ORGANISATION',
    })),
    firstEventSequence: 1,
    lastEventSequence: events.length,
    entropy: 'S0m3r4Nd0mt3xt',
  })
  const signature = createHmac('sha256', WEBHOOK_KEY).update(body).digest('base64')
  return { headers: { 'content-type': 'application/json', 'x-xero-signature': signature }, body }
}
