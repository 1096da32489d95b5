import type { FastifyInstance } from 'fastify'
import { createServer } from '../../main/create-server.ts'
import { createProcessors } from '../../main/processors.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export interface TestServer extends TestApp {
  readonly server: FastifyInstance
}

/** The whole API on a database of its own, called by `server.inject`. Nothing listens. */
export async function createTestServer(
  options: Parameters<typeof createTestApp>[0] = {},
): Promise<TestServer> {
  const test = await createTestApp({ processors: createProcessors, ...options })
  const server = await createServer(test.app, { pages: false })
  await server.ready()
  return {
    ...test,
    server,
    async close() {
      await server.close()
      await test.close()
    },
  }
}
