import { createServer } from 'node:http'

/** H: a bare node:http server that returns fixed JSON, about as large as a page of a list. */
const body = JSON.stringify({
  count: 20,
  results: Array.from({ length: 20 }, (_, n) => ({ n, number: `INV-${1000 + n}`, total: '1250.00' })),
})
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
// On a slow machine a connection may idle for longer than Node's default keep-alive.
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
