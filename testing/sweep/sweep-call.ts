import { createHash, randomUUID } from 'node:crypto'
import { ERRORS, type ErrorCode } from '../../contract/errors.ts'
import type { Route } from '../../contract/route.ts'
import { noteRequestSecrets, noteSecret } from '../logs/watched-log.ts'
import type { TestServer } from '../test-server.ts'
import type { Debtor, SweptCompany } from './company.ts'
import {
  type Expectation,
  idsNamed,
  isRead,
  isTried,
  namesIds,
  predictResponse,
  type Target,
} from './predict-response.ts'
import { APP_HOST, type Principal } from './principals.ts'
import type { SampleCall } from './samples.ts'

/** One call of the sweep: a route, a caller, the owner of the ids, and the expected response. */
export interface Cell {
  readonly route: Route
  readonly who: Principal
  readonly target: Target
  readonly expected: Expectation
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly requestId: string
  readonly isJson: boolean
  /** The answer was kept from an earlier request with the same Idempotency-Key. */
  readonly isReplay: boolean
  /** Seconds to wait, when the call was rate limited. */
  readonly retryAfterSeconds: number | null
}

export { isRead }
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** Every route × every caller × every kind of ids that the route accepts. */
export function makeCells(
  routes: readonly Route[],
  principals: readonly Principal[],
  own: SweptCompany,
  rival: SweptCompany,
): Cell[] {
  return routes.flatMap((route) =>
    targetsOf(route, own, rival).flatMap((target) =>
      principals
        .filter((who) => isTried(route, who, target))
        .map((who) => ({ route, who, target, expected: predictResponse(route, who, target) })),
    ),
  )
}

function targetsOf(route: Route, own: SweptCompany, rival: SweptCompany): Target[] {
  const { first, second } = own.debtors
  const mine: Target = { name: 'own', account: own, debtor: first, consistent: true }
  if (!namesIds(route) && route.access.kind !== 'customer') return [mine]
  const names = idsNamed(route)
  const deep = names.some((name) => name !== 'account')
  const stray = { account: deep ? own : null, debtor: null, consistent: false }
  // The account of a staff route is in its path or in a header.
  const ids = route.access.kind === 'staff' && !names.includes('account') ? names.length + 1 : names.length
  const below = ids > 1 && route.access.kind !== 'public'
  if (route.access.kind === 'user' || route.access.kind === 'login')
    return [
      mine,
      { name: "a colleague's", account: own, debtor: second, consistent: true },
      { ...stray, name: 'random' },
    ]
  const smuggled = (name: string, debtor: Debtor): Target => ({ ...stray, name, smuggled: debtor })
  return [
    mine,
    { name: "other customer's", account: own, debtor: second, consistent: true },
    { name: "other tenant's", account: rival, debtor: rival.debtors.first, consistent: true },
    ...(below ? [smuggled("other tenant's below own", rival.debtors.first)] : []),
    ...(below && ids === names.length && !names.includes('account')
      ? [smuggled("other customer's below own", second)]
      : []),
    { ...stray, name: 'random' },
  ]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Replaces ids in the caller's own sample. The last id becomes the one of `foreign`, the same call on somebody else's
 * records. Without `foreign` every id becomes a random one.
 */
export function replaceIds(call: SampleCall, target: Target, foreign: SampleCall | null): SampleCall {
  const entries = Object.entries(call.params ?? {})
  const last = entries.findLastIndex(([, value]) => UUID.test(value))
  const params = entries.map(([name, value], at) => {
    if (!UUID.test(value)) return [name, value]
    if (foreign) return [name, at === last ? foreign.params?.[name] : value]
    return [name, name === 'account' && target.account !== null ? value : randomUUID()]
  })
  return { ...call, params: Object.fromEntries(params) }
}

/** A customer's list has no id in its path: a header selects the customer. */
function headersOf({ route, target, who }: Cell): Record<string, string> {
  if (
    route.access.kind !== 'customer' ||
    namesIds(route) ||
    (who.is.kind !== 'customer' && who.is.kind !== 'preview')
  )
    return {}
  return { 'x-customer-id': target.debtor?.customerId ?? randomUUID() }
}

let calls = 0

export interface Variation {
  readonly token?: string | undefined
  readonly method?: string
  readonly path?: (path: string) => string
  readonly contentType?: string | null
  /** Raw bytes sent instead of the sample's body. */
  readonly payload?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly remoteAddress?: string
}

/** Makes the call. Each call has its own client address by default, so that no rate limit applies. */
export async function send(
  test: TestServer,
  cell: Cell,
  call: SampleCall,
  variation: Variation = {},
): Promise<Answer> {
  const { route, who } = cell
  const token = 'token' in variation ? variation.token : who.token
  const payload =
    variation.payload ?? call.file?.bytes ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  const type =
    variation.contentType === undefined ? (call.file?.type ?? 'application/json') : variation.contentType
  const path = pathOf(route, call)
  noteRequestSecrets(call.body)
  noteRequestSecrets(call.params)
  noteSecret(token)
  calls += 1
  const reply = await test.server.inject({
    method: (variation.method ?? route.method) as 'GET',
    url: variation.path?.(path) ?? path,
    remoteAddress:
      variation.remoteAddress ?? `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: {
      host: hostOf(cell, call),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && type !== null && { 'content-type': type }),
      ...headersOf(cell),
      ...call.headers,
      ...variation.headers,
    },
    ...(payload !== undefined && { payload }),
  })
  const contentType = String(reply.headers['content-type'] ?? '')
  return {
    status: reply.statusCode,
    text: /json|text|html|^$/.test(contentType) ? reply.body : digestOf(reply.rawPayload),
    requestId: String(reply.headers['x-request-id']),
    isJson: contentType.startsWith('application/json'),
    isReplay: reply.headers['idempotency-replayed'] === 'true',
    retryAfterSeconds:
      reply.headers['retry-after'] === undefined ? null : Number(reply.headers['retry-after']),
  }
}

/** The caller's host, except for routes that are open on their own host or on every host. */
function hostOf({ route: { access }, who }: Cell, call: SampleCall): string {
  if (access.kind === 'signed' || access.kind === 'demo') return call.host ?? APP_HOST
  return access.kind === 'public' && access.host ? (call.host ?? APP_HOST) : who.host
}

/** Digest of a binary body, to compare two responses. SHA-512, because stored files keep a SHA-256, which would look like a leak. */
const digestOf = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64')

function pathOf(route: Route, call: SampleCall): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  )
  const query = new URLSearchParams(call.query).toString()
  return query === '' ? path : `${path}?${query}`
}

const INTERNALS =
  /node_modules|\bat .+:\d+:\d+|\bselect\b.+\bfrom\b|insert into|\bviolates\b|constraint|kysely|\bpg\b|zod/i

/** Checks that a refusal has the specified shape and reveals no internals. Returns a problem, or null. */
export function refusalProblem({ status, text, isJson }: Answer): string | null {
  if (INTERNALS.test(text)) return `reveals internals: ${text}`
  if (!isJson) return `is not JSON: ${text}`
  const body = JSON.parse(text) as Record<string, unknown>
  if (typeof body.detail === 'string' && typeof body.code === 'string') {
    const entry = ERRORS[body.code as ErrorCode]
    return entry?.status === status ? null : `has the code ${body.code} with status ${status}`
  }
  const lists = Object.values(body).every(
    (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
  )
  return lists && Object.keys(body).length > 0 ? null : `has another shape: ${text}`
}
