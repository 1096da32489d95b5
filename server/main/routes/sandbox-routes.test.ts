import { describe, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany } from '../../../testing/http-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { unitOfWork } from '../../platform/context.ts'
import { CARDS, cardForm, eCheckForm } from '../../rooms/payments/testing.ts'
import { JOBS } from '../rooms.ts'

const test = setUpTestServer()
const mine = setUp(() => anHttpCompany(test, 'sandbox-company'))
const rival = setUp(() => anHttpCompany(test, 'sandbox-rival'))

const as = (token: string | undefined, method: 'GET' | 'POST', path: string, body?: object) =>
  callApi(test.server, { method, path, token, ...(body && { body }) })

/** Pays a new invoice and returns the payment with its Sandbox charge. */
async function paid(form = cardForm('40.00'), option = 'sandbox-card') {
  const { invoiceId, session } = await mine.linked('40.00')
  const { body } = await mine.payer('POST', `${invoiceId}/payment-options/${option}/`, session, form)
  const { body: detail } = await mine.staff('GET', `${body.id}/`)
  return { invoiceId, id: body.id, charge: String(detail.gateway_id) }
}

const happenTo = (charge: string, event: string, token = mine.token, company = mine) =>
  as(token, 'POST', `/api/accounts/${company.accountId}/sandbox-charges/${charge}/events/`, { event })
const possibleFor = async (charge: string) =>
  (await as(mine.token, 'GET', `/api/accounts/${mine.accountId}/sandbox-charges/${charge}/`)).body.possible

/** Processes the inbox like the worker. */
async function workOff(): Promise<void> {
  const events = await mine.run((ctx) =>
    ctx.db.selectFrom('provider_inbox').select('id').where('status', '=', 'new').execute(),
  )
  const job = JOBS.find(({ name }) => name === 'payments.handle-provider-event')!
  const caller = { requestId: 'test', ip: null }
  const uow = unitOfWork(test.app, caller, { kind: 'system', job: 'test' }, mine.accountId)
  for (const { id } of events) await job.runUnitOfWork!(uow, { eventId: id })
}

describe('an event that staff trigger in the Sandbox', () => {
  it.each([
    ['dispute', cardForm('40.00'), 'sandbox-card', ['dispute', 'refund'], 'rejected', '40.00'],
    ['refund', cardForm('40.00'), 'sandbox-card', ['dispute', 'refund'], 'refunded', '40.00'],
    ['clear', eCheckForm('40.00'), 'sandbox-e-check', ['clear', 'return'], 'confirmed', '0.00'],
    ['return', eCheckForm('40.00'), 'sandbox-e-check', ['clear', 'return'], 'rejected', '40.00'],
    [
      'expire',
      cardForm('40.00', { number: CARDS.authorized }),
      'sandbox-card',
      ['expire'],
      'rejected',
      '40.00',
    ],
  ] as const)(
    '%s is reported by a signed event and settled like any other',
    async (event, form, option, possible, status, owed) => {
      const { id, charge, invoiceId } = await paid(form, option)
      expect(await possibleFor(charge)).toEqual(possible)
      expect((await happenTo(charge, event)).status).toBe(200)
      await workOff()
      expect((await mine.staff('GET', `${id}/`)).body).toMatchObject({ status })
      const invoice = await as(mine.token, 'GET', `/api/accounts/${mine.accountId}/invoices/${invoiceId}/`)
      expect(invoice.body).toMatchObject({ remaining: owed, in_flight: '0.00' })
      const again = status === 'confirmed' ? 'expire' : event
      expect(await happenTo(charge, again)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    },
  )

  it('can return an e-check that has cleared', async () => {
    const { id, charge } = await paid(eCheckForm('40.00'), 'sandbox-e-check')
    await happenTo(charge, 'clear')
    await workOff()
    expect(await possibleFor(charge)).toEqual(['return', 'refund'])
    await happenTo(charge, 'return')
    await workOff()
    expect((await mine.staff('GET', `${id}/`)).body).toMatchObject({ status: 'rejected' })
  })

  it('requires the right to refund in the own account', async () => {
    const { charge } = await paid()
    for (const role of ['viewer', 'advisor'] as const)
      expect((await happenTo(charge, 'dispute', await mine.member(role))).status).toBe(403)
    expect((await happenTo(charge, 'dispute', rival.token)).status).toBe(404)
    expect((await happenTo(charge, 'dispute', rival.token, rival)).status).toBe(404)
    expect((await happenTo('sbc_aaaaaaaaaaaaaaaaaaaa', 'dispute')).status).toBe(404)
    expect((await happenTo(charge, 'explode')).status).toBe(400)
  })
})

describe('the Sandbox’s approval page', () => {
  const order = async () => {
    const { invoiceId, session } = await mine.linked('40.00')
    const body = { amount: '25.00', request_id: `order-${invoiceId}` }
    const made = await mine.payer('POST', `${invoiceId}/create-paypal-order/`, session, body)
    return { id: made.body.id, invoiceId, session }
  }
  const page = (id: string, deed = '', company = mine) =>
    as(undefined, deed === '' ? 'GET' : 'POST', `/api/sandbox/${company.accountId}/orders/${id}/${deed}`)

  it('shows payee, amount and purpose, and accepts one approval or cancellation', async () => {
    const { id, invoiceId, session } = await order()
    const shown = await page(id)
    expect(shown.body).toEqual({
      merchant: expect.any(String),
      description: expect.stringMatching(/^Invoice INV-\d+$/),
      amount: '25.00',
      currency: 'USD',
      status: 'open',
    })
    expect((await page(id, 'approve/')).body.status).toBe('approved')
    const body = { order_id: id, request_id: `order-${invoiceId}` }
    const captured = await mine.payer('POST', `${invoiceId}/capture-paypal-order/`, session, body)
    expect(captured).toMatchObject({ status: 200, body: { status: 'confirmed', total: '25.00' } })
    expect((await page(id, 'cancel/')).body.status).toBe('paid')
  })

  it('returns 404 for guessed orders and settles nothing by itself', async () => {
    const { id, invoiceId } = await order()
    expect((await page(id, '', rival)).status).toBe(404)
    expect((await page('sbc_aaaaaaaaaaaaaaaaaaaa')).status).toBe(404)
    const { charge } = await paid()
    expect((await page(charge)).status, 'a card payment is no order').toBe(404)
    await page(id, 'approve/')
    await workOff()
    const invoice = await as(mine.token, 'GET', `/api/accounts/${mine.accountId}/invoices/${invoiceId}/`)
    expect(invoice.body).toMatchObject({ remaining: '40.00', in_flight: '25.00' })
  })
})
