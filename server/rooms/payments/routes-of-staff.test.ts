import { describe, expect, it } from 'vitest'
import { anHttpCompany } from '../../../testing/http-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { cardForm } from './testing.ts'

const test = setUpTestServer()
const mine = setUp(() => anHttpCompany(test, 'mine-payments'))
const rival = setUp(() => anHttpCompany(test, 'rival-payments'))

describe('payments over HTTP, for staff', () => {
  async function aPayment() {
    const { invoiceId, session } = await mine.linked()
    const paid = await mine.payer(
      'POST',
      `${invoiceId}/payment-options/sandbox-card/`,
      session,
      cardForm('100.00'),
    )
    return paid.body.id
  }
  const refund = { total: '10.00', total_currency: 'USD', request_id: 'http-refund-1', reason: 'Sent back' }

  it('are listed, read, refunded and posted', async () => {
    const id = await aPayment()
    const listed = await mine.staff(
      'GET',
      '?page_size=5&search=Harbor&filter_status=confirmed&order_by=-total',
    )
    expect(listed.status).toBe(200)
    expect(listed.body.results.map((one) => one.id)).toContain(id)
    expect(await mine.staff('POST', `${id}/refund/`, refund)).toMatchObject({
      status: 200,
      body: { refunded_amount: '10.00', status: 'confirmed' },
    })
    expect(await mine.staff('POST', `${id}/refund/`, refund)).toMatchObject({
      status: 200,
      body: { refunded_amount: '10.00' },
    })
    const reused = await mine.staff('POST', `${id}/refund/`, { ...refund, total: '11.00' })
    expect(reused).toMatchObject({ status: 409, body: { code: 'request_id_reused' } })
    const much = await mine.staff('POST', `${id}/refund/`, {
      ...refund,
      total: '90.01',
      request_id: 'http-refund-2',
    })
    expect(much).toMatchObject({
      status: 400,
      body: { total: ['You can refund at most $90.00 of this payment.'] },
    })
    expect(await mine.staff('POST', `${id}/post/`)).toMatchObject({ status: 200, body: { posted: true } })
    expect(await mine.staff('POST', `${id}/capture/`)).toMatchObject({ status: 409 })
    expect(await mine.staff('POST', `${id}/void/`)).toMatchObject({ status: 409 })
  })

  it('refuse unknown filters, orders and fields', async () => {
    for (const query of [
      'filter_secret=1',
      'order_by=provider_ref',
      'filter_total_gte=1;drop',
      'filter_created=2026-13-01',
      'page=0',
      'page_size=7',
    ])
      expect([query, (await mine.staff('GET', `?${query}`)).status]).toEqual([query, 400])
    const id = await aPayment()
    expect(await mine.staff('POST', `${id}/refund/`, { ...refund, status: 'refunded' })).toMatchObject({
      status: 400,
      body: { status: ['This field is not known.'] },
    })
  })

  it('allow what the role permits, in the own account', async () => {
    const id = await aPayment()
    const [viewer, advisor, admin] = [
      await mine.member('viewer'),
      await mine.member('advisor'),
      await mine.member('admin'),
    ]
    const asking = (request_id: string) => ({ ...refund, request_id })
    expect((await mine.staff('GET', `${id}/`, undefined, viewer)).status).toBe(200)
    for (const [token, name] of [
      [viewer, 'viewer'],
      [advisor, 'advisor'],
    ] as const)
      expect((await mine.staff('POST', `${id}/refund/`, asking(`refund-by-${name}`), token)).status).toBe(403)
    expect((await mine.staff('POST', `${id}/post/`, undefined, viewer)).status).toBe(403)
    expect((await mine.staff('POST', `${id}/refund/`, asking('refund-by-admin'), admin)).status).toBe(200)
    expect((await mine.staff('GET', `${id}/`, undefined, rival.token)).status).toBe(404)
    for (const path of ['', 'refund/', 'post/', 'capture/', 'void/']) {
      const method = path === '' ? 'GET' : 'POST'
      const body = path === 'refund/' ? asking('refund-by-rival') : undefined
      expect([path, (await rival.staff(method, `${id}/${path}`, body)).status]).toEqual([path, 404])
    }
  })

  it('record a manual payment', async () => {
    const { customer } = await mine.linked()
    const body = {
      customer: customer.id,
      type: 'bank_transfer',
      total: '40.00',
      received_on: '2026-11-20',
      request_id: 'by-hand-http',
    }
    const recorded = await mine.staff('POST', '', body)
    expect(recorded).toMatchObject({
      status: 201,
      body: { type_display: 'Bank transfer', total: '40.00', invoices: [{ amount: '40.00' }] },
    })
    expect((await mine.staff('POST', '', body)).body.id).toBe(recorded.body.id)
  })
})
