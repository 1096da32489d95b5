import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type FileInParts,
  type FileReply,
  isRawBody,
  maxBodyBytes,
  type Route,
} from '../../../contract/route.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import { consumeRateLimit } from '../auth/rate-limit.ts'
import type { Actor, App, BaseCtx, Caller, Ctx, UnitOfWork } from '../context.ts'
import { inTransaction, tenantlessUnitOfWork, unitOfWork } from '../context.ts'
import { failpoint, runWithConnection } from '../control/failpoint.ts'
import type { RouteFacts } from '../languages/reader-language.ts'
import { translateReply } from '../languages/translate-reply.ts'
import { underRequest } from '../log.ts'
import { networkOf } from '../network.ts'
import { prepareReplicaRead } from '../prepare-replica-read.ts'
import { Refusal } from '../refusal.ts'
import { limitKey } from './api-keys/limit-key.ts'
import { type Authorizer, callerFacts, callerOf, type IdentifyKey, mediaType } from './caller.ts'
import { checkDeclaration } from './check-declaration.ts'
import type { BoundRoute, RouteCookie } from './handlers.ts'
import { answerOnce, idempotencyKeyOf } from './idempotency/answer-once.ts'
import type { KeptAnswer } from './idempotency/kept-answers.ts'
import { refuseOverload } from './overload.ts'
import { parseRequest } from './request-shape.ts'
import { openRouteCookie } from './route-cookie.ts'
import { sendFile, sendInParts } from './send-file.ts'
import { openUploadGuard, takesFile, type UploadGuard } from './upload-guard.ts'

/** Decides on callers. */
interface Gate {
  readonly authorize: Authorizer
  readonly identifyKey: IdentifyKey
}

const ANONYMOUS: Actor = { kind: 'anonymous' }

/**
 * Serves every bound route. Throws at start when a route declares no access, or when a route of the contract
 * is bound twice or not at all.
 */
export function mountRoutes(
  server: FastifyInstance,
  app: App,
  bound: readonly BoundRoute[],
  expected: readonly Route[],
  authorize: Authorizer,
  identifyKey: IdentifyKey = async () => null,
): void {
  const gate: Gate = { authorize, identifyKey }
  const seen = new Set<Route>()
  const uploadGuard = openUploadGuard(app, authorize)
  for (const entry of bound) {
    checkDeclaration(entry)
    if (seen.has(entry.route)) throw new Error(`Route bound twice: ${entry.route.method} ${entry.route.path}`)
    seen.add(entry.route)
    addRoute(server, app, entry, gate, uploadGuard)
  }
  const missing = expected.filter((route) => !seen.has(route))
  if (missing.length > 0)
    throw new Error(
      `Routes without a handler: ${missing.map((route) => `${route.method} ${route.path}`).join(', ')}`,
    )
}

function addRoute(
  server: FastifyInstance,
  app: App,
  entry: BoundRoute,
  gate: Gate,
  uploadGuard: UploadGuard,
): void {
  const { route } = entry
  const { method, path: url, body, access } = route
  const config: RouteFacts = { access }
  const bodyLimit = maxBodyBytes(route)
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    underRequest(request.id, () =>
      runWithConnection(request.raw.socket, () => serve(app, entry, gate, request, reply)),
    )
  if (takesFile(route)) {
    const { read, ...ways } = uploadGuard(route, handler)
    server.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser([...route.body.file], read)
      scope.route({ method, url, config: { access, takesFile: true } satisfies RouteFacts, ...ways })
    })
    return
  }
  if (!isRawBody(body)) {
    server.route({ method, url, bodyLimit, config, handler })
    return
  }
  // A scope without parsers, because the signature covers the raw bytes.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...body.raw], { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes),
    )
    scope.route({ method, url, bodyLimit, config, handler })
  })
}

async function serve(
  app: App,
  entry: BoundRoute,
  { authorize, identifyKey }: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route } = entry
  const caller = callerOf(request)
  refuseOverload(app)
  const countsAll = route.rateLimit?.unauthenticatedOnly !== true
  if (countsAll) await throttle(app, route, request)
  const facts = await callerFacts(app, request)
  if (!countsAll && facts.claims === null) await throttle(app, route, request)
  // Requests of the same tick reach this line together, so the load is checked again.
  refuseOverload(app)
  const parsed = attempt(() =>
    parseRequest(route, {
      params: request.params,
      query: request.query,
      body: request.body,
      contentType: mediaType(request),
      headers: request.headers,
    }),
  )
  const authorizeCaller = () =>
    inTransaction(app, caller, ANONYMOUS, (base) => authorize(base, route.access, facts))
  const handle = async (keep?: (ctx: Ctx, result: unknown) => Promise<unknown>) =>
    entry.handleUnitOfWork
      ? handleUnitOfWorkRoute(app, entry, caller, await authorizeCaller(), parsed, () =>
          openRouteCookie(app, route, facts, request, reply),
        )
      : handleRoute(app, entry, caller, (base) => authorize(base, route.access, facts), parsed, keep)
  if (facts.apiKey !== null) await limitKeyOf(app, caller, facts.apiKey, identifyKey, reply)
  const key = idempotencyKeyOf(route, request)
  if (key === null) {
    const result = await handle()
    await beforeReply()
    return send(app, route, reply, result, authorizeCaller, caller.language)
  }
  const admitted = (await authorizeCaller()) as Ctx
  // A malformed request claims no key.
  parsed()
  const once = { app, caller, key, request, admitted, isOneTransaction: !entry.handleUnitOfWork }
  const { answer, isReplay } = await answerOnce(once, async (keep) => {
    const answerOf = (result: unknown) => shapeAnswer(route, result, caller.language)
    return answerOf(await handle((ctx, result) => keep(ctx, answerOf(result))))
  })
  await beforeReply()
  if (isReplay) reply.header('idempotency-replayed', 'true')
  return reply.code(answer.status).send(answer.body ?? undefined)
}

