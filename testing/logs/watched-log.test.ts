import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenSigner } from '../../server/platform/auth/session-tokens.ts'
import { callApi } from '../call-api.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../faulty-server.ts'
import { createTestServer, type TestServer } from '../test-server.ts'
import {
  noteRequestSecrets,
  noteResponseSecrets,
  noteSecret,
  takeLeaks,
  watchedLog,
  watchLine,
} from './watched-log.ts'

const leaksOf = (...messages: string[]): number => {
  const log = watchedLog()
  for (const message of messages) log.info(`before ${message}, after`)
  return takeLeaks().length
}

describe('the log of a test server', () => {
  it('is searched for secrets of requests and responses', () => {
    const password = 'nine violet 4 kettles'
    const card = '4242424242424242'
    const code = '31415-92653-58979'
    expect(leaksOf(password, card, code)).toBe(0)
    noteRequestSecrets({ password1: password, number: card, extra_data: { state: 'a-state-of-2026' } })
    noteResponseSecrets({ recovery_codes: [code, '27182-81828-45904'] })
    expect(leaksOf(password, card, code, 'a-state-of-2026', '27182-81828-45904')).toBe(5)
    expect(leaksOf('nine violet 5 kettles', '4242', 'INV-000123')).toBe(0)
  })

  it('reports the kind and the source of a secret, but not the secret', () => {
    const password = 'six silver 5 whistles'
    const code = '16180-33988-74989'
    noteRequestSecrets({ password, number: '4000000000000002' })
    noteResponseSecrets({ recovery_codes: [code] })
    watchLine(`[${password}] ${code} 4000000000000002 ${'aB3'.repeat(14)}x`, 'the worker’s standard error')
    expect(takeLeaks()).toEqual([
      'a code, a card’s number, a password, a one-time secret in the worker’s standard error: [[a password]] [a code] [a card’s number] [a one-time secret]',
    ])
  })

  it('is searched for texts that look like a secret', async () => {
    const signer = createTokenSigner(randomBytes(32).toString('hex'), undefined)
    const holder = { audience: 'staff', subject: 'somebody', sessionId: 'a-session', generation: 1 } as const
    const token = await signer.sign({ ...holder, accountId: null }, 0, 1_000_000)
    expect(leaksOf(token.split('.')[0]!, 'x'.repeat(43))).toBe(0)
    // In a URL no field name identifies the secret.
    expect(leaksOf('/signup/invite/bW9yZSB0aGFuIDMyIGJ5dGVzIG9mIGNoYW5jZSEhISE')).toBe(1)
    // The log itself redacts the token.
    watchedLog().error('failed', { error: new Error(`with ${token}`) })
    expect(takeLeaks()).toEqual([])
  })

  it('is searched for secrets of API calls and of the configuration', async () => {
    const test = await createTestServer()
    try {
      const password = 'seven amber 3 lanterns'
      const body = { email: 'nobody@people.test', password }
      await callApi(test.server, { method: 'POST', path: '/api/profile/login/', body })
      expect(takeLeaks()).toEqual([])
      test.app.log.warn(`refused ${password}`)
      test.app.log.warn(`with ${test.app.config.secret}`)
      expect(takeLeaks()).toHaveLength(2)
      noteSecret(test.app.config.secret.slice(0, 9))
      test.app.log.warn(`with ${test.app.config.secret.slice(0, 9)}`)
      expect(takeLeaks()).toEqual([])
    } finally {
      await test.close()
    }
  })
})

describe('a faulty server is reported', () => {
  const logged = (text: string): void => watchedLog().info(text)
  let test: TestServer
  let faulty: FaultyServer
  beforeAll(async () => {
    test = await createTestServer()
    faulty = await createFaultyServer(test)
  })
  afterAll(async () => {
    await faulty?.close()
    await test?.close()
  })

  it.each<[string, Fault]>([
    ['when it logs a request body', { before: ({ body }) => logged(`asked with ${JSON.stringify(body)}`) }],
    ['when it logs a URL', { first: ({ url }) => logged(`asked for ${url}`) }],
    ['when it logs headers', { first: ({ headers }) => logged(`by ${headers.authorization ?? 'nobody'}`) }],
    ['when it logs a response', { after: (_request, _reply, body) => logged(`answered ${body.toString()}`) }],
  ])('%s', async (what, fault) => {
    faulty.setFault(fault)
    const secret = () => randomBytes(32).toString('base64url')
    const password = 'eight copper 2 ladders'
    const body = {
      email: `${what.replaceAll(' ', '-')}@people.test`,
      password1: password,
      password2: password,
    }
    const signUp = await callApi(faulty.server, { method: 'POST', path: '/api/profile/signup/', body })
    expect(signUp.status).toBe(200)
    await callApi(faulty.server, { method: 'GET', path: `/api/invites/${secret()}/`, token: secret() })
    expect(takeLeaks()).not.toEqual([])
    faulty.setFault({})
    await callApi(faulty.server, { method: 'GET', path: `/api/invites/${secret()}/`, token: secret() })
    expect(takeLeaks()).toEqual([])
  })
})
