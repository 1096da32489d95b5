import { contract } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import { routesOf } from '../../../server/main/routes/all-routes.ts'
import {
  type Actor,
  inAccount,
  inTransaction,
  tenantlessUnitOfWork,
  type UnitOfWork,
  unitOfWork,
} from '../../../server/platform/context.ts'
import { errorReply } from '../../../server/platform/http/error-reply.ts'
import { parseRequest } from '../../../server/platform/http/request-shape.ts'
import { newId } from '../../../server/platform/ids.ts'
import { openSession } from '../../../server/rooms/identity/index.ts'
import type { Company } from './company.ts'

/**
 * Identifies who makes a call: the owner, a customer in the portal (by index), the holder of a pay link, or
 * anybody.
 */
export type Principal =
  | { readonly as: 'staff' }
  | { readonly as: 'portal'; readonly customer: number }
  | { readonly as: 'anybody' }
  | { readonly as: 'link'; readonly invoice: string; readonly customer: number; readonly generation: string }

export interface Request {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  /** Sent instead of a JSON body. */
  readonly csv?: string
}

export interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly bytes: Buffer | null
}

/**
 * Calls a route of the contract: over HTTP with authorization, rate limits and reply validation, or directly
 * through the route's handler, which saves several statements a call.
 */
export function call(company: Company, principal: Principal, route: Route, request: Request): Promise<Reply> {
  const params = { account: company.accountId, ...request.params }
  return company.overHttp
    ? callOverHttp(company, principal, route, { ...request, params })
    : callHandler(company, principal, route, { ...request, params })
}

const HANDLERS = new Map(routesOf(false, false).map((bound) => [bound.route, bound]))
let calls = 0

/** Whether the route's handler opens its own transactions. */
export const isUnitOfWork = (route: Route): boolean => HANDLERS.get(route)!.handleUnitOfWork !== undefined

async function callHandler(
  company: Company,
  principal: Principal,
  route: Route,
  request: Request,
): Promise<Reply> {
  const { app } = company.lane
  const caller = { requestId: newId(app.clock.wallNow(), app.random), ip: '127.0.0.1' }
  const bound = HANDLERS.get(route)!
  const actor = await buildActor(company, principal)
  try {
    const input = parseRequest(route, {
      params: selectParams(route, request),
      query: request.query ?? {},
      body: request.csv === undefined ? request.body : Buffer.from(request.csv),
      contentType: contentTypeOf(request),
      headers: {},
    } as Parameters<typeof parseRequest>[1]) as never
    const uow =
      principal.as === 'anybody'
        ? (tenantlessUnitOfWork(app, caller, actor, null) as unknown as UnitOfWork)
        : unitOfWork(app, caller, actor, company.accountId)
    const result = bound.handleUnitOfWork
      ? await bound.handleUnitOfWork(uow, input)
      : await inAccount(app, caller, actor, company.accountId, (ctx) => bound.handle!(ctx as never, input))
    if (route.reply === 'file')
      return { status: 200, body: {}, bytes: Buffer.from((result as { bytes: Uint8Array }).bytes) }
    const status = route.reply === 'nothing' ? 204 : (route.status ?? 200)
    return { status, body: (result ?? {}) as Record<string, unknown>, bytes: null }
  } catch (error) {
    const { status, body } = errorReply(error, caller.requestId)
    return { status, body: status === 500 ? { ...body, because: String(error) } : body, bytes: null }
  }
}

const contentTypeOf = ({ csv }: Request): string => (csv === undefined ? 'application/json' : 'text/csv')

/** Returns only the parameters that the route's path names. */
function selectParams(route: Route, { params }: Request): Record<string, string> {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  return Object.fromEntries(names.map((name) => [name, params?.[name] ?? '']))
}

async function buildActor(company: Company, principal: Principal): Promise<Actor> {
  const { ownerId, customers } = company
  if (principal.as === 'staff')
    return {
      kind: 'staff',
      userId: ownerId,
      sessionId: ownerId,
      email: `owner@${company.host}`,
      emailVerified: true,
      role: 'owner',
    }
  if (principal.as === 'anybody') return { kind: 'anonymous' }
  const { id: customerId, portalUserId } = customers[principal.customer]!
  if (principal.as === 'portal')
    return {
      kind: 'customer',
      portalUserId,
      sessionId: portalUserId,
      email: `customer@${company.host}`,
      customerId,
      customerIds: [customerId],
    }
  const payLinkId = payLinkIdOf(company, principal)
  return {
    kind: 'pay_link',
    payLinkId,
    sessionId: payLinkId,
    invoiceId: principal.invoice,
    customerId,
    unlocked: false,
  }
}

