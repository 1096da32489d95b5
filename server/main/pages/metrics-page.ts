import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { App } from '../../platform/context.ts'
import { errorReply } from '../../platform/http/error-reply.ts'
import { refuse } from '../../platform/refusal.ts'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
/** Any of them says that the request came through a proxy, and so from anywhere. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** GET /metrics on the server's own port, for whoever may read it; for anybody else there is no such page. */
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
 * With METRICS_TOKEN: who shows it. Without: who connects from this very machine, except in production, where a proxy
 * on the same machine would make everybody look like that.
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

/** A listener of its own on this machine's loopback, which a worker needs: it serves nothing else. Ends when called. */
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
