import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Answer, forwardRequest, sendAnswer } from '../../testing/processors/forward-request.ts'

/**
 * Stands before another server (TARGET, an origin): passes each request on once, and answers the same method and address from memory
 * from then on, so that a caller can be measured alone. /requests answers with their number.
 */
const target = process.env.TARGET!

const known = new Map<string, Answer>()
let requests = 0

const server = createServer(async (request, response) => {
  const body = await buffer(request)
  sendAnswer(response, request.url === '/requests' ? countOfRequests() : await repeat(request, body))
})

const countOfRequests = (): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(String(requests)),
})

async function repeat(request: IncomingMessage, body: Buffer): Promise<Answer> {
  requests += 1
  const name = `${request.method} ${request.url}`
  const answer = known.get(name) ?? (await forwardRequest(`${target}${request.url}`, request, body))
  known.set(name, answer)
  return answer
}

server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
