import type { APIRequestContext } from '@playwright/test'
import { noteAnswered, noteAsked, noteSecret } from '../../testing/logs/watched-log.ts'

// Moving the clock by days waits for all that falls due on the way.
const PATIENCE_MS = 45_000

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'
type Given = { token?: string; body?: unknown; host?: string }

const anAddress = (): string => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 254) + 1).join('.')}`

/** Calls the product's API beside the browser, to arrange what a journey starts from. Throws unless it succeeds. */
export async function callApi<Reply>(
  request: APIRequestContext,
  method: Method,
  path: string,
  { token, body, host }: Given = {},
): Promise<Reply> {
  noteAsked(body)
  noteSecret(token)
  const reply = await request.fetch(path, {
    method,
    timeout: PATIENCE_MS,
    headers: {
      'x-forwarded-for': anAddress(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(host && { host }),
    },
    ...(body !== undefined && { data: body }),
  })
  if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
  const said = (await reply.json()) as Reply
  noteAnswered(said)
  return said
}