/** Everything is committed, and the caller knows nothing of it yet. */
async function beforeReply(): Promise<void> {
  await failpoint('reply.before')
}

async function limitKeyOf(
  app: App,
  caller: Caller,
  key: string,
  identify: IdentifyKey,
  reply: FastifyReply,
): Promise<void> {
  const id = await inTransaction(app, caller, ANONYMOUS, (base) => identify(base, key))
  if (id !== null) await limitKey(app, id, reply)
}

/** Authorizes and answers in one transaction, or on a replica after the primary has authorized. */
async function handleRoute(
  app: App,
  { route, handle }: BoundRoute,
  caller: Caller,
  authorizeIn: (base: BaseCtx) => ReturnType<Authorizer>,
  parsed: () => unknown,
  keep?: (ctx: Ctx, result: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (route.mayReadReplica && app.replica !== null) {
    const open = () =>
      inTransaction(app, caller, ANONYMOUS, async (base) => {
        const ctx = await authorizeIn(base)
        parsed()
        return prepareReplicaRead(ctx as Ctx)
      })
    const answered = await app.replica.read(open, (ctx) => handle!(ctx as never, parsed() as never))
    if (answered) return answered.value
  }
  return inTransaction(app, caller, ANONYMOUS, async (base) => {
    const ctx = await authorizeIn(base)
    const result = await handle!(ctx as never, parsed() as never)
    await keep?.(ctx as Ctx, result)
    return result
  })
}

function handleUnitOfWorkRoute(
  app: App,
  entry: BoundRoute,
  caller: Caller,
  ctx: Awaited<ReturnType<Authorizer>>,
  parsed: () => unknown,
  openCookie: () => RouteCookie | null,
): Promise<unknown> {
  const { access, mayReadReplica } = entry.route
  // Runs before shape errors are thrown, so that a page of another origin learns nothing from them.
  const cookie = openCookie()
  const accountId = 'accountId' in ctx ? ctx.accountId : null
  const inside =
    access.kind === 'staff' ||
    access.kind === 'customer' ||
    access.kind === 'payer' ||
    access.kind === 'preview' ||
    (access.kind === 'login' && accountId !== null) ||
    (access.kind === 'public' && access.host === 'company')
  const uow = inside
    ? unitOfWork(app, caller, ctx.actor, accountId!, mayReadReplica ? app.replica : null)
    : tenantlessUnitOfWork(app, caller, ctx.actor, accountId)
  return entry.handleUnitOfWork!(uow as UnitOfWork, parsed() as never, cookie as never)
}

/** Defers shape errors until the caller is authorized, so that a stranger learns nothing from them. */
function attempt<T>(read: () => T): () => T {
  try {
    const value = read()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

async function throttle(app: App, route: Route, request: FastifyRequest): Promise<void> {
  if (!route.rateLimit) return
  const { limit, windowSeconds, also } = route.rateLimit
  const name = `${route.method} ${route.path}`
  await consumeRateLimit(app, `${name} ip ${networkOf(request.ip)}`, limit, windowSeconds)
  const value = also && (request.body as Record<string, unknown> | undefined)?.[also.field]
  if (also && typeof value === 'string')
    await consumeRateLimit(
      app,
      `${name} ${also.field} ${value.trim().toLowerCase()}`,
      also.limit,
      windowSeconds,
    )
}

function send(
  app: App,
  route: Route,
  reply: FastifyReply,
  result: unknown,
  mayGoOn: () => Promise<unknown>,
  language: Language | undefined,
): FastifyReply | Promise<FastifyReply> {
  if (route.reply === 'nothing') return reply.code(route.status ?? 204).send()
  if (route.reply === 'file') {
    const file = result as FileReply | FileInParts
    return 'parts' in file ? sendInParts(app, reply, file, mayGoOn) : sendFile(reply, file)
  }
  const { status, body } = shapeAnswer(route, result, language)
  return reply.code(status).send(body)
}

/** Cuts a result to the declared shape. Null is the body of a route without one. */
function shapeAnswer(route: Route, result: unknown, language: Language | undefined): KeptAnswer {
  if (route.reply === 'nothing') return { status: route.status ?? 204, body: null }
  const shaped = (route.reply as z.ZodType).safeParse(result)
  if (!shaped.success)
    throw new Error(`Reply of ${route.method} ${route.path} has not its shape: ${shaped.error.message}`)
  const body = language ? translateReply(route.reply as z.ZodType, shaped.data, language) : shaped.data
  return { status: route.status ?? 200, body }
}

export type { BaseCtx }
export { Refusal }
