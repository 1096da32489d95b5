import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { noteRequestSecrets, noteResponseSecrets, noteSecret } from '../../testing/logs/watched-log.ts'

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number
  readonly body: Body
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Of a company's portal; otherwise the business app's. */
  readonly host?: string
  readonly token?: string
  readonly body?: unknown
  /** Sent instead of a JSON body. */
  readonly csv?: string
}

const CALL_MS = 20_000
const AGAIN_MS = 150
/** Longer than any part is away. */
const PATIENCE_MS = 120_000

/** One call. Throws when there was no answer. */
export async function callOnce<Body>(origin: string, call: Call): Promise<Answer<Body>> {
  const payload = call.csv ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  noteRequestSecrets(call.body)
  noteSecret(call.token)
  // Not fetch, which lets nobody say which host is meant.
  const sent = http.request(origin + call.path, {
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
  const said = await text(reply)
  const body = said === '' ? {} : JSON.parse(said)
  noteResponseSecrets(body)
  return { status: reply.statusCode!, body }
}

/** Longer than a payment is under way when nothing ends it. */
const IN_PROGRESS_MS = 4_000

/** A server that is away, or that says that it can't answer now. */
export const isPassing = ({ status }: Answer<unknown>): boolean => status === 429 || status >= 500

/** A payment that was cut off is under way until the processor was asked what became of it. */
export const isInProgress = ({ status, body }: Answer<unknown>): boolean =>
  status === 409 && (body as { code?: string }).code === 'in_progress'

/**
 * Calls until there is an answer that stands, as a careful client does: the same request, with the same request_id,
 * again and again. Only for calls that are safe to repeat. What stays in progress for `inProgressMs` is answered as that.
 */
export async function callUntilAnswered<Body>(
  origin: string,
  call: Call,
  inProgressMs = IN_PROGRESS_MS,
): Promise<Answer<Body>> {
  const began = Date.now()
  for (;;) {
    const answer = await callOnce<Body>(origin, call).catch(() => null)
    const waitedMs = Date.now() - began
    const waits = answer && isInProgress(answer) && waitedMs < inProgressMs
    if (answer && !isPassing(answer) && !waits) return answer
    if (waitedMs > PATIENCE_MS)
      throw new Error(`${call.method} ${call.path} got no answer that stands: ${JSON.stringify(answer)}`)
    await sleep(AGAIN_MS)
  }
}
