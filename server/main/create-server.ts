import fastifyCompress from '@fastify/compress'
import fastify, { type FastifyInstance } from 'fastify'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import type { App } from '../platform/context.ts'
import { watchMethods } from '../platform/http/allowed-methods.ts'
import { addBodyParsers } from '../platform/http/body-parsers.ts'
import { guardConnections } from '../platform/http/connections/guard-connections.ts'
import { mountRoutes } from '../platform/http/mount.ts'
import { observeRequests } from '../platform/http/observe-requests.ts'
import { normalizeForwardedAddresses } from '../platform/http/proxy/normalize-forwarded-addresses.ts'
import { warnAboutProxy } from '../platform/http/proxy/warn-about-proxy.ts'
import { newId } from '../platform/ids.ts'
import { authorize, identifyKey } from './authorize.ts'
import { addErrorAnswers, answerBrokenRequest, answerNotFound, answerUnroutable } from './error-responses.ts'
import { usesDemoMailbox } from './mail/mail-transport.ts'
import { addApiDocs } from './pages/api-docs.ts'
import { addDevMail } from './pages/dev-mail.ts'
import { addHealth } from './pages/health.ts'
import { addMetrics } from './pages/metrics-page.ts'
import { apiHeaders } from './pages/security-headers.ts'
import { addViolationReports } from './pages/violation-reports.ts'
import { addWebPages, type NotFound } from './pages/web-pages.ts'
import { routesOf } from './routes/all-routes.ts'

/** Returns the contract's routes without those of a demo or a mailbox that this server doesn't have. */
function expectedRoutes(demo: boolean, mailbox: boolean): readonly Route[] {
  const { mail, attachment, ...clock } = contract.dev
  const absent: readonly unknown[] = [
    ...(mailbox ? [] : [mail, attachment]),
    ...(demo ? [] : Object.values(clock)),
  ]
  return allRoutes.filter((route) => !absent.includes(route))
}

/**
 * Creates the HTTP server with every route of the contract, the pages and health checks. Not listening yet.
 */
export async function createServer(
  app: App,
  options: {
    readonly pages: boolean /** Where the pages are, if not where they are built to. */
    readonly webFolder?: string
  },
): Promise<FastifyInstance> {
  const server = fastify({
    // Trusts exactly the configured number of proxies.
    trustProxy: (_address, hop) => hop < app.config.trustProxyHops,
    genReqId: () => newId(app.clock.wallNow()),
    requestIdHeader: false,
    // Sized for the largest file on a slow line. Other bodies and headers are cut far earlier.
    requestTimeout: 300_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // A request without a host gets our error text instead of an empty answer.
    http: {
      maxHeaderSize: 8 * 1024,
      requireHostHeader: false,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
    },
    frameworkErrors: answerUnroutable(app),
    clientErrorHandler: answerBrokenRequest(app),
    logger: false,
  })
  const methodsOf = watchMethods(server)
  guardConnections(server, app)
  normalizeForwardedAddresses(server, app)
  addBodyParsers(server)
  await server.register(fastifyCompress, {
    global: true,
    // Request bodies are not decompressed, so a small body can't become huge.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['gzip', 'identity'],
  })
  server.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-request-id', request.id)
    apiHeaders(app.config, request, reply)
    return payload
  })
  warnAboutProxy(server, app)
  observeRequests(server, app)
  addErrorAnswers(server, app)
  const mailbox = usesDemoMailbox(app.config)
  const expected = expectedRoutes(app.config.demo, mailbox)
  mountRoutes(server, app, routesOf(app.config.demo, mailbox), expected, authorize, identifyKey)
  addHealth(server, app)
  addMetrics(server, app)
  addApiDocs(server, app, expected)
  await addViolationReports(server, app)
  if (mailbox) addDevMail(server, app)
  const notFound: NotFound = (request, reply) => answerNotFound(request, reply, methodsOf)
  if (options.pages) await addWebPages(server, app, notFound, options.webFolder)
  else server.setNotFoundHandler(notFound)
  return server
}
