import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../domain/dates/calendar.ts'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany, type LinkedInvoice } from '../../../testing/http-company.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { unitOfWork } from '../../platform/context.ts'
import { aDispute, aPromise } from '../../rooms/answers/testing.ts'
import { voidInvoice } from '../../rooms/invoices/index.ts'
import { cardForm, pay, portalOf } from '../../rooms/payments/testing.ts'

const test = setUpTestServer()
let company: HttpCompany
let rival: HttpCompany
beforeAll(async () => {
  company = await anHttpCompany(test, 'acme-supplies')
  rival = await anHttpCompany(test, 'rival-supplies')
})
const TODAY = '2026-11-20'
beforeEach(async () => {
  test.clock.set(`${TODAY}T15:00:00Z`)
  // Limits of calls follow the database's clock.
  await test.transact((ctx) => ctx.db.deleteFrom('throttle_counters').execute())
})

const A_WEEK_ON = addDays(TODAY, 7)
const NOT_HERE = 'You can’t do this here. Please contact us.'

const promise = (invoice: LinkedInvoice, promised_on: string, more = {}) =>
  company.payer('POST', `${invoice.invoiceId}/promises/`, invoice.session, { promised_on, ...more })
const dispute = (invoice: LinkedInvoice, body: object) =>
  company.payer('POST', `${invoice.invoiceId}/disputes/`, invoice.session, body)
const staff = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, as = company.token) =>
  callApi<Answers>(test.server, {
    method,
    path: `/api/accounts/${company.accountId}/${path}`,
    token: as,
    ...(body && { body }),
  })
interface Answers {
  readonly detail: string
  readonly promises: Record<string, unknown>[]
  readonly disputes: Record<string, unknown>[]
}
async function changeSettings(body: object): Promise<void> {
  expect((await staff('PATCH', 'update-settings/', body)).status).toBe(200)
}
const answersOf = async (invoice: LinkedInvoice) =>
  (await staff('GET', `invoices/${invoice.invoiceId}/answers/`)).body
const tasksOf = async (invoice: LinkedInvoice) => {
  const path = `/api/accounts/${company.accountId}/tasks/?invoice=${invoice.invoiceId}`
  const { body } = await callApi<{ results: Record<string, unknown>[] }>(test.server, {
    method: 'GET',
    path,
    token: company.token,
  })
  return body.results
}

