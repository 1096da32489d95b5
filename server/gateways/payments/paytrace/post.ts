import { isUnreached } from '../unreached.ts'

const CALL_MS = 25_000
/** PayTrace can't have received a call that failed with these. */

export type Posted =
  | {
      readonly ok: true
      readonly status: number
      readonly body: unknown
      readonly retryAfterMs: number | null
    }
  | { readonly ok: false; readonly reason: string; readonly isUnreached: boolean }

/** Posts a form or JSON. An answer that is cut off or no JSON counts as lost. */
export async function post(
  address: string,
  body: URLSearchParams | object,
  headers: Readonly<Record<string, string>>,
): Promise<Posted> {
  const isForm = body instanceof URLSearchParams
  try {
    const reply = await fetch(address, {
      method: 'POST',
      body: isForm ? body : JSON.stringify(body),
      headers: {
        accept: 'application/json',
        ...(!isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
    })
    const text = await reply.text()
    const after = Number(reply.headers.get('retry-after')) // not money: seconds
    return {
      ok: true,
      status: reply.status,
      body: parse(text, reply.status),
      retryAfterMs: after > 0 ? after * 1000 : null,
    }
  } catch (error) {
    const code = codeOf(error)
    return { ok: false, reason: code, isUnreached: isUnreached(code) }
  }
}

/** A page of a proxy in front of PayTrace is no JSON; its status says enough. */
function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (status >= 400) return null
    throw error
  }
}

function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'failed'
}
