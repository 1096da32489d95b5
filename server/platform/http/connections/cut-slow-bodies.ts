import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import type { RouteFacts } from '../../languages/reader-language.ts'
import { refuse } from '../../refusal.ts'

/** Time limit of a whole body. */
const WINDOW_MS = 15_000

/** Bytes that a file has to send in each window, which is 35 kbit/s. */
const MIN_BYTES = 64 * 1024

/**
 * Ends requests whose body arrives too slowly, so that nobody occupies connections with a trickle. A file
 * from a logged-in sender may take longer, up to the server's own limit, while it keeps its rate. The
 * server's limit can't make this distinction, because it knows no routes.
 */
export function cutSlowBodies(server: FastifyInstance, app: App): void {
  server.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'])) return
    let seen = raw.socket.bytesRead
    const timer = setInterval(async () => {
      const came = raw.socket.bytesRead - seen
      seen += came
      if (raw.complete || raw.destroyed) clearInterval(timer)
      else if (came < MIN_BYTES || !(await mayTakeLonger(app, request))) cut(request, reply)
    }, WINDOW_MS)
    const over = () => clearInterval(timer)
    raw.once('end', over).once('close', over)
  })
}

async function mayTakeLonger(app: App, request: FastifyRequest): Promise<boolean> {
  const { takesFile } = request.routeOptions.config as RouteFacts
  const token = request.headers.authorization?.split(' ')[1]
  return takesFile === true && token !== undefined && (await app.tokens.verify(token, app.clock.wallNow())).ok
}

/**
 * Sends an error if no answer was sent yet. The answer ends the connection, because the rest of the body is
 * not read.
 */
function cut(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) request.raw.destroy()
  else reply.header('connection', 'close').send(refuse('request_timed_out'))
}
