import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenSigner } from '../../server/platform/auth/session-tokens.ts'
import { callApi } from '../call-api.ts'
import { createFaultyServer, type FaultyServer, type Mistake } from '../faulty-server.ts'
import { createTestServer, type TestServer } from '../test-server.ts'
import { noteAnswered, noteAsked, noteSecret, takeLeaks, watchedLog, watchLine } from './watched-log.ts'

const leaksOf = (...messages: string[]): number => {
  const log = watchedLog()
  for (const message of messages) log.info(`before ${message}, after`)
  return takeLeaks().length
}

describe('what a server of a test says', () => {
  it('is searched for what the test asked with, and was told', () => {
    const password = 'nine violet 4 kettles'
    const card = '4242424242424242'
    const code = '31415-92653-58979'
    expect(leaksOf(password, card, code)).toBe(0)
    noteAsked({ password1: password, number: card, extra_data: { state: 'a-state-of-2026' } })
    noteAnswered({ recovery_codes: [code, '27182-81828-45904'] })
    expect(leaksOf(password, card, code, 'a-state-of-2026', '27182-81828-45904')).toBe(5)
    expect(leaksOf('nine violet 5 kettles', '4242', 'INV-000123')).toBe(0)
  })

  it('is told by what it is and where it stood, and never shown', () => {
    const password = 'six silver 5 whistles'
    const code = '16180-33988-74989'
    noteAsked({ password, number: '4000000000000002' })
    noteAnswered({ recovery_codes: [code] })
    watchLine(`[${password}] ${code} 4000000000000002 ${'aB3'.repeat(14)}x`, 'the worker’s standard error')
    expect(takeLeaks()).toEqual([
      'a code, a card’s number, a password, a one-time secret in the worker’s standard error: [[a password]] [a code] [a card’s number] [a one-time secret]',
    ])
  })

  it('is searched for what looks like a secret, whoever made it', async () => {
    const signer = createTokenSigner(randomBytes(32).toString('hex'), undefined)
    const holder = { audience: 'staff', subject: 'somebody', sessionId: 'a-session', generation: 1 } as const
    const token = await signer.sign({ ...holder, accountId: null }, 0, 1_000_000)
    expect(leaksOf(token.split('.')[0]!, 'x'.repeat(43))).toBe(0)
    // As an address has it, where no name beside it says what it is.
    expect(leaksOf('/signup/invite/bW9yZSB0aGFuIDMyIGJ5dGVzIG9mIGNoYW5jZSEhISE')).toBe(1)
    // Where the log takes it out, nothing is found.
    watchedLog().error('failed', { error: new Error(`with ${token}`) })
    expect(takeLeaks()).toEqual([])
  })

  it('is that of the servers which tests open, and the secrets are those of their calls', async () => {
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

describe('made wrong on purpose is noticed', () => {
  const logged = (text: string): void => watchedLog().info(text)
  let test: TestServer
  let mistaken: FaultyServer
  beforeAll(async () => {
    test = await createTestServer()
    mistaken = await createFaultyServer(test)
  })
  afterAll(async () => {
    await mistaken?.close()
    await test?.close()
  })

  it.each<[string, Mistake]>([
    ['a request is logged', { before: ({ body }) => logged(`asked with ${JSON.stringify(body)}`) }],
    ['an address is logged', { first: ({ url }) => logged(`asked for ${url}`) }],
    ['a head is logged', { first: ({ headers }) => logged(`by ${headers.authorization ?? 'nobody'}`) }],
    ['an answer is logged', { after: (_request, _reply, body) => logged(`answered ${body.toString()}`) }],
  ])('%s', async (what, mistake) => {
    mistaken.make(mistake)
    const secret = () => randomBytes(32).toString('base64url')
    const password = 'eight copper 2 ladders'
    const body = {
      email: `${what.replaceAll(' ', '-')}@people.test`,
      password1: password,
      password2: password,
    }
    const signUp = await callApi(mistaken.server, { method: 'POST', path: '/api/profile/signup/', body })
    expect(signUp.status).toBe(200)
    await callApi(mistaken.server, { method: 'GET', path: `/api/invites/${secret()}/`, token: secret() })
    expect(takeLeaks()).not.toEqual([])
    mistaken.make({})
    await callApi(mistaken.server, { method: 'GET', path: `/api/invites/${secret()}/`, token: secret() })
    expect(takeLeaks()).toEqual([])
  })
})
