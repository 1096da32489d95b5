import type { APIRequestContext } from '@playwright/test'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'
type Given = { token?: string; body?: unknown; host?: string }

/** Calls the product's API beside the browser, to arrange what a journey starts from. Throws unless it succeeds. */
export async function callApi<Reply>(
  request: APIRequestContext,
  method: Method,
  path: string,
  { token, body, host }: Given = {},
): Promise<Reply> {
  const reply = await request.fetch(path, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(host && { host }) },
    ...(body !== undefined && { data: body }),
  })
  if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
  return (await reply.json()) as Reply
}
