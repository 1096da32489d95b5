import { constants, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PayTraceSimulator, startPayTraceSimulator } from './index.ts'

let simulator: PayTraceSimulator
let token = ''
let now = Date.UTC(2026, 10, 26, 20)

beforeAll(async () => {
  simulator = await startPayTraceSimulator({ now: () => now })
})
afterAll(() => simulator.close())
beforeEach(async () => {
  token = (await logIn(simulator.password)).body.access_token as string
})

interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function post(path: string, body: object | URLSearchParams, as = token): Promise<Reply> {
  const isForm = body instanceof URLSearchParams
  const reply = await fetch(`${simulator.origin}${path}`, {
    method: 'POST',
    body: isForm ? body : JSON.stringify({ integrator_id: simulator.integratorId, ...body }),
    headers: {
      authorization: `Bearer ${as}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

const logIn = (password: string): Promise<Reply> =>
  post(
    '/oauth/token',
    new URLSearchParams({ grant_type: 'password', username: simulator.userName, password }),
  )

const encrypt = (text: string): string =>
  publicEncrypt(
    { key: simulator.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    Buffer.from(text),
  ).toString('base64')

const sale = (number: string, more: object = {}) => ({
  amount: '20.00',
  credit_card: { encrypted_number: encrypt(number), expiration_month: '12', expiration_year: '2030' },
  encrypted_csc: encrypt('123'),
  ...more,
})
const sell = (number: string, more: object = {}): Promise<Reply> =>
  post('/v1/transactions/sale/keyed', sale(number, more))

describe('a session', () => {
  it('opens by user name and password, and ends after two hours', async () => {
    expect(await logIn('another')).toMatchObject({ status: 401, body: { error: 'invalid_grant' } })
    now += 3 * 3_600_000
    expect(await sell('4242424242424242')).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
  })
})

describe('a keyed sale', () => {
  it.each([
    ['4242424242424242', 200, 101],
    ['4000000000000002', 400, 102],
    ['4000000000000127', 400, 103],
    ['4242424242424241', 400, 1],
  ])('of %s is answered %i with code %i', async (number, status, code) => {
    const reply = await sell(number)
    expect([reply.status, reply.body.response_code]).toEqual([status, code])
  })

  it('settles after a day: before it is voided, afterwards refunded', async () => {
    const { transaction_id: id } = (await sell('4242424242424242')).body
    const refund = () =>
      post('/v1/transactions/refund/for_transaction', { transaction_id: id, amount: '5.00' })
    expect((await refund()).body.response_code).toBe(107)
    now += 86_400_000
    token = (await logIn(simulator.password)).body.access_token as string
    expect((await refund()).body.response_code).toBe(106)
    expect((await post('/v1/transactions/void', { transaction_id: id })).body.response_code).toBe(110)
  })
})

it('reports a request that PayTrace would not understand', async () => {
  const before = simulator.controls.violations.length
  await sell('4242424242424242', { currency: 'USD' })
  await post('/v1/transactions/unknown', {})
  const plain = { number: '4242424242424242', expiration_month: '12', expiration_year: '2030' }
  await sell('4242424242424242', { credit_card: plain })
  expect(simulator.controls.violations.slice(before)).toEqual([
    expect.stringContaining('currency'),
    '/v1/transactions/unknown is no call of PayTrace.',
    expect.stringContaining('credit_card'),
  ])
})
