import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { planNamed } from '../../../domain/accounts/plans.ts'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { unitOfWork } from '../../platform/context.ts'
import { readPdf } from '../documents/testing.ts'
import { refreshBilling } from './actions/billing/refresh-billing.ts'

const test = setUpTestServer({ env: { BILLING: 'sandbox', OPERATOR_NAME: 'Ledgerline Inc.' } })
const GOOD = '4242 4242 4242 4242'
const REFUSED = '4000 0000 0000 0341'

interface Invoice {
  readonly pk: string
  readonly number: string
  readonly status: string
}

const call = (who: HttpCompany, path: string, body?: object) =>
  callApi<{ invoices: Invoice[]; [field: string]: unknown }>(test.server, {
    method: body ? 'POST' : 'GET',
    path: `/api/accounts/${who.accountId}/billing/${path}`,
    token: who.token,
    ...(body && { body }),
  })

/** Subscribes to Small Business and lets the trial end, so that the first month is charged. */
async function aSubscriber(name: string, number = GOOD): Promise<HttpCompany> {
  const who = await anHttpCompany(test, name)
  const { id: plan } = planNamed('SMALL_BUSINESS')
  await call(who, 'checkout/', { plan })
  expect((await call(who, 'test-card/', { number, plan })).status).toBe(200)
  await pass(who, 14)
  return who
}

async function pass(who: HttpCompany, days: number): Promise<void> {
  await sql`update demo_clock set offset_ms = offset_ms + ${days * DAY_MS}`.execute(test.app.db)
  await refresh(who)
}

const refresh = ({ accountId }: HttpCompany) =>
  refreshBilling(
    unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, accountId),
  )

const receipts = (who: HttpCompany) =>
  who.run(({ db }) =>
    db
      .selectFrom('mail_messages')
      .select(['to_address', 'subject', 'text_body', 'attachments'])
      .where('once_key', 'like', 'plan-receipt.%')
      .orderBy('created_at')
      .execute(),
  )

const pdf = (who: HttpCompany, invoice: string, token = who.token) =>
  test.server.inject({
    method: 'GET',
    url: `/api/accounts/${who.accountId}/billing/invoices/${invoice}/pdf/`,
    headers: { authorization: `Bearer ${token}` },
  })

describe('a receipt', () => {
  it('is mailed to the subscription’s address with the invoice, once for each month', async () => {
    const who = await aSubscriber('receipts')
    await refresh(who)
    const sent = await receipts(who)
    const account = await callApi<{ subscription: { customer: { email: string } } }>(test.server, {
      method: 'GET',
      path: `/api/accounts/${who.accountId}/`,
      token: who.token,
    })
    expect(sent).toMatchObject([
      {
        to_address: account.body.subscription.customer.email,
        subject: 'Your receipt from Quittance: $99.99',
        text_body: expect.stringMatching(/Q-0001[\s\S]*Small Business, one month[\s\S]*\$99\.99/),
        attachments: [{ name: 'Invoice Q-0001.pdf' }],
      },
    ])
    await pass(who, 31)
    expect(await receipts(who)).toHaveLength(2)
  })

  it('waits until a refused charge is paid', async () => {
    const who = await aSubscriber('receipt-later', REFUSED)
    expect(await receipts(who)).toEqual([])
    await call(who, 'test-card/', { number: GOOD })
    expect((await call(who, 'pay/', { amount: '99.99' })).status).toBe(200)
    expect(await receipts(who)).toHaveLength(1)
  })

  it('goes to the owners when the subscription has no address', async () => {
    const who = await anHttpCompany(test, 'receipt-owners')
    const { id: plan } = planNamed('SMALL_BUSINESS')
    await call(who, 'checkout/', { plan })
    await who.run(({ db }) =>
      db
        .updateTable('billing_sandbox')
        .set({ state: sql`state || '{"email":""}'::jsonb` })
        .where('account_id', '=', who.accountId)
        .execute(),
    )
    await call(who, 'test-card/', { number: GOOD, plan })
    await pass(who, 14)
    const [receipt] = await receipts(who)
    expect(receipt!.to_address).toMatch(/@/)
  })

  it('is not sent for a month that costs nothing', async () => {
    const who = await aSubscriber('receipt-credit')
    const preview = (await call(who, 'preview/', { plan: planNamed('SOLE_PROPRIETOR').id })).body
    await call(who, 'change/', {
      plan: planNamed('SOLE_PROPRIETOR').id,
      at: preview.at,
      due_today: preview.due_today,
    })
    await pass(who, 31)
    const { invoices } = (await call(who, '')).body
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid'])
    const sent = await receipts(who)
    expect(sent.map(({ subject }) => subject)).toEqual(['Your receipt from Quittance: $99.99'])
    const [latest] = readPdf((await pdf(who, invoices[0]!.pk)).rawPayload).pages
    expect(latest).toContain('Credit from an earlier change of plan')
  })
})

describe('an invoice from Quittance', () => {
  it('opens as PDF with its number, period, lines, day of payment and the company’s address', async () => {
    const who = await aSubscriber('opens-invoice')
    await who.run(({ db }) =>
      db
        .updateTable('companies')
        .set({ addressline1: '12 Harbor Street', city: 'Portland' })
        .where('account_id', '=', who.accountId)
        .execute(),
    )
    const [invoice] = (await call(who, '')).body.invoices
    const reply = await pdf(who, invoice!.pk)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/pdf')
    const [page] = readPdf(reply.rawPayload).pages
    for (const text of [
      'Ledgerline Inc.',
      'Q-0001',
      'PAID',
      'Period',
      'Paid on',
      'Small Business, one month',
      '12 Harbor Street',
    ])
      expect(page).toContain(text)
  })

  it('says what is due while it is open', async () => {
    const who = await aSubscriber('open-invoice', REFUSED)
    const [invoice] = (await call(who, '')).body.invoices
    const [page] = readPdf((await pdf(who, invoice!.pk)).rawPayload).pages
    expect(page).toContain('Amount due')
    expect(page).not.toContain('PAID')
  })

  it('is shown to those who may read billing, and to no other company', async () => {
    const who = await aSubscriber('invoice-rights')
    const other = await anHttpCompany(test, 'invoice-stranger')
    const [invoice] = (await call(who, '')).body.invoices
    expect((await pdf(who, invoice!.pk, await who.member('viewer'))).statusCode).toBe(403)
    expect((await pdf(other, invoice!.pk)).statusCode).toBe(404)
    expect((await pdf(who, 'Q-0001')).statusCode).toBe(404)
  })
})
