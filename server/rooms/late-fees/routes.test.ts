import { beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { unitOfWork } from '../../platform/context.ts'
import { anOpenInvoice } from '../invoices/testing.ts'
import { chargeDue } from './index.ts'

const test = setUpTestServer()
let company: HttpCompany
beforeAll(async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  company = await anHttpCompany(test, 'acme-supplies')
})

interface Json {
  readonly pk: string
  readonly count: number
  readonly results: { readonly pk: string }[]
  readonly [field: string]: unknown
}
const staff = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  callApi<Json>(test.server, {
    method,
    path: `/api/accounts/${company.accountId}/${path}`,
    token: company.token,
    ...(body && { body }),
  })

const TERMS = {
  kind: 'percent',
  flat: '0.00',
  rate: '1.25',
  compounds: false,
  grace_days: 10,
  repeat: 'monthly',
  every_days: 0,
  day_of_month: null,
  cap: '150.00',
  cap_rate: '10',
  yearly_cap_rate: null,
  min_remaining: '5.00',
}
const RULE = {
  name: 'Standard',
  covers: 'everyone_else',
  groups: [],
  terms: TERMS,
  line_text: 'Late fee, {month}',
  item: '',
}

describe('rules for late fees', () => {
  it('are added as drafts, read as a sentence, changed, and refused beside the field', async () => {
    const { status, body } = await staff('POST', 'late-fee-rules/', RULE)
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        state: 'draft',
        revision: 1,
        sentence:
          'Charge 1.25% of what remains each month, starting 10 days after the due date, up to $150.00 or 10% of the invoice, whichever is lower. Skip invoices under $5.00.',
        yearly_rate: '15',
      }),
    ])
    const path = `late-fee-rules/${body.pk}/`
    const changed = await staff('PUT', path, { ...RULE, name: 'Usual', revision: 1 })
    expect(changed.body).toMatchObject({ name: 'Usual', revision: 2 })
    const late = await staff('PUT', path, { ...RULE, revision: 1 })
    expect(late.status).toBe(409)
    expect(late.body.detail).toMatch(/ changed this rule on .+ [AP]M\. It says now: “Charge .+”$/)
    const switched = await staff('POST', `${path}switch-on/`, { revision: 1, includes_late: false })
    expect(switched.body.detail).toMatch(/It says now: “Charge .+” Reload it first\.$/)
    const refused = async (terms: object) =>
      (await staff('PUT', path, { ...RULE, terms: { ...TERMS, ...terms }, revision: 2 })).body
    expect(await refused({ rate: '0' })).toMatchObject({ 'terms.rate': [expect.any(String)] })
    expect(await refused({ rate: '101' })).toMatchObject({ 'terms.rate': [expect.any(String)] })
    expect(await refused({ cap: '0' })).toMatchObject({ 'terms.cap': [expect.any(String)] })
    expect((await staff('POST', 'late-fee-rules/', { ...RULE, name: 'Usual' })).body).toMatchObject({
      name: [expect.any(String)],
    })
    expect((await staff('PUT', path, { ...RULE, covers: 'groups', revision: 2 })).body).toMatchObject({
      groups: ['Choose at least one group.'],
    })
    expect((await staff('DELETE', path)).status).toBe(204)
    expect((await staff('GET', path)).status).toBe(404)
  })
})

describe('late fees', () => {
  it('are previewed, charged, listed, waived and charged again', async () => {
    // Due on Oct 20: the first fee falls on Oct 30.
    const invoice = await company.run((ctx) =>
      anOpenInvoice(ctx, { invoice_date: '2026-09-20', amount: '100.00' }),
    )
    const { body: rule } = await staff('POST', 'late-fee-rules/', { ...RULE, name: 'Live' })
    const path = `late-fee-rules/${rule.pk}/`
    const preview = (await staff('GET', `${path}preview/`)).body
    expect(preview).toMatchObject({
      count: 1,
      totals: [{ currency: 'USD', amount: '1.25' }],
      charged: [{ invoice: { pk: invoice.pk }, amount: '1.25' }],
    })
    const on = await staff('POST', `${path}switch-on/`, { revision: 1, includes_late: true })
    expect(on.body).toMatchObject({ state: 'on', on_since: '2026-11-20', includes_late: true })
    expect((await staff('DELETE', path)).status).toBe(409)
    await chargeDue(
      unitOfWork(
        test.app,
        { requestId: 'late-fees', ip: null },
        { kind: 'system', job: 'late-fees.charge' },
        company.accountId,
      ),
    )
    const { results } = (await staff('GET', 'late-fees/')).body
    expect(results).toEqual([
      expect.objectContaining({
        invoice: { pk: invoice.pk, number: expect.any(String) },
        amount: '1.25',
        waived: '0.00',
        paid_before: null,
      }),
    ])
    const fee = results[0]!.pk
    const waived = await staff('POST', 'late-fees/waive/', { fees: [fee], reason: 'Goodwill' })
    expect(waived.body).toEqual({ waived: [{ pk: fee, amount: '1.25' }], kept: [] })
    expect((await staff('POST', 'late-fees/waive/', { fees: [fee], reason: 'Again' })).body).toEqual({
      waived: [],
      kept: [{ pk: fee, detail: 'This fee is waived already.' }],
    })
    expect((await staff('GET', 'late-fees/?state=waived')).body.results).toMatchObject([
      { waived_because: 'Goodwill', waived: '1.25' },
    ])
    expect((await staff('POST', `late-fees/${fee}/undo-waiver/`, {})).status).toBe(200)
    expect((await staff('POST', `late-fees/${fee}/undo-waiver/`, {})).status).toBe(409)
    expect((await staff('GET', 'late-fees/?state=proposed')).body.count).toBe(0)
  })

  it('are proposed for a waiver when a payment is recorded with a day before them', async () => {
    const invoice = await company.run((ctx) =>
      anOpenInvoice(ctx, { invoice_date: '2026-09-20', amount: '100.00' }),
    )
    test.clock.set('2026-11-20T15:02:00Z')
    await chargeDue(
      unitOfWork(
        test.app,
        { requestId: 'late-fees', ip: null },
        { kind: 'system', job: 'late-fees.charge' },
        company.accountId,
      ),
    )
    test.clock.set('2026-11-20T15:04:00Z')
    const check = {
      customer: invoice.customer.pk,
      type: 'check',
      total: '100.00',
      received_on: '2026-10-19',
      request_id: 'late-fees-check',
      invoices: [{ invoice: invoice.pk, amount: '100.00' }],
    }
    expect(await staff('POST', 'payments/', check)).toMatchObject({ status: 201 })
    expect((await staff('GET', 'late-fees/?state=proposed')).body.results).toMatchObject([
      { invoice: { pk: invoice.pk }, amount: '1.25', paid_before: '2026-10-19' },
    ])
  })

  it('are listed before they come, and rehearsed', async () => {
    const upcoming = (await staff('GET', 'late-fees/upcoming/')).body
    expect(upcoming.count).toBeGreaterThan(0)
    const [rule] = (await staff('GET', 'late-fee-rules/')).body.results
    const rehearsal = (await staff('GET', `late-fee-rules/${rule!.pk}/rehearsal/?period=past`)).body
    expect(rehearsal).toMatchObject({ period: 'past', from: '2025-11-20', until: '2026-11-19' })
    const future = (await staff('GET', `late-fee-rules/${rule!.pk}/rehearsal/?period=future`)).body
    expect(future).toMatchObject({ from: '2026-11-20', until: '2027-01-19' })
  })
})
