import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestServer } from '../test-server.ts'

/** A local address at which a simulated processor reaches a test server, which opens no port of its own. */
export interface Reachable {
  readonly port: number
  close(): Promise<void>
}

export async function receiveFor(server: () => TestServer['server']): Promise<Reachable> {
  const receiver = createServer(async (request, reply) => {
    const answer = await server().inject({
      method: 'POST',
      url: request.url ?? '/',
      headers: { ...request.headers, host: 'localhost' },
      payload: await buffer(request),
    })
    reply.writeHead(answer.statusCode).end(answer.body)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  return {
    port: (receiver.address() as AddressInfo).port,
    async close() {
      receiver.closeAllConnections()
      await new Promise((resolve) => receiver.close(resolve))
    },
  }
}