describe('a customer’s promise', () => {
  it('is recorded once for a double click, and opens a task', async () => {
    const invoice = await company.linked()
    const both = await Promise.all([
      promise(invoice, A_WEEK_ON, { note: 'After the fair' }),
      promise(invoice, A_WEEK_ON, { note: 'After the fair' }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]!.body).toMatchObject({ may_promise: false, may_dispute: true, promised_on: A_WEEK_ON })
    const { promises } = await answersOf(invoice)
    expect(promises).toEqual([
      expect.objectContaining({
        promised_on: A_WEEK_ON,
        amount: null,
        note: 'After the fair',
        source: 'pay_link',
        recorded_by: null,
        state: 'open',
      }),
    ])
    expect(await tasksOf(invoice)).toEqual([
      expect.objectContaining({
        kind: 'answer',
        title: 'Promised to pay by Nov 27, 2026',
        reason: 'The customer promised it on the page of the pay link: After the fair',
        amount: '100.00',
        due_on: A_WEEK_ON,
      }),
    ])
  })

  it('is refused for a past day, one too far ahead and one that does not exist', async () => {
    const invoice = await company.linked()
    const outside = { promised_on: ['Choose a day from today to Dec 20, 2026.'] }
    expect(await promise(invoice, addDays(TODAY, -1))).toMatchObject({ status: 400, body: outside })
    expect(await promise(invoice, addDays(TODAY, 31))).toMatchObject({ status: 400, body: outside })
    expect((await promise(invoice, '2026-02-30')).status).toBe(400)
    expect((await promise(invoice, A_WEEK_ON, { amount: '1.00' })).status).toBe(400)
    expect((await answersOf(invoice)).promises).toEqual([])
    expect((await promise(invoice, addDays(TODAY, 30))).status).toBe(200)
  })

  it('follows the number of days that the account allows, from 1 to 180', async () => {
    const invoice = await company.linked()
    await changeSettings({ promise_max_days: 3 })
    expect((await promise(invoice, addDays(TODAY, 4))).status).toBe(400)
    expect((await promise(invoice, addDays(TODAY, 3))).status).toBe(200)
    await changeSettings({ promise_max_days: 30 })
    for (const days of [0, 181, 1.5, '30'])
      expect(
        await staff('PATCH', 'update-settings/', { promise_max_days: days }),
        String(days),
      ).toMatchObject({ status: 400 })
  })

  it('is refused beside an open one, and after two', async () => {
    const invoice = await company.linked()
    const withdraw = async () => {
      const open = (await answersOf(invoice)).promises.find(({ state }) => state === 'open')
      expect((await staff('POST', `promises/${open!.pk}/withdraw/`, {})).status).toBe(200)
    }
    await promise(invoice, A_WEEK_ON)
    expect(await promise(invoice, addDays(TODAY, 8))).toMatchObject({
      status: 409,
      body: { detail: 'You told us that you’ll pay by Nov 27, 2026. Please contact us to change it.' },
    })
    await withdraw()
    expect((await promise(invoice, A_WEEK_ON)).status).toBe(200)
    await withdraw()
    expect((await promise(invoice, A_WEEK_ON)).status).toBe(409)
  })

  it('is refused for a paid and a void invoice, and one whose payment is on its way', async () => {
    const paid = await company.linked('1.00')
    const uow = unitOfWork(
      test.app,
      { requestId: 'test', ip: '127.0.0.1' },
      portalOf(test.app, paid.customer.id),
      company.accountId,
    )
    await pay(uow, paid.invoiceId, cardForm('1.00'))
    expect(await promise(paid, A_WEEK_ON)).toMatchObject({
      status: 409,
      body: { detail: 'Nothing is owed on this invoice.' },
    })
    expect((await dispute(paid, { reason: 'already_paid' })).status).toBe(409)
    const closed = await company.linked()
    await company.run((ctx) => voidInvoice(ctx, closed.invoiceId, 'Sent twice'))
    expect([401, 404]).toContain((await promise(closed, A_WEEK_ON)).status)
  })

  it('is refused for another invoice, another company and staff', async () => {
    const [own, other] = [await company.linked(), await company.linked()]
    const path = `${other.invoiceId}/promises/`
    const body = { promised_on: A_WEEK_ON }
    expect((await company.payer('POST', path, own.session, body)).status).toBe(404)
    expect((await company.payer('POST', path, company.token, body)).status).toBe(403)
    const foreign = await rival.linked()
    expect((await company.payer('POST', path, foreign.session, body)).status).toBeGreaterThanOrEqual(400)
    expect((await answersOf(other)).promises).toEqual([])
  })

  it('can be made in the portal, and is limited in number of calls', async () => {
    const invoice = await company.linked()
    const token = await company.portalSession(invoice)
    const call = () =>
      company.payer('POST', `${invoice.invoiceId}/promises/`, token, { promised_on: A_WEEK_ON })
    expect((await call()).status).toBe(200)
    expect((await answersOf(invoice)).promises[0]).toMatchObject({ source: 'portal' })
    for (let count = 1; count < 20; count++) expect((await call()).status).toBe(200)
    expect((await call()).status).toBe(429)
  })
})

describe('a customer’s dispute', () => {
  it('opens a task with the customer’s words, and tells the page nothing of them', async () => {
    const invoice = await company.linked()
    const body = { reason: 'wrong_amount', text: 'Two hours too many.', amount: '30.00' }
    expect(await dispute(invoice, body)).toMatchObject({
      status: 200,
      body: { may_dispute: false, is_disputed: true },
    })
    expect((await dispute(invoice, body)).status, 'the same again').toBe(200)
    expect((await dispute(invoice, { ...body, text: 'Other' })).status).toBe(409)
    expect((await answersOf(invoice)).disputes).toEqual([
      expect.objectContaining({ ...body, source: 'pay_link', state: 'open' }),
    ])
    expect(await tasksOf(invoice)).toEqual([
      expect.objectContaining({
        kind: 'answer',
        title: 'Disputed: the amount is wrong',
        reason: 'Two hours too many. (on the page of the pay link)',
      }),
    ])
    const page = await company.payer('GET', `${invoice.invoiceId}/`, invoice.session)
    expect(page.body.answers).toMatchObject({ is_disputed: true })
    expect(JSON.stringify(page.body)).not.toContain('Two hours')
  })

  it('is refused with a wrong amount or reason, and without words when it is something else', async () => {
    const invoice = await company.linked()
    const amounts = ['0', '-1', '100.01', '1.001', 'all']
    for (const amount of amounts)
      expect((await dispute(invoice, { reason: 'wrong_amount', amount })).body).toHaveProperty('amount')
    expect((await dispute(invoice, { reason: 'rude' })).body).toHaveProperty('reason')
    expect((await dispute(invoice, { reason: 'other' })).body).toEqual({ text: ['Tell us what is wrong.'] })
    expect((await dispute(invoice, { reason: 'other', text: 'x'.repeat(1001) })).status).toBe(400)
    expect((await answersOf(invoice)).disputes).toEqual([])
  })
})

it('customers can’t answer where the account does not let them', async () => {
  const invoice = await company.linked()
  const set = (on: boolean) => changeSettings({ customers_may_promise: on, customers_may_dispute: on })
  await set(false)
  const page = await company.payer('GET', `${invoice.invoiceId}/`, invoice.session)
  expect(page.body.answers).toMatchObject({ may_promise: false, may_dispute: false })
  expect(await promise(invoice, A_WEEK_ON)).toMatchObject({ status: 409, body: { detail: NOT_HERE } })
  expect(await dispute(invoice, { reason: 'already_paid' })).toMatchObject({ body: { detail: NOT_HERE } })
  await set(true)
})

describe('staff', () => {
  it('record a promise of a part, replace it and withdraw it', async () => {
    const invoice = await company.linked()
    const path = `invoices/${invoice.invoiceId}/promises/`
    const body = { promised_on: A_WEEK_ON, amount: '40.00', note: 'On the phone' }
    const recorded = await staff('POST', path, body)
    expect(recorded).toMatchObject({
      status: 200,
      body: { promises: [{ amount: '40.00', source: 'staff', state: 'open' }] },
    })
    expect((await staff('POST', path, body)).body.promises, 'the same again').toHaveLength(1)
    test.clock.advance(MINUTE_MS)
    const replaced = await staff('POST', path, { ...body, amount: null })
    expect(replaced.body.promises).toMatchObject([
      { state: 'open' },
      { state: 'withdrawn', outcome: 'Replaced by a promise for Nov 27, 2026.' },
    ])
    const { pk } = replaced.body.promises[0]!
    const withdraw = () => staff('POST', `promises/${pk}/withdraw/`, { note: 'They called again' })
    expect((await withdraw()).body.promises[0]).toMatchObject({
      state: 'withdrawn',
      outcome: 'They called again',
    })
    expect((await withdraw()).status).toBe(409)
    expect(await staff('POST', path, { ...body, amount: '100.01' })).toMatchObject({ status: 400 })
    expect((await staff('POST', path, { promised_on: addDays(TODAY, -1) })).body).toHaveProperty(
      'promised_on',
    )
  })

  it('resolve a dispute once', async () => {
    const invoice = await company.linked()
    await dispute(invoice, { reason: 'not_received', text: 'Box 3 is missing.' })
    const [open] = (await answersOf(invoice)).disputes
    const resolve = (resolution: string) => staff('POST', `disputes/${open!.pk}/resolve/`, { resolution })
    expect((await resolve('')).body).toHaveProperty('resolution')
    const both = await Promise.all([resolve('Sent again.'), resolve('Sent again.')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await answersOf(invoice)).disputes[0]).toMatchObject({
      state: 'resolved',
      resolution: 'Sent again.',
    })
    expect(await tasksOf(invoice)).toEqual([])
  })

  it('of another company and viewers change nothing', async () => {
    const invoice = await company.linked()
    const [promised, disputed] = await company.run(async (ctx) => [
      await aPromise(ctx, invoice.invoiceId),
      await aDispute(ctx, invoice.invoiceId),
    ])
    const calls: [string, object][] = [
      [`invoices/${invoice.invoiceId}/promises/`, { promised_on: A_WEEK_ON }],
      [`invoices/${invoice.invoiceId}/disputes/`, { reason: 'already_paid' }],
      [`promises/${promised}/withdraw/`, {}],
      [`disputes/${disputed}/resolve/`, { resolution: 'No' }],
    ]
    const viewer = await company.member('viewer')
    for (const [path, body] of calls) {
      expect((await staff('POST', path, body, viewer)).status, path).toBe(403)
      expect((await staff('POST', path, body, rival.token)).status, path).toBe(404)
      const theirs = { method: 'POST' as const, path: `/api/accounts/${rival.accountId}/${path}`, body }
      expect((await callApi(test.server, { ...theirs, token: rival.token })).status, path).toBe(404)
    }
    expect(await answersOf(invoice)).toMatchObject({
      promises: [{ state: 'open' }],
      disputes: [{ state: 'open' }],
    })
  })
})
