import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffRole } from '../../../domain/roles.ts'
import { asDate } from '../../platform/clock.ts'
import { type Ctx, inAccount, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { type ApiCall, callApi } from '../../platform/testing/call-api.ts'
import { createTestServer, type TestServer } from '../../platform/testing/test-server.ts'
import { aMember, anAccount } from '../accounts/testing.ts'
import { openSession } from '../identity/index.ts'
import { createPayLink } from '../invoices/index.ts'
import { anOpenInvoice, CARDS, cardForm, type OpenInvoice } from './testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const
const UNKNOWN = '00000000-0000-7000-8000-000000000000'
type Body = Record<string, unknown> & { id: string; results: { id: string }[]; detail: string }

let test: TestServer
let mine: Company
let rival: Company
beforeAll(async () => {
  test = await createTestServer()
  mine = await aCompany('mine-payments')
  rival = await aCompany('rival-payments')
})
afterAll(() => test.close())

type Company = Awaited<ReturnType<typeof aCompany>>
const transact = <T>(work: Parameters<typeof inTransaction<T>>[3]) =>
  inTransaction(test.app, CALLER, ANYBODY, work)

async function aCompany(subDomain: string) {
  const opened = await transact((ctx) => anAccount(ctx, { ownerEmail: `owner@${subDomain}.test`, subDomain }))
  const { accountId } = opened
  const owner = {
    kind: 'staff',
    userId: opened.owner.id,
    sessionId: UNKNOWN,
    email: '',
    emailVerified: true,
    role: 'owner',
  } as const
  const run = <T>(work: (ctx: Ctx) => Promise<T>) => inAccount(test.app, CALLER, owner, accountId, work)
  const sign = async (userId: string) =>
    (await transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token
  const member = async (role: StaffRole) => {
    const user = await transact((ctx) =>
      aMember(ctx, { accountId, email: `${role}@${subDomain}.test`, role }),
    )
    return sign(user.id)
  }
  return { accountId, host: `${subDomain}.localhost`, run, token: await sign(opened.owner.id), member }
}

const staff = (method: ApiCall['method'], path: string, body?: object, token = mine.token, company = mine) =>
  callApi<Body>(test.server, {
    method,
    path: `/api/accounts/${company.accountId}/payments/${path}`,
    token,
    ...(body && { body }),
  })

/** An invoice and the session of its pay link. */
async function linked(total = '100.00', company = mine) {
  const { invoice, url } = await company.run(async (ctx) => {
    const made = await anOpenInvoice(ctx, total)
    return { invoice: made, ...(await createPayLink(ctx, made.invoiceId)) }
  })
  const token = new URL(url).searchParams.get('token')
  const opened = await callApi(test.server, {
    method: 'POST',
    path: '/api/pay-link/',
    host: company.host,
    body: { token },
  })
  return { ...invoice, session: opened.body.token }
}

const payer = (method: ApiCall['method'], path: string, token: string, body?: object, headers = {}) =>
  callApi<Body>(test.server, {
    method,
    path: `/api/invoices/${path}`,
    host: mine.host,
    token,
    headers,
    ...(body && { body }),
  })

/** The session of somebody who is signed in to the portal for this customer. */
async function portalSession(invoice: OpenInvoice) {
  const portalUserId = newId(test.clock.wallNow())
  const at = asDate(test.clock.wallNow())
  await mine.run(async (ctx) => {
    const user = {
      account_id: mine.accountId,
      id: portalUserId,
      email: `p-${portalUserId}@payer.test`,
      accepted_at: at,
      created_at: at,
    }
    await ctx.db
      .insertInto('portal_users' as never)
      .values(user as never)
      .execute()
    const link = {
      account_id: mine.accountId,
      portal_user_id: portalUserId,
      customer_id: invoice.customer.id,
      created_at: at,
    }
    await ctx.db
      .insertInto('portal_user_customers' as never)
      .values(link as never)
      .execute()
  })
  const holder = {
    audience: 'portal',
    portalUserId,
    accountId: mine.accountId,
    customerId: invoice.customer.id,
  } as const
  return (await transact((ctx) => openSession(ctx, holder as never))).token
}

describe('paying over HTTP', () => {
  it('A-009 A-010 A-018 D-018 from the options to the receipt', async () => {
    const { invoiceId, session } = await linked()
    const options = await payer('GET', `${invoiceId}/payment-options/`, session)
    expect(options).toMatchObject({
      status: 200,
      body: [{ type: 'credit_card' }, { type: 'e_check' }],
    })
    const at = `${invoiceId}/payment-options/sandbox-card/`
    const described = await payer('OPTIONS', at, session)
    expect(described).toMatchObject({
      status: 200,
      body: { actions: { POST: { amount: { type: 'decimal', initial: '100.00' } } } },
    })
    const body = cardForm('100.00')
    const paid = await payer('POST', at, session, body)
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'confirmed', total: '100.00', invoice: { remaining: '0.00' } },
    })
    expect(await payer('POST', at, session, body)).toMatchObject({ status: 200, body: paid.body })
    const again = await payer('GET', `${invoiceId}/payments/${paid.body.id}/`, session)
    expect(again).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    const receipt = await payer('GET', `${invoiceId}/payments/${paid.body.id}/receipt/`, session)
    expect([
      receipt.status,
      receipt.headers['content-type'],
      receipt.bytes.subarray(0, 5).toString(),
    ]).toEqual([200, 'application/pdf', '%PDF-'])
    expect(await payer('GET', `${invoiceId}/payment-options/`, session)).toMatchObject({
      status: 200,
      body: [],
    })
  })

  it('E-003 E-007 E-008 says in the words of the spec what went wrong', async () => {
    const { invoiceId, session } = await linked()
    const at = `${invoiceId}/payment-options/sandbox-card/`
    const declined = await payer('POST', at, session, cardForm('1.00', { number: CARDS.declined }))
    expect(declined).toMatchObject({
      status: 402,
      body: { code: 'payment_failed', detail: 'Your card was declined.' },
    })
    const unknown = await payer('GET', `${UNKNOWN}/payment-options/`, session)
    expect(unknown).toMatchObject({
      status: 404,
      body: { detail: "We couldn't find the details of the invoice, this could mean it has been paid." },
    })
    await payer('POST', at, session, cardForm('100.00'))
    const over = await payer('POST', at, session, cardForm('1.00'))
    expect(over.status).toBe(409)
    expect(over.body.detail).toContain('The invoice you have selected cannot be paid at this time.')
    const stored = await payer('POST', `${invoiceId}/payment-options/stored-${UNKNOWN}/`, session, {
      amount: '1.00',
      request_id: 'a-stored-one',
    })
    expect(stored.status).toBe(409)
  })

  it('a stored method needs the code', async () => {
    const { invoiceId, session } = await linked()
    const at = `${invoiceId}/payment-options/stored-${UNKNOWN}/`
    const body = { amount: '1.00', request_id: 'a-stored-one' }
    expect(await payer('POST', at, session, body)).toMatchObject({
      status: 403,
      body: { code: 'code_required' },
    })
    expect(await payer('OPTIONS', at, session)).toMatchObject({
      status: 403,
      body: { code: 'code_required' },
    })
  })

  it('R-50 T-27 refuses bodies that are none', async () => {
    const { invoiceId, session } = await linked()
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

  it('R-19 takes no staff session, and nobody without one', async () => {
    const { invoiceId } = await linked()
    const at = `${invoiceId}/payment-options/`
    expect((await payer('GET', at, mine.token)).status).toBe(403)
    expect((await payer('POST', `${at}sandbox-card/`, mine.token, cardForm('1.00'))).status).toBe(403)
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
    const invoice = await linked()
    const token = await portalSession(invoice)
    await payer(
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
    const other = await portalSession(await linked())
    const { id } = listed.body[0]!
    expect((await call('DELETE', `${id}/`, other)).status).toBe(404)
    expect((await call('DELETE', `${id}/`, invoice.session)).status).toBe(403)
    expect((await call('DELETE', `${id}/`, token)).status).toBe(204)
    expect((await call('GET', '', token)).body).toEqual([])
  })
})

describe('payments over HTTP, for staff', () => {
  async function aPayment() {
    const { invoiceId, session } = await linked()
    const paid = await payer(
      'POST',
      `${invoiceId}/payment-options/sandbox-card/`,
      session,
      cardForm('100.00'),
    )
    return paid.body.id
  }
  const refund = { total: '10.00', total_currency: 'USD', request_id: 'http-refund-1', reason: 'Sent back' }

  it('A-015 A-016 A-017 are listed, read, refunded and posted', async () => {
    const id = await aPayment()
    const listed = await staff('GET', '?page_size=5&search=Harbor&filter_status=confirmed&order_by=-total')
    expect(listed.status).toBe(200)
    expect(listed.body.results.map((one) => one.id)).toContain(id)
    expect(await staff('POST', `${id}/refund/`, refund)).toMatchObject({
      status: 200,
      body: { refunded_amount: '10.00', status: 'confirmed' },
    })
    expect(await staff('POST', `${id}/refund/`, refund)).toMatchObject({
      status: 200,
      body: { refunded_amount: '10.00' },
    })
    const reused = await staff('POST', `${id}/refund/`, { ...refund, total: '11.00' })
    expect(reused).toMatchObject({ status: 409, body: { code: 'request_id_reused' } })
    const much = await staff('POST', `${id}/refund/`, {
      ...refund,
      total: '90.01',
      request_id: 'http-refund-2',
    })
    expect(much).toMatchObject({
      status: 400,
      body: { total: ['At most 90.00 of this payment can be refunded.'] },
    })
    expect(await staff('POST', `${id}/post/`)).toMatchObject({ status: 200, body: { posted: true } })
    expect(await staff('POST', `${id}/capture/`)).toMatchObject({ status: 409 })
    expect(await staff('POST', `${id}/void/`)).toMatchObject({ status: 409 })
  })

  it('T-29 T-30 take no filter, order or field that is not offered', async () => {
    for (const query of [
      'filter_secret=1',
      'order_by=provider_ref',
      'filter_total_gte=1;drop',
      'filter_created=2026-13-01',
      'page=0',
      'page_size=7',
    ])
      expect([query, (await staff('GET', `?${query}`)).status]).toEqual([query, 400])
    const id = await aPayment()
    expect(await staff('POST', `${id}/refund/`, { ...refund, status: 'refunded' })).toMatchObject({
      status: 400,
      body: { status: ['This field is not known.'] },
    })
  })

  it('Q-23 T-01 do what the role allows, in their own account', async () => {
    const id = await aPayment()
    const [viewer, advisor, admin] = [
      await mine.member('viewer'),
      await mine.member('advisor'),
      await mine.member('admin'),
    ]
    const asking = (request_id: string) => ({ ...refund, request_id })
    expect((await staff('GET', `${id}/`, undefined, viewer)).status).toBe(200)
    for (const [token, name] of [
      [viewer, 'viewer'],
      [advisor, 'advisor'],
    ] as const)
      expect((await staff('POST', `${id}/refund/`, asking(`refund-by-${name}`), token)).status).toBe(403)
    expect((await staff('POST', `${id}/post/`, undefined, viewer)).status).toBe(403)
    expect((await staff('POST', `${id}/refund/`, asking('refund-by-admin'), admin)).status).toBe(200)
    expect((await staff('GET', `${id}/`, undefined, rival.token, mine)).status).toBe(404)
    for (const path of ['', 'refund/', 'post/', 'capture/', 'void/']) {
      const method = path === '' ? 'GET' : 'POST'
      const body = path === 'refund/' ? asking('refund-by-rival') : undefined
      expect([path, (await staff(method, `${id}/${path}`, body, rival.token, rival)).status]).toEqual([
        path,
        404,
      ])
    }
  })

  it('records a payment by hand', async () => {
    const { customer } = await linked()
    const body = {
      customer: customer.id,
      type: 'bank_transfer',
      total: '40.00',
      received_on: '2026-11-20',
      request_id: 'by-hand-http',
    }
    const recorded = await staff('POST', '', body)
    expect(recorded).toMatchObject({
      status: 201,
      body: { type_display: 'Bank transfer', total: '40.00', invoices: [{ amount: '40.00' }] },
    })
    expect((await staff('POST', '', body)).body.id).toBe(recorded.body.id)
  })
})
