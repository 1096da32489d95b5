import { createServer } from 'node:http'

/** H: node:http and nothing else, answering fixed JSON of about the size of a page of a list. */
const body = JSON.stringify({
  count: 20,
  results: Array.from({ length: 20 }, (_, n) => ({ n, number: `INV-${1000 + n}`, total: '1250.00' })),
})
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
// A round of a slow machine may leave a connection idle for longer than Node would keep it.
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
