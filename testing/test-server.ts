import type { FastifyInstance } from 'fastify'
import { createServer } from '../server/main/create-server.ts'
import { createIdentityProviders } from '../server/main/identity-providers.ts'
import { createBilling, createProcessors } from '../server/main/processors.ts'
import { setUp } from './set-up.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Facebook needs no discovery request. Nothing listens at these addresses. */
const PROVIDERS = {
  FACEBOOK_CLIENT_ID: 'quittance',
  FACEBOOK_CLIENT_SECRET: 'of nobody',
  FACEBOOK_ISSUER: 'http://127.0.0.1:9',
  STRIPE_CLIENT_ID: 'ca_of_nobody',
  STRIPE_SECRET_KEY: 'sk_test_of_nobody_in_tests',
  STRIPE_API_URL: 'http://127.0.0.1:9',
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
    billing: createBilling,
    identityProviders: createIdentityProviders,
    ...options,
    env: { ...PROVIDERS, ...options.env },
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
