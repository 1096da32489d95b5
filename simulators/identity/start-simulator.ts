import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SIGN_IN_PROVIDERS, type SignInProvider } from '../../domain/people/sign-in-providers.ts'
import { FacebookSimulator } from './facebook.ts'
import { ProviderFaults } from './faults.ts'
import { openIdSimulator } from './openid-provider.ts'
import { SIMULATED_CLIENT } from './people.ts'

type OpenId = Exclude<SignInProvider, 'facebook'>

export interface IdentitySimulator {
  /** Settings with which the product finds every provider here. */
  readonly env: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<OpenId, ProviderFaults>>
  /** Number of token requests to the providers. */
  exchanges(): number
  close(): Promise<void>
}

const KINDS = {
  google: { name: 'Google', secretIn: 'body', addsScope: true },
  quickbooks: { name: 'QuickBooks', secretIn: 'header', addsScope: false },
  xero: { name: 'Xero', secretIn: 'header', addsScope: true },
} as const satisfies Record<OpenId, object>

/**
 * Starts every provider on one local port, each below its own path. `appOrigin` is the origin of the
 * redirects.
 */
export async function startIdentitySimulator(appOrigin: string): Promise<IdentitySimulator> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'only' }
  const redirectUrls = (id: SignInProvider) => SIGN_IN_PROVIDERS[id].pages.map((page) => appOrigin + page)
  const faults = Object.fromEntries(
    Object.entries(KINDS).map(([id, { addsScope }]) => [id, new ProviderFaults(privateKey, addsScope)]),
  ) as Record<OpenId, ProviderFaults>
  const simulators = new Map<string, Pick<FacebookSimulator, 'handle'>>([
    [
      'facebook',
      new FacebookSimulator({ issuer: `${origin}/facebook`, redirectUrls: redirectUrls('facebook') }),
    ],
  ])
  for (const [id, { name, secretIn }] of Object.entries(KINDS) as [OpenId, (typeof KINDS)[OpenId]][]) {
    const about = { name, secretIn, key, faults: faults[id], redirectUrls: redirectUrls(id) }
    simulators.set(id, openIdSimulator({ ...about, issuer: `${origin}/${id}` }))
  }
  let exchanges = 0
  server.on('request', (request, response) => {
    const [, id = '', rest = ''] = /^\/(\w+)(.*)$/.exec(request.url ?? '') ?? []
    if (/^\/token|access_token/.test(rest)) exchanges++
    // The library reads the whole address from this field to build its own addresses.
    Object.assign(request, { originalUrl: request.url, url: rest === '' ? '/' : rest })
    const simulator = simulators.get(id)
    // Browsers request an icon.
    if (id === 'favicon') response.writeHead(204).end()
    else if (simulator === undefined) response.writeHead(404).end()
    else simulator.handle(request, response).catch(() => response.destroy())
  })
  return { env: settingsOf(origin), faults, exchanges: () => exchanges, close: () => end(server) }
}

const settingsOf = (origin: string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(SIGN_IN_PROVIDERS).flatMap((id) => [
      [`${id.toUpperCase()}_CLIENT_ID`, SIMULATED_CLIENT.id],
      [`${id.toUpperCase()}_CLIENT_SECRET`, SIMULATED_CLIENT.secret],
      [`${id.toUpperCase()}_ISSUER`, `${origin}/${id}`],
    ]),
  )

function end(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
