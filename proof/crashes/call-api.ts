import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { noteRequestSecrets, noteResponseSecrets, noteSecret } from '../../testing/logs/watched-log.ts'

export interface Reply<Body = Record<string, unknown>> {
  readonly status: number
  readonly body: Body
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Host of a company's portal; the business app's when absent. */
  readonly host?: string
  readonly token?: string
  readonly body?: unknown
  /** Body of a CSV upload, sent instead of a JSON body. */
  readonly csv?: string
}

const CALL_MS = 20_000
const RETRY_MS = 150
/** Longer than any part of the machine is down. */
const GIVE_UP_MS = 120_000

/** Makes one call. Throws when there is no complete response. */
export async function callOnce<Body>(origin: string, call: Call): Promise<Reply<Body>> {
  const payload = call.csv ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  noteRequestSecrets(call.body)
  noteSecret(call.token)
  const { protocol, hostname: servername } = new URL(origin)
  // fetch doesn't allow the Host header to be set.
  const sent = (protocol === 'https:' ? https : http).request(origin + call.path, {
    ...(protocol === 'https:' && { servername }),
    method: call.method,
    signal: AbortSignal.timeout(CALL_MS),
    headers: {
      ...(call.host !== undefined && { host: call.host }),
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
      ...(payload !== undefined && {
        'content-type': call.csv === undefined ? 'application/json' : 'text/csv',
        'content-length': Buffer.byteLength(payload),
      }),
    },
  })
  sent.end(payload)
  const [reply] = (await once(sent, 'response')) as [http.IncomingMessage]
  const payloadText = await text(reply)
  const body = payloadText === '' ? {} : JSON.parse(payloadText)
  noteResponseSecrets(body)
  return { status: reply.statusCode!, body }
}

/** Longer than a payment stays in progress when nothing interrupts it. */
const IN_PROGRESS_MS = 4_000

/** True for a server that is down or overloaded. */
export const isTransient = ({ status }: Reply<unknown>): boolean => status === 429 || status >= 500

/** True for an interrupted payment whose outcome the processor has not reported yet. */
export const isInProgress = ({ status, body }: Reply<unknown>): boolean =>
  status === 409 && (body as { code?: string }).code === 'in_progress'

/**
 * Repeats the same request, with the same request_id, until it gets a final reply. Only for calls that are
 * safe to repeat. Returns the 409 reply of a payment that stays in progress for `inProgressMs`. Throws after
 * two minutes.
 */
export async function callUntilAnswered<Body>(
  origin: string,
  call: Call,
  inProgressMs = IN_PROGRESS_MS,
): Promise<Reply<Body>> {
  const began = Date.now()
  for (;;) {
    const reply = await callOnce<Body>(origin, call).catch(() => null)
    const waitedMs = Date.now() - began
    const waits = reply && isInProgress(reply) && waitedMs < inProgressMs
    if (reply && !isTransient(reply) && !waits) return reply
    if (waitedMs > GIVE_UP_MS)
      throw new Error(`${call.method} ${call.path} got no final reply: ${JSON.stringify(reply)}`)
    await sleep(RETRY_MS)
  }
}
