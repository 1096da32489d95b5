import type { IncomingMessage, ServerResponse } from 'node:http'

/** A server's whole answer, which can be kept, changed and sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Headers that belong to one connection. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

/** Makes a request that was received again, at another server's address. Redirects are not followed. */
export async function forwardRequest(
  url: string,
  { method = 'GET', headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [[name, String(value)]],
  )
  const reply = await fetch(url, {
    method,
    headers: passed,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: 'manual',
  })
  return {
    status: reply.status,
    headers: Object.fromEntries([...reply.headers].filter(([name]) => !OWN_HEADERS.has(name))),
    body: Buffer.from(await reply.arrayBuffer()),
  }
}

/** Sends an answer, unless its connection was closed. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.end(body)
}
