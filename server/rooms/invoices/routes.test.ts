import { beforeAll, describe, expect, it } from 'vitest'
import type { StaffRole } from '../../../domain/people/roles.ts'
import { type ApiCall, callApi } from '../../../testing/call-api.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { inAccount } from '../../platform/context.ts'
import { aMember, anAccount } from '../accounts/testing.ts'
import { aCustomer } from '../customers/testing.ts'
import { drawDocument } from '../documents/index.ts'
import { readPdf, sampleInvoice } from '../documents/testing.ts'
import { openSession } from '../identity/index.ts'
import { aLine } from './testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const

const test = setUpTestServer()
let mine: Company
let rival: Company
beforeAll(async () => {
  mine = await aCompany('mine')
  rival = await aCompany('rival')
})

type Company = Awaited<ReturnType<typeof aCompany>>
type Body = Record<string, unknown> & { id: string; results: { number: string }[] }

async function aCompany(subDomain: string) {
  const opened = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail: `owner@${subDomain}.test`, subDomain }),
  )
  const { accountId } = opened
  const customer = await inAccount(test.app, CALLER, ANYBODY, accountId, (ctx) => aCustomer(ctx))
  const sign = async (userId: string) =>
    (await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token
  const token = await sign(opened.owner.id)
  const member = async (role: StaffRole) => {
    const user = await test.transact((ctx) =>
      aMember(ctx, { accountId, email: `${role}@${subDomain}.test`, role }),
    )
    return sign(user.id)
  }
  return { accountId, token, member, customer: customer.id }
}

const call = (
  method: ApiCall['method'],
  path: string,
  body?: object,
  company = mine,
  token: string | undefined = company.token,
) =>
  callApi<Body>(test.server, {
    method,
    path: `/api/accounts/${company.accountId}/${path}`,
    token,
    ...(body && { body }),
  })
const written = (fields: object = {}, company = mine) => ({
  customer: company.customer,
  invoice_date: '2026-11-20',
  terms: 'net_30',
  lines: [aLine()],
  ...fields,
})

