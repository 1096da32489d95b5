import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { App } from '../../platform/context.ts'
import { errorReply } from '../../platform/http/error-reply.ts'
import { refuse } from '../../platform/refusal.ts'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
/** Any of these headers shows that a proxy forwarded the request, whose origin is then unknown. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Serves GET /metrics on the server's own port to authorized readers; 404 for everybody else. */
export function addMetrics(server: FastifyInstance, app: App): void {
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(app.config, request)) {
      const answer = errorReply(refuse('not_found'), request.id)
      return reply.code(answer.status).send(answer.body)
    }
    const { contentType, text } = await app.scrape()
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(text)
  })
}

/**
 * With METRICS_TOKEN, only its bearer may read. Without it, only connections from this machine, and none in
 * production, where a proxy on the same machine would make every caller look local.
 */
function mayRead(config: Config, request: FastifyRequest): boolean {
  if (config.metricsToken !== undefined) return showsToken(config.metricsToken, request.raw)
  if (config.production) return false
  const local = LOOPBACK.test(request.socket.remoteAddress ?? '')
  return local && FORWARDED.every((name) => request.headers[name] === undefined)
}

function showsToken(token: string, request: IncomingMessage): boolean {
  const shown = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(shown), digest(token))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Opens a separate loopback listener for /metrics only, which a worker needs. The returned function closes
 * it.
 */
export async function listenForScrapes(app: App, port: number): Promise<() => Promise<void>> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = app.config.metricsToken
    if (request.url !== '/metrics' || (token !== undefined && !showsToken(token, request))) {
      response.writeHead(404).end()
      return
    }
    const { contentType, text } = await app.scrape()
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
  }
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
