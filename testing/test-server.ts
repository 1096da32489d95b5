import type { FastifyInstance } from 'fastify'
import { createServer } from '../server/main/create-server.ts'
import { createIdentityProviders } from '../server/main/identity-providers.ts'
import { createProcessors } from '../server/main/processors.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Facebook's addresses are known without asking anybody; at this one nobody answers. */
const ONE_PROVIDER = {
  FACEBOOK_CLIENT_ID: 'quittance',
  FACEBOOK_CLIENT_SECRET: 'of nobody',
  FACEBOOK_ISSUER: 'http://127.0.0.1:9',
}

export interface TestServer extends TestApp {
  readonly server: FastifyInstance
}

/** The whole API on a database of its own, called by `server.inject`. Nothing listens. */
export async function createTestServer(
  options: Parameters<typeof createTestApp>[0] = {},
): Promise<TestServer> {
  const test = await createTestApp({
    processors: createProcessors,
    identityProviders: createIdentityProviders,
    ...options,
    env: { ...ONE_PROVIDER, ...options.env },
  })
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
