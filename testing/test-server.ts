import type { FastifyInstance } from 'fastify'
import { createServer } from '../server/main/create-server.ts'
import { createIdentityProviders } from '../server/main/identity-providers.ts'
import { createProcessors } from '../server/main/processors.ts'
import { setUp } from './set-up.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Facebook needs no discovery request. Nothing listens at this issuer. */
const ONE_PROVIDER = {
  FACEBOOK_CLIENT_ID: 'quittance',
  FACEBOOK_CLIENT_SECRET: 'of nobody',
  FACEBOOK_ISSUER: 'http://127.0.0.1:9',
}

export interface TestServer extends TestApp {
  readonly server: FastifyInstance
}

/** Creates the API on its own database, called by `server.inject`. No port is opened. */
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

/** Gives a test file the API on its own database. */
export const setUpTestServer = (options?: Parameters<typeof createTestServer>[0]): TestServer =>
  setUp(
    () => createTestServer(options),
    (test) => test.close(),
  )
