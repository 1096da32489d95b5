/** Settings with which a client calls one account. */
export interface ClientOptions {
  /** Address of the installation, such as https://app.example.com. */
  readonly baseUrl: string
  /** An API key of the account: qk_live_… */
  readonly apiKey: string
  /** Id of the account. */
  readonly account: string
  /** Requests for one call, retries included. 3 when absent. */
  readonly maxAttempts?: number
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  /** Makes a write safe to repeat. A random key when absent, which makes the client's own retries safe. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** A refused call. `code` is a code of the API; `fields` holds messages by field. */
export class QuittanceError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly requestId: string | null

  constructor(status: number, body: Readonly<Record<string, unknown>>, requestId: string | null) {
    const { detail, code, ...fields } = body
    const first = Object.values(fields).flat()[0]
    super(
      typeof detail === 'string' ? detail : typeof first === 'string' ? first : `The API answered ${status}.`,
    )
    this.name = 'QuittanceError'
    this.status = status
    this.code = typeof code === 'string' ? code : 'invalid_input'
    this.fields = fields as Readonly<Record<string, readonly string[]>>
    this.requestId = requestId
  }
}

interface Given extends CallOptions {
  readonly params?: object
  readonly query?: object
  readonly body?: object
}

export type Call = <Reply>(method: string, path: string, given?: Given) => Promise<Reply>

const READS = new Set(['GET', 'OPTIONS'])
const RETRIED = new Set([429, 503])
const LONGEST_WAIT_S = 30

/** Returns a function that calls the API. It repeats requests without an answer, and those that were refused for a moment. */
export function createCall(options: ClientOptions): Call {
  const send = options.fetch ?? fetch
  const maxAttempts = options.maxAttempts ?? 3
  return async <Reply>(method: string, path: string, given: Given = {}): Promise<Reply> => {
    const url = addressOf(options, path, given)
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        'x-account-id': options.account,
        ...(given.body !== undefined && { 'content-type': 'application/json' }),
        ...(!READS.has(method) && { 'idempotency-key': given.idempotencyKey ?? crypto.randomUUID() }),
      },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
      ...(given.signal && { signal: given.signal }),
    }
    for (let attempt = 1; ; attempt++) {
      const response = await send(url, init).catch((error: unknown) => {
        if (attempt >= maxAttempts || given.signal?.aborted) throw error
        return null
      })
      if (response === null || (RETRIED.has(response.status) && attempt < maxAttempts)) {
        await wait(waitSeconds(response, attempt))
        continue
      }
      return read<Reply>(response)
    }
  }
}

function addressOf({ baseUrl, account }: ClientOptions, path: string, { params, query }: Given): URL {
  const values = { account, ...params } as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const url = new URL(filled, baseUrl)
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

async function read<Reply>(response: Response): Promise<Reply> {
  if (response.status === 204) return undefined as Reply
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (response.ok) return (isJson ? await response.json() : await response.blob()) as Reply
  const body = (isJson ? await response.json() : {}) as Record<string, unknown>
  throw new QuittanceError(response.status, body, response.headers.get('x-request-id'))
}

function waitSeconds(response: Response | null, attempt: number): number {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return Math.min(Number.isNaN(asked) ? 2 ** (attempt - 1) : asked, LONGEST_WAIT_S)
}

const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