describe('invoices over HTTP', () => {
  it('refuses totals sent by a client, like every unknown field', async () => {
    const refused = await call(
      'POST',
      'invoices/',
      written({ total: '1.00', state: 'open', lines: [{ ...aLine(), amount: '1.00' }] }),
    )
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        total: ['This field is not known.'],
        state: ['This field is not known.'],
        'lines.0.amount': ['This field is not known.'],
      },
    ])
  })

  it('creates, updates, sends, prints and lists an invoice', async () => {
    const defaults = await call('GET', 'invoices/defaults/')
    expect(defaults.body).toMatchObject({
      invoice_date: '2026-11-20',
      due_date: '2026-12-20',
      terms: 'net_30',
      currency: 'USD',
    })
    const created = await call('POST', 'invoices/', written())
    expect(created.status).toBe(201)
    expect(created.body.number).toBe(defaults.body.number)
    const at = `invoices/${created.body.id}/`
    const changed = await call(
      'PATCH',
      at,
      written({ revision: 1, lines: [aLine({ tax_name: 'VAT', tax_rate: '19' })] }),
    )
    expect(changed.body).toMatchObject({ total: '1487.50', revision: 2 })
    expect((await call('GET', 'invoices/defaults/')).body.tax_rates).toEqual([{ name: 'VAT', rate: '19' }])
    expect(await call('PATCH', at, written({ revision: 1 }))).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const request = { request_id: 'send-0000' }
    expect((await call('POST', `${at}send/`, request)).body).toMatchObject({
      state: 'open',
      remaining: '1487.50',
    })
    const pdf = await call('GET', `${at}pdf/`)
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdf.headers['content-disposition']).toContain(`Invoice ${created.body.number as string}.pdf`)
    const text = readPdf(pdf.bytes).pages.flat().join('\n')
    expect(text).toContain('1,487.50')
    const link = await call('POST', `${at}pay-link/`)
    expect([link.status, link.body]).toEqual([
      201,
      {
        url: expect.stringMatching(/^http:\/\/localhost:3000\/pay-invoice\?token=[\w-]{43}$/),
        expires_at: '2027-02-18T15:00:00.000Z',
      },
    ])
    const listed = await call(
      'GET',
      `invoices/?search=${created.body.number as string}&page_size=5&filter_total_gte=1000&view=open`,
    )
    expect(listed.body).toMatchObject({
      page: 1,
      count: 1,
      num_pages: 1,
      next: null,
      sums: [{ currency: 'USD', remaining: '1487.50' }],
    })
    expect((await call('POST', `${at}duplicate/`)).status).toBe(201)
    expect((await call('POST', `${at}void/`, { reason: 'typo' })).body).toMatchObject({ state: 'void' })
  })

  it('refuses a PDF as busy while too many documents are drawn, and still sends an invoice', async () => {
    const draft = await call('POST', 'invoices/', written())
    const at = `invoices/${draft.body.id}/`
    const document = { kind: 'invoice', data: sampleInvoice(40, 200) } as const
    const crowd = Array.from({ length: 40 }, () => drawDocument(document, 'patient'))
    const refused = await call('GET', `${at}pdf/`)
    expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const sent = await call('POST', `${at}send/`, { request_id: 'send-in-a-crowd' })
    expect(sent.body).toMatchObject({ state: 'open' })
    await Promise.all(crowd)
    expect((await call('GET', `${at}pdf/`)).status).toBe(200)
  })

  it('reports every invalid field under its name, in the shape of the specification', async () => {
    const lines = [
      aLine({ quantity: '1e3', unit_price: '1.999', tax_rate: '-1' }),
      { ...aLine(), description: '' },
    ]
    const shape = await call('POST', 'invoices/', written({ lines }))
    expect(shape).toMatchObject({ status: 400, body: { 'lines.1.description': ['This field is required.'] } })
    const refused = await call('POST', 'invoices/', written({ lines: lines.slice(0, 1) }))
    expect(refused.body).toEqual({
      'lines.0.quantity': ['Enter a valid number.'],
      'lines.0.unit_price': ['Enter an amount with at most 2 decimals.'],
      'lines.0.tax_rate': ['Enter a percentage from 0 to 100.'],
    })
    const none = await call('POST', 'invoices/', written({ lines: [], invoice_date: '2026-02-30' }))
    expect(none.body).toMatchObject({
      lines: ['An invoice needs at least one line.'],
      invoice_date: ['Enter a date that exists, as YYYY-MM-DD.'],
    })
  })

  it('keeps the item and the tax of a line on one line, without direction marks', async () => {
    for (const text of ['VAT\r\nPaid', 'VAT\u2028Paid', 'VAT \u202e%02']) {
      const lines = [{ ...aLine(), description: text, tax_name: text }]
      expect(await call('POST', 'invoices/', written({ lines }))).toMatchObject({
        status: 400,
        body: {
          'lines.0.description': ['Enter a single line.'],
          'lines.0.tax_name': ['Enter a single line.'],
        },
      })
    }
  })

  it("returns 404 for another company's invoice, through either account", async () => {
    const { body } = await call('POST', 'invoices/', written())
    const verbs = [
      ['GET', ''],
      ['GET', 'pdf/'],
      ['DELETE', ''],
      ['POST', 'send/'],
      ['POST', 'duplicate/'],
      ['POST', 'void/'],
      ['POST', 'write-off/'],
      ['POST', 'pay-link/'],
    ] as const
    for (const [method, verb] of verbs) {
      const sending = verb === 'send/' ? { request_id: 'send-0002' } : {}
      const asked = method === 'POST' ? sending : undefined
      expect(await call(method, `invoices/${body.id}/${verb}`, asked, rival)).toMatchObject({ status: 404 })
      expect(await call(method, `invoices/${body.id}/${verb}`, asked, mine, rival.token)).toMatchObject({
        status: 404,
      })
    }
    expect(await call('PATCH', `invoices/${body.id}/`, written({ revision: 1 }, rival), rival)).toMatchObject(
      { status: 404 },
    )
    expect(await call('POST', 'invoices/', written({}, rival))).toMatchObject({
      status: 400,
      body: { customer: [expect.any(String)] },
    })
    expect(await call('GET', `invoices/${body.id}/`)).toMatchObject({
      status: 200,
      body: { state: 'draft', revision: 1 },
    })
  })

  it('lets a viewer only read, and an advisor delete nothing', async () => {
    const { body } = await call('POST', 'invoices/', written())
    const viewer = await mine.member('viewer')
    const advisor = await mine.member('advisor')
    const seen = await call('GET', `invoices/${body.id}/`, undefined, mine, viewer)
    expect(Object.values(seen.body.can as object)).not.toContain(true)
    expect((await call('POST', 'invoices/', written(), mine, viewer)).status).toBe(403)
    expect((await call('DELETE', `invoices/${body.id}/`, undefined, mine, advisor)).status).toBe(403)
    expect((await call('DELETE', `invoices/${body.id}/`)).status).toBe(204)
  })

  it('refuses orders, filters and pages that are not offered', async () => {
    for (const query of [
      'order_by=total_minor',
      'filter_notes_eq=x',
      'page_size=7',
      'view=mine',
      'page=0',
      'aging=old',
      'customer=1',
      'filter_due_date_gte=2026-02-30',
    ])
      expect((await call('GET', `invoices/?${query}`)).status).toBe(400)
    expect(
      (await call('GET', `invoices/?filter_state_eq=draft&exclude_total_lt=1&order_by=%2Bdue_date`)).status,
    ).toBe(200)
  })
})

describe('credit memos over HTTP', () => {
  it('are issued, applied, unapplied, printed and voided', async () => {
    const { body: invoice } = await call('POST', 'invoices/', written())
    await call('POST', `invoices/${invoice.id}/send/`, { email: false, request_id: 'send-0001' })
    const issued = await call('POST', 'credit-memos/', {
      customer: mine.customer,
      issued_on: '2026-11-20',
      total: '100.00',
      request_id: 'issue-0001',
    })
    expect([issued.status, issued.body.status]).toEqual([201, 'Open'])
    const at = `credit-memos/${issued.body.id}/`
    const applied = await call('POST', `${at}apply/`, {
      invoice: invoice.id,
      amount: '40',
      request_id: 'apply-0001',
    })
    expect(applied.body).toMatchObject({
      remaining: '60.00',
      remaining_credit: '60.00',
      total_amount: '100.00',
    })
    const [application] = applied.body.applications as { pk: string }[]
    expect((await call('POST', `${at}unapply/`, { application: application!.pk })).body).toMatchObject({
      remaining: '100.00',
    })
    expect((await call('GET', `${at}pdf/`)).headers['content-type']).toBe('application/pdf')
    expect((await call('POST', `${at}void/`)).body).toMatchObject({ status: 'Void' })
    expect((await call('GET', 'credit-memos/?page_size=5')).body).toMatchObject({ count: 1, num_pages: 1 })
    for (const verb of ['', 'pdf/'])
      expect((await call('GET', `${at}${verb}`, undefined, rival)).status).toBe(404)
  })

  it('cannot be issued by an advisor', async () => {
    const advisor = await rival.member('advisor')
    const asked = { customer: rival.customer, issued_on: '2026-11-20', total: '1' }
    expect((await call('POST', 'credit-memos/', asked, rival, advisor)).status).toBe(403)
  })
})
