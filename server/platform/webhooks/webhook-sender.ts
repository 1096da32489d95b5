import { lookup as resolveName } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP } from 'node:net'
import { guardedLookup, type ResolveName } from '../web-files/guarded-lookup.ts'
import { isInnerAddress } from '../web-files/inner-addresses.ts'

/** Longest time of one request, from the resolution of the name to the end of the answer. */
const MAX_MS = 10_000
/** The part of an answer that is read. */
const MAX_ANSWER_BYTES = 2_000

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answer, or a sentence that says why there is none. */
export interface WebhookAnswer {
  readonly status: number | null
  readonly problem: string | null
  /** The beginning of the answer's body. */
  readonly answer: string
  readonly durationMs: number
  /** Seconds that the receiver asks to wait. */
  readonly retryAfterS: number | null
}

export interface WebhookSender {
  /** Sends one request. Never throws. Follows no redirect. */
  send(request: WebhookRequest): Promise<WebhookAnswer>
}

interface SenderSettings {
  /** Allows http and addresses of this machine. */
  readonly toLoopback?: boolean
  readonly resolve?: ResolveName
  /** A certificate authority to trust instead of the public ones. */
  readonly ca?: string
  readonly maxMs?: number
  readonly isForbidden?: (ip: string) => boolean
}

const LOOPBACK = new Set(['127.0.0.1', '::1'])

/**
 * Creates a sender that connects to public addresses only, by https: an account must not be able to make this server call machines
 * in its own network.
 */
export function createWebhookSender({
  toLoopback = false,
  resolve = resolveName,
  ca,
  maxMs = MAX_MS,
  isForbidden = (ip) => isInnerAddress(ip) && !(toLoopback && LOOPBACK.has(ip)),
}: SenderSettings = {}): WebhookSender {
  const lookup = guardedLookup(isForbidden, resolve)

  const ask = (url: URL, { headers, body }: WebhookRequest, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((done, reject) => {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // Node asks `lookup` for names only.
      if (isIP(host) !== 0 && isForbidden(host)) return reject(new Error('no public address'))
      const isPlain = url.protocol === 'http:'
      if (isPlain && !(toLoopback && ['localhost', '127.0.0.1'].includes(host)))
        return reject(new Error('no https'))
      const options: RequestOptions = {
        ...{ method: 'POST', lookup, signal, agent: false },
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      }
      const sent = isPlain
        ? requestPlain(url, options)
        : requestTls(url, { ...options, ...(ca !== undefined && { ca }) })
      sent.on('response', done).on('error', reject).end(body)
    })

  return {
    async send(request) {
      const signal = AbortSignal.timeout(maxMs)
      const startedAt = performance.now()
      const durationMs = () => Math.round(performance.now() - startedAt)
      let status: number | null = null
      try {
        const answer = await ask(new URL(request.url), request, signal)
        status = answer.statusCode ?? null
        const retryAfterS = readRetryAfter(answer.headers['retry-after'])
        const text = await readBeginning(answer)
        return { status, problem: problemOf(status), answer: text, durationMs: durationMs(), retryAfterS }
      } catch {
        const problem = signal.aborted
          ? `No complete answer within ${maxMs / 1000} seconds.`
          : // The same sentence for an unknown name and for an inner address: it would tell which names exist in this network.
            'The address can’t be reached.'
        return { status, problem, answer: '', durationMs: durationMs(), retryAfterS: null }
      }
    },
  }
}

function problemOf(status: number | null): string | null {
  if (status !== null && status >= 200 && status < 300) return null
  if (status !== null && status >= 300 && status < 400)
    return `Answered ${status}. Redirects aren’t followed: enter the final address.`
  return `Answered ${status}.`
}

const readRetryAfter = (value: string | undefined): number | null =>
  value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : null

async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop ends the connection.
    if (length >= MAX_ANSWER_BYTES) break
  }
  // The database takes no NUL and no halves of characters.
  return Buffer.concat(chunks)
    .subarray(0, MAX_ANSWER_BYTES)
    .toString('utf8')
    .replaceAll('\0', '')
    .toWellFormed()
}
