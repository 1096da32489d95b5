import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RequestOptions {
  readonly port: number
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly token?: string
  readonly body?: unknown
  /** Host header, without the port. */
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface HttpResponse {
  readonly status: number
  readonly bytes: number
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
let callers = 0

/** Sends a request over a kept-alive connection. Each has its own client address, so that no rate limit applies. */
export function sendRequest(asked: RequestOptions): Promise<HttpResponse> {
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body)
  const from = callers++ % 16_000_000
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port: asked.port,
        path: asked.path,
        method: asked.method ?? 'GET',
        headers: {
          host: `${asked.host ?? 'localhost'}:${asked.port}`,
          'x-forwarded-for': `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`,
          ...(asked.token !== undefined && { authorization: `Bearer ${asked.token}` }),
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...asked.headers,
        },
      },
      (incoming) => {
        const pieces: Buffer[] = []
        incoming.on('data', (piece: Buffer) => pieces.push(piece))
        incoming.on('end', () => {
          const whole = Buffer.concat(pieces)
          resolve({ status: incoming.statusCode ?? 0, bytes: whole.length, text: whole.toString() })
        })
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const BUSY = 503
const MAX_TRIES = 40
const PAUSE_MS = 250

/** Sends a request and retries while the server is busy (503). */
export async function requestWithRetry(asked: RequestOptions): Promise<HttpResponse> {
  for (let tries = 1; ; tries++) {
    const got = await sendRequest(asked)
    if (got.status !== BUSY || tries === MAX_TRIES) return got
    await sleep(PAUSE_MS)
  }
}

/** Sends a request with retries and parses the response. Throws unless it has `status`, by default any 2xx. */
export async function requestJson<T>(asked: RequestOptions, status?: number): Promise<T> {
  const got = await requestWithRetry(asked)
  if (status === undefined ? got.status < 200 || got.status > 299 : got.status !== status)
    throw new Error(`${asked.method ?? 'GET'} ${asked.path}: ${got.status} ${got.text.slice(0, 300)}`)
  return JSON.parse(got.text) as T
}
