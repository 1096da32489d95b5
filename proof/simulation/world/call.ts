import { contract } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import { routesOf } from '../../../server/main/routes.ts'
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

/** Who calls: the owner, a customer in the portal by their number, whoever holds an invoice's pay link, or anybody. */
export type Who =
  | { readonly as: 'staff' }
  | { readonly as: 'portal'; readonly customer: number }
  | { readonly as: 'anybody' }
  | { readonly as: 'link'; readonly invoice: string; readonly customer: number; readonly generation: string }

export interface Request {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  /** Sent instead of a body. */
  readonly csv?: string
}

export interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly bytes: Buffer | null
}

/**
 * Makes one call of the contract: over HTTP, through doorkeeper, throttles and the shapes of replies; or straight at the
 * route's handler, which is what the hot commands do (see README.md for what that saves).
 */
export function call(company: Company, who: Who, route: Route, request: Request): Promise<Reply> {
  const params = { account: company.accountId, ...request.params }
  return company.overHttp
    ? overHttp(company, who, route, { ...request, params })
    : atTheDoor(company, who, route, { ...request, params })
}

const HANDLERS = new Map(routesOf(false, false).map((bound) => [bound.route, bound]))
let calls = 0

async function atTheDoor(company: Company, who: Who, route: Route, request: Request): Promise<Reply> {
  const { app } = company.lane
  const caller = { requestId: newId(app.clock.wallNow(), app.random), ip: '127.0.0.1' }
  const bound = HANDLERS.get(route)!
  const actor = await actorOf(company, who)
  try {
    const input = parseRequest(route, {
      params: ownParams(route, request),
      query: request.query ?? {},
      body: request.csv === undefined ? request.body : Buffer.from(request.csv),
      contentType: typeOf(request),
      headers: {},
    } as Parameters<typeof parseRequest>[1]) as never
    const uow =
      who.as === 'anybody'
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

const typeOf = ({ csv }: Request): string => (csv === undefined ? 'application/json' : 'text/csv')

/** The names in a route's path, and no others. */
function ownParams(route: Route, { params }: Request): Record<string, string> {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  return Object.fromEntries(names.map((name) => [name, params?.[name] ?? '']))
}

async function actorOf(company: Company, who: Who): Promise<Actor> {
  const { ownerId, customers } = company
  if (who.as === 'staff')
    return {
      kind: 'staff',
      userId: ownerId,
      sessionId: ownerId,
      email: `owner@${company.host}`,
      emailVerified: true,
      role: 'owner',
    }
  if (who.as === 'anybody') return { kind: 'anonymous' }
  const { id: customerId, portalUserId } = customers[who.customer]!
  if (who.as === 'portal')
    return {
      kind: 'customer',
      portalUserId,
      sessionId: portalUserId,
      email: `customer@${company.host}`,
      customerId,
      customerIds: [customerId],
    }
  const payLinkId = linkId(company, who)
  return {
    kind: 'pay_link',
    payLinkId,
    sessionId: payLinkId,
    invoiceId: who.invoice,
    customerId,
    unlocked: false,
  }
}

/** One link an invoice and generation. */
function linkId(company: Company, who: Who & { as: 'link' }): string {
  const key = `link ${who.invoice} ${who.generation}`
  const known = company.ids.get(key)
  if (known) return known
  const { app } = company.lane
  const id = newId(app.clock.wallNow(), app.random)
  company.ids.set(key, id)
  return id
}

/** Signs in whoever is about to call, so that nothing which goes wrong in the call goes wrong in that. */
export async function introduce(company: Company, who: Who): Promise<void> {
  if (company.overHttp && who.as !== 'anybody') await tokenOf(company, who)
}

async function overHttp(company: Company, who: Who, route: Route, request: Request): Promise<Reply> {
  const token = who.as === 'anybody' ? undefined : await tokenOf(company, who)
  const isOurs = who.as === 'staff' || who.as === 'anybody'
  return inject(company, route, request, isOurs ? 'localhost' : company.host, token)
}

async function inject(
  company: Company,
  route: Route,
  request: Request,
  host: string,
  token?: string,
): Promise<Reply> {
  const params = ownParams(route, request)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name]!)
  const query = new URLSearchParams(request.query).toString()
  const payload = request.csv ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  const reply = await company.lane.server.inject({
    method: route.method as 'GET',
    url: query === '' ? path : `${path}?${query}`,
    // Throttles by address are another test's business.
    remoteAddress: `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: {
      host,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': typeOf(request) }),
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

/** A session that is young enough; sessions end by the same clock that the simulation moves. */
async function tokenOf(company: Company, who: Exclude<Who, { as: 'anybody' }>): Promise<string> {
  const known = sessions.get(company) ?? new Map<string, KnownSession>()
  sessions.set(company, known)
  const key = Object.values(who).join(' ')
  const now = company.lane.app.clock.wallNow()
  const session = known.get(key)
  if (session && now - session.openedAt < SESSION_LIFE_MS) return session.token
  const token = who.as === 'link' ? await openLink(company, who) : await signIn(company, who)
  known.set(key, { token, openedAt: now })
  return token
}

async function signIn(company: Company, who: Exclude<Who, { as: 'link' | 'anybody' }>): Promise<string> {
  const { app } = company.lane
  const caller = { requestId: 'simulation', ip: '127.0.0.1' }
  const session = await inTransaction(app, caller, { kind: 'anonymous' }, (ctx) => {
    if (who.as === 'staff') return openSession(ctx, { audience: 'staff', userId: company.ownerId })
    const { id: customerId, portalUserId } = company.customers[who.customer]!
    return openSession(ctx, { audience: 'portal', portalUserId, accountId: company.accountId, customerId })
  })
  return session.token
}

/** Staff make a link for each generation; its secret is exchanged for a session whenever one is needed. */
async function openLink(company: Company, who: Who & { as: 'link' }): Promise<string> {
  const key = `secret of link ${who.invoice} ${who.generation}`
  let secret = company.ids.get(key)
  if (!secret) {
    const params = { account: company.accountId, invoice: who.invoice }
    const made = await overHttp(company, { as: 'staff' }, contract.invoices.payLink, { params, body: {} })
    secret = new URL(String(made.body.url)).searchParams.get('token')!
    company.ids.set(key, secret)
  }
  const opened = await inject(company, contract.portal.openPayLink, { body: { token: secret } }, company.host)
  return String(opened.body.token)
}
