import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../contract/route.ts'
import type { App } from '../../platform/context.ts'
import { subDomainOf } from '../../platform/http/hosts.ts'
import { openApiDocument } from '../../platform/http/openapi/openapi.ts'
import { groupAt, groupPage, guidePage } from './api-docs/docs-pages.ts'
import { DOCS_STYLE } from './api-docs/docs-style.ts'

const POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

/**
 * Serves the contract as an OpenAPI document and as pages. Each is generated at its first request, so that the start doesn't
 * wait.
 */
export function addApiDocs(server: FastifyInstance, { config }: App, routes: readonly Route[]): void {
  // Available only on the business app's host.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (subDomainOf(config, request.raw) !== null) reply.callNotFound()
  }
  const origin = config.appOrigin
  const made = new Map<string, string>()
  const once = (path: string, make: () => string): string => {
    if (!made.has(path)) made.set(path, make())
    return made.get(path)!
  }
  const send = (reply: FastifyReply, html: string) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(html)

  server.get('/api/openapi.json', { onRequest }, async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(once('/api/openapi.json', () => JSON.stringify(openApiDocument(routes)))),
  )
  server.get('/api/docs/', { onRequest }, async (_request, reply) =>
    send(
      reply,
      once('/api/docs/', () => guidePage(origin)),
    ),
  )
  server.get('/api/docs/:address/', { onRequest }, async (request, reply) => {
    const { address } = request.params as { address: string }
    const group = groupAt(address)
    if (group === undefined) return reply.callNotFound()
    return send(
      reply,
      once(`/api/docs/${address}/`, () => groupPage(group, origin)),
    )
  })
  server.get('/api/docs.css', { onRequest }, async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(DOCS_STYLE),
  )
}
