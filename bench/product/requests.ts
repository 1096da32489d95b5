import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Asked {
  readonly port: number
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly token?: string
  readonly body?: unknown
  /** What the Host header says; its port is added. */
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered {
  readonly status: number
  readonly bytes: number
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
let callers = 0

/** One request over a connection that is kept. Each seems to come from an address of its own, which throttles count by. */
export function answer(asked: Asked): Promise<Answered> {
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
const MOST_TRIES = 40
const PAUSE_MS = 250

/** The same by somebody who is told that the server is busy and asks again a little later, as Retry-After says. */
export async function patiently(asked: Asked): Promise<Answered> {
  for (let tries = 1; ; tries++) {
    const got = await answer(asked)
    if (got.status !== BUSY || tries === MOST_TRIES) return got
    await sleep(PAUSE_MS)
  }
}

/** The same, its reply parsed. Throws unless it was answered with `status` (any 2xx when absent). */
export async function reply<T>(asked: Asked, status?: number): Promise<T> {
  const got = await patiently(asked)
  if (status === undefined ? got.status < 200 || got.status > 299 : got.status !== status)
    throw new Error(`${asked.method ?? 'GET'} ${asked.path}: ${got.status} ${got.text.slice(0, 300)}`)
  return JSON.parse(got.text) as T
}