/** Returns one id for each invoice and generation of its links. */
function payLinkIdOf(company: Company, principal: Principal & { as: 'link' }): string {
  const key = `link ${principal.invoice} ${principal.generation}`
  const known = company.ids.get(key)
  if (known) return known
  const { app } = company.lane
  const id = newId(app.clock.wallNow(), app.random)
  company.ids.set(key, id)
  return id
}

/** Opens the session before a call, so that faults injected into the call do not affect the login. */
export async function ensureSession(company: Company, principal: Principal): Promise<void> {
  if (company.overHttp && principal.as !== 'anybody') await getSessionToken(company, principal)
}

async function callOverHttp(
  company: Company,
  principal: Principal,
  route: Route,
  request: Request,
): Promise<Reply> {
  const token = principal.as === 'anybody' ? undefined : await getSessionToken(company, principal)
  const isOnMainHost = principal.as === 'staff' || principal.as === 'anybody'
  return inject(company, route, request, isOnMainHost ? 'localhost' : company.host, token)
}

async function inject(
  company: Company,
  route: Route,
  request: Request,
  host: string,
  token?: string,
): Promise<Reply> {
  const params = selectParams(route, request)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name]!)
  const query = new URLSearchParams(request.query).toString()
  const payload = request.csv ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  const reply = await company.lane.server.inject({
    method: route.method as 'GET',
    url: query === '' ? path : `${path}?${query}`,
    // A new address for each call avoids rate limits by address, which other tests cover.
    remoteAddress: `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: {
      host,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': contentTypeOf(request) }),
    },
    ...(payload !== undefined && { payload }),
  })
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
  return {
    status: reply.statusCode,
    body: isJson && reply.body !== '' ? reply.json() : {},
    bytes: isJson ? null : reply.rawPayload,
  }
}

const SESSION_LIFE_MS = 600_000
interface KnownSession {
  readonly token: string
  readonly openedAt: number
}
const sessions = new WeakMap<Company, Map<string, KnownSession>>()

/** Returns the token of a recent session. Sessions expire by the clock that the simulation moves. */
async function getSessionToken(
  company: Company,
  principal: Exclude<Principal, { as: 'anybody' }>,
): Promise<string> {
  const known = sessions.get(company) ?? new Map<string, KnownSession>()
  sessions.set(company, known)
  const key = Object.values(principal).join(' ')
  const now = company.lane.app.clock.wallNow()
  const session = known.get(key)
  if (session && now - session.openedAt < SESSION_LIFE_MS) return session.token
  const token =
    principal.as === 'link' ? await openLink(company, principal) : await signIn(company, principal)
  known.set(key, { token, openedAt: now })
  return token
}

async function signIn(
  company: Company,
  principal: Exclude<Principal, { as: 'link' | 'anybody' }>,
): Promise<string> {
  const { app } = company.lane
  const caller = { requestId: 'simulation', ip: '127.0.0.1' }
  const session = await inTransaction(app, caller, { kind: 'anonymous' }, (ctx) => {
    if (principal.as === 'staff') return openSession(ctx, { audience: 'staff', userId: company.ownerId })
    const { id: customerId, portalUserId } = company.customers[principal.customer]!
    return openSession(ctx, { audience: 'portal', portalUserId, accountId: company.accountId, customerId })
  })
  return session.token
}

/** Creates one pay link for each generation as staff, and exchanges its secret for a session. */
async function openLink(company: Company, principal: Principal & { as: 'link' }): Promise<string> {
  const key = `secret of link ${principal.invoice} ${principal.generation}`
  let secret = company.ids.get(key)
  if (!secret) {
    const params = { account: company.accountId, invoice: principal.invoice }
    const link = await callOverHttp(company, { as: 'staff' }, contract.invoices.payLink, { params, body: {} })
    secret = new URL(String(link.body.url)).searchParams.get('token')!
    company.ids.set(key, secret)
  }
  const opened = await inject(company, contract.portal.openPayLink, { body: { token: secret } }, company.host)
  return String(opened.body.token)
}
