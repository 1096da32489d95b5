import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { refuse } from '../refusal.ts'

/** Within this time a body has arrived whole. */
const WINDOW_MS = 15_000

/** What a file has to bring in each such time: a line of 35 kbit/s does. */
const LEAST_BYTES = 64 * 1024

/**
 * Ends requests whose body trickles in, so that nobody holds connections open by saying next to nothing. A file from
 * somebody who is signed in may take longer, up to the server's own limit, as long as it keeps coming. The server's
 * limit can't tell the one from the other, as it knows no routes.
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
      else if (came < LEAST_BYTES || !(await mayTakeLonger(app, request))) cut(request, reply)
    }, WINDOW_MS)
    const over = () => clearInterval(timer)
    raw.once('end', over).once('close', over)
  })
}

async function mayTakeLonger(app: App, request: FastifyRequest): Promise<boolean> {
  const { takesFile } = request.routeOptions.config as { takesFile?: boolean }
  const token = request.headers.authorization?.split(' ')[1]
  return takesFile === true && token !== undefined && (await app.tokens.verify(token, app.clock.wallNow())).ok
}

/** Says so where nothing was said yet. The connection ends with the answer, as the rest of the body is not wanted. */
function cut(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) request.raw.destroy()
  else reply.header('connection', 'close').send(refuse('request_timed_out'))
}
