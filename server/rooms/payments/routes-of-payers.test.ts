import { beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { CARDS, cardForm } from './testing.ts'

const UNKNOWN = '00000000-0000-7000-8000-000000000000'
const test = setUpTestServer()
const mine = setUp(() => anHttpCompany(test, 'payers-company'))

describe('paying over HTTP', () => {
  it('works from the options to the receipt', async () => {
    const { invoiceId, session } = await mine.linked()
    const options = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    expect(options).toMatchObject({
      status: 200,
      body: [{ type: 'credit_card' }, { type: 'e_check' }, { type: 'paypal' }],
    })
    const at = `${invoiceId}/payment-options/sandbox-card/`
    const described = await mine.payer('OPTIONS', at, session)
    expect(described).toMatchObject({
      status: 200,
      body: { actions: { POST: { amount: { type: 'decimal', initial: '100.00' } } } },
    })
    const body = cardForm('100.00')
    const paid = await mine.payer('POST', at, session, body)
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'confirmed', total: '100.00', invoice: { remaining: '0.00' } },
    })
    expect(await mine.payer('POST', at, session, body)).toMatchObject({ status: 200, body: paid.body })
    const again = await mine.payer('GET', `${invoiceId}/payments/${paid.body.id}/`, session)
    expect(again).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    const receipt = await mine.payer('GET', `${invoiceId}/payments/${paid.body.id}/receipt/`, session)
    expect([
      receipt.status,
      receipt.headers['content-type'],
      receipt.bytes.subarray(0, 5).toString(),
    ]).toEqual([200, 'application/pdf', '%PDF-'])
    expect(await mine.payer('GET', `${invoiceId}/payment-options/`, session)).toMatchObject({
      status: 200,
      body: [],
    })
  })

  it('returns the specified error texts', async () => {
    const { invoiceId, session } = await mine.linked()
    const at = `${invoiceId}/payment-options/sandbox-card/`
    const declined = await mine.payer('POST', at, session, cardForm('1.00', { number: CARDS.declined }))
    expect(declined).toMatchObject({
      status: 402,
      body: { code: 'payment_failed', detail: 'Your card was declined.' },
    })
    const unknown = await mine.payer('GET', `${UNKNOWN}/payment-options/`, session)
    expect(unknown).toMatchObject({
      status: 404,
      body: { detail: "We couldn't find the details of the invoice, this could mean it has been paid." },
    })
    await mine.payer('POST', at, session, cardForm('100.00'))
    const over = await mine.payer('POST', at, session, cardForm('1.00'))
    expect(over.status).toBe(409)
    expect(over.body.detail).toContain('The invoice you have selected cannot be paid at this time.')
    const stored = await mine.payer('POST', `${invoiceId}/payment-options/stored-${UNKNOWN}/`, session, {
      amount: '1.00',
      request_id: 'a-stored-one',
    })
    expect(stored.status).toBe(409)
  })

  it('requires the code for a stored method', async () => {
    const { invoiceId, session } = await mine.linked()
    const at = `${invoiceId}/payment-options/stored-${UNKNOWN}/`
    const body = { amount: '1.00', request_id: 'a-stored-one' }
    expect(await mine.payer('POST', at, session, body)).toMatchObject({
      status: 403,
      body: { code: 'code_required' },
    })
    expect(await mine.payer('OPTIONS', at, session)).toMatchObject({
      status: 403,
      body: { code: 'code_required' },
    })
  })

  it('refuses malformed bodies', async () => {
    const { invoiceId, session } = await mine.linked()
    const path = `/api/invoices/${invoiceId}/payment-options/sandbox-card/`
    const raw = async (payload: string, type = 'application/json') => {
      const headers = { host: mine.host, authorization: `Bearer ${session}`, 'content-type': type }
      return (await test.server.inject({ method: 'POST', url: path, headers, payload })).statusCode
    }
    const good = JSON.stringify(cardForm('1.00'))
    for (const amount of ['1e999', '-0', '1.5', '[]', '{}', 'null', '"NaN"', '9223372036854775808'])
      expect([amount, await raw(good.replace('"1.00"', amount))]).toEqual([amount, 400])
    for (const text of ['', '[]', '"x"', '{', 'null']) expect([text, await raw(text)]).toEqual([text, 400])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect([400, 415]).toContain(await raw(good, type))
    const payments = await mine.run((ctx) =>
      ctx.db.selectFrom('payment_allocations').selectAll().where('invoice_id', '=', invoiceId).execute(),
    )
    expect(payments).toEqual([])
  })

  it('refuses staff sessions and anonymous callers', async () => {
    const { invoiceId } = await mine.linked()
    const at = `${invoiceId}/payment-options/`
    expect((await mine.payer('GET', at, mine.token)).status).toBe(403)
    expect((await mine.payer('POST', `${at}sandbox-card/`, mine.token, cardForm('1.00'))).status).toBe(403)
    const anonymous = await callApi(test.server, {
      method: 'GET',
      path: `/api/invoices/${at}`,
      host: mine.host,
    })
    expect(anonymous.status).toBe(401)
  })
})

