import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import type { Connection, Credentials, Outcome, PlatformEvent, RemoteKind } from '../port.ts'
import type { ClioClient } from './client.ts'
import { malformed } from './failure.ts'

/** Models that are watched, with the fields whose changes count. Payments have no webhooks: they change their bill. */
const MODELS = {
  bill: 'id,etag,state,balance,total,due_at',
  contact: 'id,etag,name,primary_email_address',
} as const
type Model = keyof typeof MODELS

const KINDS: Readonly<Record<Model, RemoteKind>> = { bill: 'invoice', contact: 'customer' }

/** A webhook is made to last so long, and prolonged when less than `AHEAD_MS` is left. */
const LASTS_MS = 28 * DAY_MS
const AHEAD_MS = 7 * DAY_MS

const webhook = z.object({
  data: z.object({
    id: z.number().int(),
    shared_secret: z.string().min(8),
    expires_at: z.iso.datetime({ offset: true }),
  }),
})
const FIELDS = 'id,shared_secret,status,expires_at'

interface Kept {
  readonly id: string
  readonly secret: string
  readonly until: string
}

const keptOf = ({ keys }: Credentials, model: Model): Kept | null => {
  const [id, secret, until] = [keys?.[`${model}_hook`], keys?.[`${model}_secret`], keys?.[`${model}_until`]]
  return id !== undefined && secret !== undefined && until !== undefined ? { id, secret, until } : null
}

const modelsOf = Object.keys(MODELS) as Model[]

/** Registers a webhook for each model, or prolongs it. Returns credentials with their secrets; null when nothing is due. */
export async function keepWebhooks(
  call: ClioClient,
  connection: Connection,
  address: string,
  nowMs: number,
): Promise<Outcome<Credentials | null>> {
  const credentials = connection.credentials ?? {}
  let keys = credentials.keys ?? {}
  for (const model of modelsOf) {
    const kept = keptOf(credentials, model)
    if (kept && Date.parse(kept.until) - nowMs > AHEAD_MS) continue // instants of the wall clock
    const expiresAt = new Date(nowMs + LASTS_MS).toISOString() // an instant from the given clock
    const prolonged = kept ? await prolong(call, connection, kept, expiresAt) : null
    if (prolonged && !prolonged.ok && prolonged.error.kind !== 'not_found') return prolonged
    const made = prolonged?.ok ? prolonged : await register(call, connection, model, address, expiresAt)
    if (!made.ok) return made
    const { id, secret, until } = made.value
    keys = { ...keys, [`${model}_hook`]: id, [`${model}_secret`]: secret, [`${model}_until`]: until }
  }
  const isSame = JSON.stringify(keys) === JSON.stringify(credentials.keys ?? {})
  return { ok: true, value: isSame ? null : { ...credentials, keys } }
}

async function register(
  call: ClioClient,
  connection: Connection,
  model: Model,
  url: string,
  expiresAt: string,
): Promise<Outcome<Kept>> {
  const answer = await call(connection, {
    method: 'POST',
    path: 'webhooks.json',
    query: { fields: FIELDS },
    body: {
      data: {
        url,
        model,
        fields: MODELS[model],
        events: ['created', 'updated', 'deleted'],
        expires_at: expiresAt,
      },
    },
  })
  const made = answer.ok ? readKept(answer.value.value) : answer
  if (!made.ok) return made
  // Confirms the webhook with the secret that came over our own connection, so that a secret sent by anybody is never returned.
  const activated = await call(connection, {
    method: 'PUT',
    path: `webhooks/${made.value.id}/activate.json`,
    headers: { 'x-hook-secret': made.value.secret },
  })
  return activated.ok ? made : activated
}

async function prolong(
  call: ClioClient,
  connection: Connection,
  { id }: Kept,
  expiresAt: string,
): Promise<Outcome<Kept>> {
  const answer = await call(connection, {
    method: 'PATCH',
    path: `webhooks/${id}.json`,
    query: { fields: FIELDS },
    body: { data: { expires_at: expiresAt } },
  })
  return answer.ok ? readKept(answer.value.value) : answer
}

function readKept(value: unknown): Outcome<Kept> {
  const read = webhook.safeParse(value)
  if (!read.success) return malformed
  const { id, shared_secret: secret, expires_at: until } = read.data.data
  return { ok: true, value: { id: String(id), secret, until } }
}

/** Webhooks end with the connection. */
export async function endWebhooks(call: ClioClient, connection: Connection): Promise<void> {
  for (const model of modelsOf) {
    const kept = keptOf(connection.credentials ?? {}, model)
    if (kept) await call(connection, { method: 'DELETE', path: `webhooks/${kept.id}.json` })
  }
}

const message = z.object({
  data: z.looseObject({
    id: z.union([z.number().int(), z.string().min(1).max(100)]),
    etag: z.string().max(200).default(''),
  }),
  meta: z.object({ event: z.string().max(40), webhook_id: z.number().int() }),
})

const nameOf = (id: string): string => `webhook-${id}`

export const webhookNames = (credentials: Credentials): string[] =>
  modelsOf.flatMap((model) => {
    const kept = keptOf(credentials, model)
    return kept ? [nameOf(kept.id)] : []
  })

/** The id of the webhook in a message tells whose secret should have signed it. */
export function webhookName(body: Buffer): string | null {
  const read = message.safeParse(parse(body))
  return read.success ? nameOf(String(read.data.meta.webhook_id)) : null
}

/** Reads a message whose header `x-hook-signature` is the HMAC-SHA256 of the body, in hex, with the webhook's own secret. */
export function readWebhook(
  { remoteId = '', credentials }: Connection,
  headers: Readonly<Record<string, string | undefined>>,
  body: Buffer,
): readonly PlatformEvent[] | null {
  const read = message.safeParse(parse(body))
  if (!read.success) return null
  const { data, meta } = read.data
  const model = modelsOf.find((one) => keptOf(credentials ?? {}, one)?.id === String(meta.webhook_id))
  const kept = model && keptOf(credentials ?? {}, model)
  if (!model || !kept) return null
  const given = Buffer.from(headers['x-hook-signature'] ?? '', 'hex')
  const right = createHmac('sha256', kept.secret).update(body).digest()
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return [
    {
      company: remoteId,
      eventId: [meta.webhook_id, meta.event, data.id, data.etag].join('|'),
      kind: KINDS[model],
      operation: meta.event === 'deleted' ? 'deleted' : 'changed',
      remoteId: String(data.id),
      mergedFrom: null,
      raw: JSON.stringify(read.data),
    },
  ]
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
