import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { CARDS, cardForm } from './testing.ts'

const UNKNOWN = '00000000-0000-7000-8000-000000000000'
let test: TestServer
let mine: HttpCompany

beforeAll(async () => {
  test = await createTestServer()
  mine = await anHttpCompany(test, 'payers-company')
})
afterAll(() => test.close())

describe('paying over HTTP', () => {
  it('from the options to the receipt', async () => {
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

  it('says in the words of the spec what went wrong', async () => {
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

  it('a stored method needs the code', async () => {
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

  it('refuses bodies that are none', async () => {
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

  it('takes no staff session, and nobody without one', async () => {
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

describe('the customer’s stored methods', () => {
  it('are listed and removed by their owner only', async () => {
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
