import type { APIRequestContext } from '@playwright/test'
import { noteRequestSecrets, noteResponseSecrets, noteSecret } from '../../testing/logs/watched-log.ts'

// A request that advances the clock by days also waits for all jobs that become due.
const TIMEOUT_MS = 45_000

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'
type Given = { token?: string; body?: unknown; host?: string; account?: string }

const randomIpAddress = (): string =>
  `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 254) + 1).join('.')}`

/** Calls the product's API without the browser, to set up a test. Throws unless the status is 2xx. */
export async function callApi<Reply>(
  request: APIRequestContext,
  method: Method,
  path: string,
  { token, body, host, account }: Given = {},
): Promise<Reply> {
  noteRequestSecrets(body)
  noteSecret(token)
  const reply = await request.fetch(path, {
    method,
    timeout: TIMEOUT_MS,
    // Like a browser, repeats a request whose idle connection the server closed at the same moment.
    maxRetries: 2,
    headers: {
      'x-forwarded-for': randomIpAddress(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(host && { host }),
      ...(account && { 'x-account-id': account }),
    },
    ...(body !== undefined && { data: body }),
  })
  if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
  const result = (await reply.json()) as Reply
  noteResponseSecrets(result)
  return result
}
