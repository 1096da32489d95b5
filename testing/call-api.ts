import type { FastifyInstance } from 'fastify'
import { noteRequestSecrets, noteResponseSecrets, noteSecret } from './logs/watched-log.ts'

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly path: string
  /** Host header, by default 'localhost'. */
  readonly host?: string
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** A file instead of a JSON body. */
  readonly file?: { type: string; bytes: Buffer }
}

/** The fields that tests read most. Other replies need their own type. */
export type AnyBody = Record<string, unknown> & { token: string; detail: string; code: string }

export interface ApiAnswer<Body = AnyBody> {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: Body
  readonly bytes: Buffer
}

/** Calls the API as a browser would, but without a network. */
export async function callApi<Body = AnyBody>(
  server: FastifyInstance,
  call: ApiCall,
): Promise<ApiAnswer<Body>> {
  noteRequestSecrets(call.body)
  noteSecret(call.token)
  const headers: Record<string, string> = { host: call.host ?? 'localhost', ...call.headers }
  if (call.token !== undefined) headers.authorization = `Bearer ${call.token}`
  const payload = call.file
    ? call.file.bytes
    : call.body === undefined
      ? undefined
      : JSON.stringify(call.body)
  if (payload !== undefined) headers['content-type'] ??= call.file?.type ?? 'application/json'
  const reply = await server.inject({
    method: call.method,
    url: call.path,
    headers,
    ...(payload !== undefined && { payload }),
  })
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
  const body: unknown = isJson && reply.body !== '' ? reply.json() : undefined
  noteResponseSecrets(body)
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: body as Body,
    bytes: reply.rawPayload,
  }
}
