import { type AddressInfo, connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropUnanswerable } from './drop-unanswerable.ts'
import { refuseAmbiguousHosts } from './refuse-ambiguous-hosts.ts'

const served: string[] = []
let server: FastifyInstance

beforeAll(async () => {
  server = fastify()
  const ending = new WeakSet<object>()
  dropUnanswerable(server, ending)
  refuseAmbiguousHosts(server, ending)
  server.get('/:name', async (request) => {
    served.push(request.url)
    return 'done'
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server?.close())

/** Sends bytes at once and reads until the server ends the connection. */
function sendBytes(bytes: string): Promise<string> {
  const { port } = server.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: a.test', ...headers, '', ''].join('\r\n')

it('runs no request behind one that names two hosts', async () => {
  const answer = await sendBytes(get('/before') + get('/refused', 'host: b.test') + get('/behind'))
  expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 500'])
  await sendBytes(get('/last', 'connection: close'))
  expect(served).toEqual(['/before', '/last'])
})
