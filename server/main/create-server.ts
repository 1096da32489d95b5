import fastifyCompress from '@fastify/compress'
import fastify, { type FastifyInstance } from 'fastify'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import type { App } from '../platform/context.ts'
import { errorReply } from '../platform/http/error-reply.ts'
import { mountRoutes } from '../platform/http/mount.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { admit } from './doorkeeper.ts'
import { addHealth } from './health.ts'
import { addApiDocs } from './pages/api-docs.ts'
import { addDevMail } from './pages/dev-mail.ts'
import { apiHeaders } from './pages/security-headers.ts'
import { addWebPages } from './pages/web-pages.ts'
import { routesOf } from './rooms.ts'

const FILE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/csv',
  'text/plain',
  'application/vnd.ms-excel',
  'application/octet-stream',
]

/** The HTTP server: every route of the contract, the pages, health. Not listening yet. */
export async function createServer(app: App, options: { pages: boolean }): Promise<FastifyInstance> {
  const server = fastify({
    // As many proxies as are known to stand before us are believed, and no further.
    trustProxy: (_address, hop) => hop < app.config.trustProxyHops,
    genReqId: () => newId(app.clock.wallNow()),
    requestIdHeader: false,
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    http: { maxHeaderSize: 8 * 1024 },
    logger: false,
  })
  addBodyParsers(server)
  await server.register(fastifyCompress, { global: true, threshold: 1024, encodings: ['gzip', 'identity'] })
  server.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-request-id', request.id)
    apiHeaders(app.config, request, reply)
    return payload
  })
  addErrors(server, app)
  const expected: readonly Route[] = app.config.demo
    ? allRoutes
    : allRoutes.filter((route) => !Object.values(contract.dev).includes(route as never))
  mountRoutes(server, app, routesOf(app.config.demo), expected, admit)
  addHealth(server, app)
  addApiDocs(server, expected)
  if (app.config.demo) addDevMail(server, app)
  if (options.pages) await addWebPages(server, app)
  else addNotFound(server)
  return server
}

/** JSON, and files as they are. Any other content type is refused before a handler sees it. */
function addBodyParsers(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parseJson(request, body as string, done)
  })
  server.addContentTypeParser(FILE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function addErrors(server: FastifyInstance, app: App): void {
  server.setErrorHandler((error, request, reply) => {
    const answer = errorReply(error, request.id)
    if (answer.status === 500)
      app.log.error('request failed', {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        error,
      })
    if (answer.retryAfterS !== undefined) reply.header('retry-after', String(answer.retryAfterS))
    return reply.code(answer.status).send(answer.body)
  })
}

function addNotFound(server: FastifyInstance): void {
  server.setNotFoundHandler((request, reply) => {
    const answer = errorReply(refuse('not_found'), request.id)
    return reply.code(answer.status).send(answer.body)
  })
}
