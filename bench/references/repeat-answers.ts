import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * Stands before another server (TARGET, an origin): passes each request on once, and answers the same method and address from memory
 * from then on, so that a caller can be measured alone. /requests answers with their number.
 */
const target = process.env.TARGET!

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

const known = new Map<string, Answer>()
let requests = 0

const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/' } = request
  const body = await buffer(request)
  const answer =
    url === '/requests' ? textAnswer(String(requests)) : await repeat(method, url, request.headers, body)
  response.writeHead(answer.status, { 'content-type': answer.type, 'content-length': answer.body.length })
  response.end(answer.body)
})

const textAnswer = (text: string): Answer => ({ status: 200, type: 'text/plain', body: Buffer.from(text) })

async function repeat(
  method: string,
  url: string,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
): Promise<Answer> {
  requests += 1
  const name = `${method} ${url}`
  const answer = known.get(name) ?? (await pass(method, url, headers, body))
  known.set(name, answer)
  return answer
}

/** Headers that belong to one connection. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

async function pass(
  method: string,
  url: string,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
): Promise<Answer> {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [[name, String(value)]],
  )
  const reply = await fetch(`${target}${url}`, {
    method,
    headers: passed,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: 'manual',
  })
  return {
    status: reply.status,
    type: reply.headers.get('content-type') ?? 'text/plain',
    body: Buffer.from(await reply.arrayBuffer()),
  }
}

server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
