import type { ReplyOf, RequestOf, Route } from '../../../contract/route.ts'
import { isFileBody, OWN_PAGE_HEADER } from '../../../contract/route.ts'
import { LANGUAGE } from '../../ui/language/locale.ts'
import { ApiError } from './api-error.ts'
import { parseBody } from './parse-body.ts'

/** Identity of a call. Read for each call, so that switching the account or customer takes effect at once. */
export interface CallIdentity {
  readonly token: string | null
  readonly accountId: string | null
  readonly customerId: string | null
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Replaces the stored session: a pay link's page keeps its own in memory. */
  readonly identity?: CallIdentity | undefined
}

export type Caller = <const R extends Route>(
  route: R,
  request?: RequestOf<R>,
  options?: CallOptions,
) => Promise<ReplyOf<R>>

/**
 * Creates the function that makes every API call. Paths, parameters, bodies and replies are typed by the
 * contract. Throws ApiError for statuses from 400 and when the server can't be reached. The token goes to
 * this page's own origin only: addresses are always built from the contract's paths.
 */
export function createCaller(
  identity: () => CallIdentity,
  onUnauthorized: (error: ApiError) => void,
): Caller {
  return async (route, request, options = {}) => {
    const used = options.identity ?? identity()
    const unheard = unlessAborted(options.signal)
    const response = await fetchOnce(route, request ?? {}, used, options.signal).catch(unheard)
    if (response.ok) return readReply(route, response, unheard) as never
    const error = await ApiError.of(response).catch(unheard)
    if (error.status === 401 && options.identity === undefined) onUnauthorized(error)
    throw error
  }
}

/** No response, or a truncated one. */
const unlessAborted = (signal: AbortSignal | undefined) => (cause: unknown) => {
  throw signal?.aborted ? cause : ApiError.unreachable()
}

function fetchOnce(
  route: Route,
  request: RequestOf<Route>,
  identity: CallIdentity,
  signal: AbortSignal | undefined,
): Promise<Response> {
  // The server writes its texts in the language of this page, whatever the browser prefers.
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': LANGUAGE }
  if (identity.token) headers.Authorization = `Bearer ${identity.token}`
  if (identity.accountId) headers['X-Account-Id'] = identity.accountId
  if (identity.customerId) headers['X-Customer-Id'] = identity.customerId
  if (route.cookie) headers[OWN_PAGE_HEADER] = '1'
  const init: RequestInit = {
    method: route.method,
    headers,
    redirect: 'error',
    cache: 'no-store',
    ...(signal && { signal }),
  }
  if (request.body !== undefined) {
    const file = isFileBody(route.body)
    headers['Content-Type'] = file
      ? (request.body as Blob).type || 'application/octet-stream'
      : 'application/json'
    init.body = file ? (request.body as Blob) : JSON.stringify(request.body)
  }
  return fetch(addressOf(route, request), init)
}

/** The path with its parameters and query filled in. */
export function addressOf(route: Pick<Route, 'path'>, request: { params?: object; query?: object }): string {
  const params = (request.params ?? {}) as Record<string, unknown>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = Object.entries((request.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  if (query.length === 0) return path
  return `${path}?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`
}

async function readReply(
  route: Route,
  response: Response,
  unheard: (cause: unknown) => never,
): Promise<unknown> {
  if (route.reply === 'nothing' || response.status === 204) return undefined
  if (route.reply === 'file') return response.blob().catch(unheard)
  return parseBody(await response.text().catch(unheard))
}