describe('payment rate limits', () => {
  let rival: HttpCompany
  let floods = 0
  beforeAll(async () => {
    rival = await anHttpCompany(test, 'next-doors-company')
  })

  const from = async (
    company: HttpCompany,
    ip: string,
    path: string,
    token: string | undefined,
    body: object,
  ) => {
    const reply = await test.server.inject({
      method: 'POST',
      url: `/api/invoices/${path}`,
      remoteAddress: ip,
      headers: { host: company.host, ...(token && { authorization: `Bearer ${token}` }) },
      payload: body,
    })
    return { status: reply.statusCode, body: reply.json(), retryAfter: reply.headers['retry-after'] }
  }

  /** Sends more than sixty junk calls from one address. Returns the address. */
  async function flood(company: HttpCompany, path: string): Promise<string> {
    const ip = `198.51.100.${++floods}`
    const junk = await Promise.all(
      Array.from({ length: 70 }, () => from(company, ip, path, undefined, { junk: 'x' })),
    )
    expect(junk.filter(({ status }) => status === 401)).toHaveLength(60)
    const refused = junk.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeLessThanOrEqual(60)
    return ip
  }

  it('do not count calls without a token against payers at the same address', async () => {
    const [victim, neighbour] = [await mine.linked(), await rival.linked()]
    const ip = await flood(mine, `${victim.invoiceId}/payment-options/sandbox-card/`)
    for (const [company, { invoiceId, session }] of [
      [mine, victim],
      [rival, neighbour],
    ] as const) {
      const at = `${invoiceId}/payment-options/sandbox-card/`
      expect(await from(company, ip, at, session, cardForm('100.00'))).toMatchObject({
        status: 200,
        body: { status: 'confirmed' },
      })
    }
  })

  it('do not count a payer’s form errors', async () => {
    const { invoiceId, session } = await mine.linked()
    const at = `${invoiceId}/payment-options/sandbox-card/`
    for (let tries = 0; tries < 70; tries++)
      expect((await from(mine, '198.51.100.99', at, session, cardForm('100.00', { cvc: 'x' }))).status).toBe(
        400,
      )
    expect((await from(mine, '198.51.100.99', at, session, cardForm('100.00'))).status).toBe(200)
  })

  it('answer a known request_id without remaining attempts, and refuse a new one', async () => {
    const { invoiceId, session } = await mine.linked()
    const at = `${invoiceId}/payment-options/sandbox-card/`
    const ip = await flood(mine, at)
    const first = cardForm('30.00')
    const paid = await from(mine, ip, at, session, first)
    expect(paid).toMatchObject({ status: 200, body: { total: '30.00' } })
    const declined = cardForm('1.00', { number: CARDS.declined })
    expect((await from(mine, ip, at, session, declined)).status).toBe(402)
    for (let attempts = 2; attempts < 10; attempts++)
      expect((await from(mine, ip, at, session, cardForm('1.00'))).status).toBe(200)
    const refused = await from(mine, ip, at, session, cardForm('30.00'))
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    for (let repeats = 0; repeats < 3; repeats++) {
      const repeated = await from(mine, ip, at, session, first)
      expect(repeated).toMatchObject({ status: 200, body: { id: paid.body.id, total: '30.00' } })
      expect(await from(mine, ip, at, session, declined)).toMatchObject({
        status: 402,
        body: { code: 'payment_failed' },
      })
    }
    const reused = await from(mine, ip, at, session, { ...first, amount: '31.00' })
    expect(reused).toMatchObject({ status: 409, body: { code: 'request_id_reused' } })
    const charged = await mine.run((ctx) =>
      ctx.db.selectFrom('payment_allocations').selectAll().where('invoice_id', '=', invoiceId).execute(),
    )
    expect(charged).toHaveLength(10)
  })

  it('answer a known PayPal order without remaining attempts', async () => {
    const { invoiceId, session } = await mine.linked()
    const ip = '198.51.100.98'
    const at = `${invoiceId}/create-paypal-order/`
    const order = (attempt: number) =>
      from(mine, ip, at, session, { amount: '1.00', request_id: `an-order-${attempt}` })
    const made = []
    for (let attempt = 0; attempt < 10; attempt++) made.push(await order(attempt))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
    expect(await order(9)).toMatchObject({ status: 200, body: made[9]!.body })
    expect((await order(10)).status).toBe(429)
  })
})

describe('the customer’s stored methods', () => {
  it('are listed and removed only by their owner', async () => {
    const invoice = await mine.linked()
    const token = await mine.portalSession(invoice)
    await mine.payer(
      'POST',
      `${invoice.invoiceId}/payment-options/sandbox-card/`,
      token,
      cardForm('10.00', { store_method: true }),
    )
    const call = (method: 'GET' | 'DELETE', path: string, as: string) =>
      callApi<{ id: string }[]>(test.server, {
        method,
        path: `/api/payment-methods/${path}`,
        host: mine.host,
        token: as,
      })
    const listed = await call('GET', '', token)
    expect(listed).toMatchObject({
      status: 200,
      body: [{ display: 'Visa •••• 4242', expiration_year: 2030, auto_payments: false }],
    })
    expect(JSON.stringify(listed.body)).not.toContain('sbm_')
    const other = await mine.portalSession(await mine.linked())
    const { id } = listed.body[0]!
    expect((await call('DELETE', `${id}/`, other)).status).toBe(404)
    expect((await call('DELETE', `${id}/`, invoice.session)).status).toBe(403)
    expect((await call('DELETE', `${id}/`, token)).status).toBe(204)
    expect((await call('GET', '', token)).body).toEqual([])
  })
})
