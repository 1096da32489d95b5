import { describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { createServer } from '../../../main/create-server.ts'

const test = setUpTestApp()
const PROXY = '10.0.0.9'

/** Sends one request for each X-Forwarded-For. Returns the clients' addresses and the warnings. */
async function receive(trustProxyHops: number, ...forwarded: string[]) {
  const [addresses, warned]: [string[], string[]] = [[], []]
  const log = { ...test.app.log, warn: (message: string) => void warned.push(message) }
  const app = { ...test.app, log, config: { ...test.app.config, trustProxyHops } }
  const server = await createServer(app, { pages: false })
  server.addHook('onRequest', async ({ ip }) => void addresses.push(ip))
  try {
    for (const value of forwarded)
      await server.inject({ url: '/live/', remoteAddress: PROXY, headers: { 'x-forwarded-for': value } })
    return { addresses, warned }
  } finally {
    await server.close()
  }
}

describe('the address of a client behind a proxy', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7:51234', '203.0.113.7'],
    ['nonsense, 203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['203.0.113.7,', '203.0.113.7'],
    ['', PROXY],
  ])('is read from %j', async (forwarded, address) => {
    const received = await receive(1, forwarded)
    expect(received).toEqual({ addresses: [address], warned: [] })
  })

  it('is read behind several proxies', async () => {
    const received = await receive(2, '6.6.6.6, 203.0.113.7:5, 10.0.0.1:6', '203.0.113.7:5')
    expect(received).toEqual({ addresses: ['203.0.113.7', '203.0.113.7'], warned: [] })
  })

  it('is the proxy’s when the header has none, which a warning says once', async () => {
    const texts = ['unknown', '1.2.3.4, <script>', '1.2.3.4:x', '[1.2.3]:4', '203.0.113.7.example:80']
    const { addresses, warned } = await receive(1, ...texts)
    expect(addresses).toEqual(texts.map(() => PROXY))
    expect(warned).toEqual([expect.stringMatching(/X-Forwarded-For without the client’s IP address/)])
  })
})
