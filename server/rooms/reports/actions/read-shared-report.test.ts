import { beforeEach, describe, expect, it } from 'vitest'
import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { callApi } from '../../../../testing/call-api.ts'
import type { Tenant } from '../../../../testing/test-app.ts'
import { setUpTestServer } from '../../../../testing/test-server.ts'
import { enterAccount, tenantlessUnitOfWork } from '../../../platform/context.ts'
import { aMember } from '../../accounts/testing.ts'
import { applyCreditMemo } from '../../credit-memos/index.ts'
import { aCreditMemo } from '../../credit-memos/testing.ts'
import { aCustomer } from '../../customers/testing.ts'
import { issueToken, openSession } from '../../identity/index.ts'
import { createPayLink, voidInvoice, writeOffInvoice } from '../../invoices/index.ts'
import { anOpenInvoice } from '../../invoices/testing.ts'
import { bookPayment, bookRefund, verifyLedger } from '../../ledger/index.ts'
import { aReportLink } from '../testing.ts'
import { composeReport } from './compose-report.ts'
import { readDashboard } from './read-dashboard.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

const test = setUpTestServer()
let tenant: Tenant
let token: string

beforeEach(async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  await test.app.db.deleteFrom('throttle_counters').execute()
  tenant = await test.tenant({ name: 'Acme Supplies' })
  token = await signIn(tenant.owner.userId)
})

const signIn = async (userId: string): Promise<string> =>
  (await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token

type Answer = ReplyOf<typeof contract.reports.readShared>
type Links = ReplyOf<typeof contract.reports.links> & ReplyOf<typeof contract.reports.share>

const secretOf = (link: { url: string | null }): string => new URL(link.url!).searchParams.get('token')!
const read = (secret: string, host = 'localhost') =>
  callApi<Answer>(test.server, { method: 'POST', path: '/api/ista-report/', host, body: { token: secret } })
const links = (call: { method?: 'GET' | 'POST' | 'DELETE'; id?: string; body?: unknown; as?: string } = {}) =>
  callApi<Links>(test.server, {
    method: call.method ?? 'GET',
    path: `/api/accounts/${tenant.accountId}/report-links/${call.id ? `${call.id}/` : ''}`,
    token: call.as ?? token,
    host: 'localhost',
    ...(call.body !== undefined && { body: call.body }),
  })

/** A year in two currencies: partial payment, refund, credit, void and write-off. */
async function aSmallCompany(): Promise<void> {
  const customer = (shortName: string, currency = 'USD') =>
    tenant.run(async (ctx) => (await aCustomer(ctx, { shortName, email: '', currency })).id)
  const [harbor, sea, kissa] = [
    await customer('Harbor Foods'),
    await customer('Sea & Sons'),
    await customer('Kissa', 'EUR'),
  ]
  const invoice = (owner: string, invoice_date: string, amount: string) =>
    tenant.run((ctx) => anOpenInvoice(ctx, { customer: owner, invoice_date, amount }))
  const lost = await invoice(harbor, '2026-01-15', '80.00')
  const first = await invoice(harbor, '2026-09-10', '1000.00')
  const second = await invoice(harbor, '2026-10-05', '600.00')
  await invoice(sea, '2026-11-10', '300.00')
  const wrong = await invoice(sea, '2026-11-12', '200.00')
  const euros = await invoice(kissa, '2026-11-12', '500.00')
  const money = (of: typeof first, bookedOn: string, amountMinor: bigint, paymentId: string) => ({
    paymentId,
    customerId: of.customer.pk,
    currency: of.currency,
    number: 'PAY-1',
    bookedOn,
    shares: [{ invoiceId: of.id, amountMinor }],
    unappliedMinor: 0n,
    surchargeMinor: 0n,
  })
  const [paymentId, euroPaymentId, refundId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await tenant.run((ctx) =>
    bookPayment(ctx, { ...money(first, '2026-10-20', 40_000n, paymentId), reserved: false }),
  )
  await tenant.run((ctx) => bookRefund(ctx, { ...money(first, '2026-11-15', 5_000n, paymentId), refundId }))
  await tenant.run((ctx) =>
    bookPayment(ctx, { ...money(euros, '2026-11-15', 20_000n, euroPaymentId), reserved: false }),
  )
  const memo = await tenant.run((ctx) => aCreditMemo(ctx, { customer: harbor, total: '150.00' }))
  await tenant.run((ctx) =>
    applyCreditMemo(ctx, memo.pk, { invoice: second.id, amount: '150.00', request_id: 'the-credit' }),
  )
  await tenant.run((ctx) => voidInvoice(ctx, wrong.id, ''))
  await tenant.run((ctx) => writeOffInvoice(ctx, lost.id, ''))
}

const month = (
  until: string,
  invoiced: string,
  collected: string,
  owed: string,
  dso_days: number | null,
) => ({
  until,
  invoiced,
  collected,
  owed,
  dso_days,
})

describe('the shared report', () => {
  it('shows hand-computed figures of a company with two currencies, and agrees with its dashboard', async () => {
    await aSmallCompany()
    const answer = await read(secretOf(await tenant.run((ctx) => aReportLink(ctx))))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      company: { name: 'Acme Supplies', logo: null },
      recipient: 'First National Bank',
      shows_customers: true,
      today: '2026-11-20',
      as_of: '2026-11-20T15:00:00.000Z',
      expires_on: '2026-12-20',
    })
    const [usd, eur] = answer.body.currencies
    expect(usd).toEqual({
      currency: 'USD',
      owed: '1400.00',
      past_due: '1100.00',
      open_invoices: 3,
      customers_owing: 2,
      aging: {
        currency: 'USD',
        total: '1400.00',
        current: '300.00',
        days_30: '450.00',
        days_60: '650.00',
        days_90: '0.00',
        over_90: '0.00',
      },
      aging_counts: { current: 1, days_30: 1, days_60: 1, days_90: 0, over_90: 0 },
      dso: { days: 66, invoiced: '1900.00', over_days: 90 },
      top_debtors: [
        { name: 'Harbor Foods', owed: '1100.00', past_due: '1100.00', open_invoices: 2, oldest_days: 41 },
        { name: 'Sea & Sons', owed: '300.00', past_due: '0.00', open_invoices: 1, oldest_days: -20 },
      ],
      months: [
        month('2026-01-31', '80.00', '0.00', '80.00', 17),
        month('2026-02-28', '0.00', '0.00', '80.00', 45),
        month('2026-03-31', '0.00', '0.00', '80.00', 76),
        ...['2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31'].map((until) =>
          month(until, '0.00', '0.00', '80.00', null),
        ),
        month('2026-09-30', '1000.00', '0.00', '1080.00', 97),
        month('2026-10-31', '600.00', '400.00', '1280.00', 72),
        month('2026-11-20', '300.00', '-50.00', '1400.00', 66),
      ],
    })
    expect(eur).toMatchObject({
      currency: 'EUR',
      owed: '300.00',
      dso: { days: 5, invoiced: '500.00', over_days: 9 },
      top_debtors: [{ name: 'Kissa', owed: '300.00' }],
      months: [month('2026-11-20', '500.00', '200.00', '300.00', 5)],
    })
    const dashboard = await tenant.run(readDashboard)
    expect(answer.body.currencies).toHaveLength(2)
    for (const { owed, past_due, aging, aging_counts, open_invoices, customers_owing, currency } of answer
      .body.currencies)
      expect(dashboard.currencies).toContainEqual(
        expect.objectContaining({
          currency,
          owed,
          past_due,
          aging,
          aging_counts,
          open_invoices,
          customers_owing,
        }),
      )
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('shows customer names only if the link allows it, and no record ids', async () => {
    await aSmallCompany()
    const hiding = await tenant.run((ctx) => aReportLink(ctx, { shows_customers: false }))
    const { body } = await read(secretOf(hiding))
    expect(body.currencies[0]!.top_debtors.map((one) => one.name)).toEqual([null, null])
    expect(JSON.stringify(body)).not.toMatch(/Harbor|Sea|Kissa|[0-9a-f]{8}-[0-9a-f]{4}|@|INV-/)
  })

  it('shows nothing of another company, and no currencies for an empty company', async () => {
    await aSmallCompany()
    const rival = await test.tenant({ name: 'Rival' })
    const { body } = await read(secretOf(await rival.run((ctx) => aReportLink(ctx))))
    expect(body).toMatchObject({ company: { name: 'Rival' }, currencies: [] })
  })

  it("reports expiry to its holder only, by the product's clock", async () => {
    const secret = secretOf(await tenant.run((ctx) => aReportLink(ctx)))
    test.clock.advance(30 * DAY_MS - 1)
    expect((await read(secret)).status).toBe(200)
    test.clock.advance(1)
    expect(await read(secret)).toMatchObject({
      status: 404,
      body: {
        code: 'report_over',
        detail: 'This link worked until Dec 20, 2026. Ask Acme Supplies for a new one.',
      },
    })
    expect((await links({ as: await signIn(tenant.owner.userId) })).body.results[0]).toMatchObject({
      state: 'expired',
      url: null,
    })
  })

  it('ends at once and only once while it is open, and reports that to its holder only', async () => {
    const link = await tenant.run((ctx) => aReportLink(ctx))
    expect((await read(secretOf(link))).status).toBe(200)
    const ended = await Promise.all([1, 2, 3].map(() => links({ method: 'DELETE', id: link.pk })))
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { body } = ended.find(({ status }) => status === 200)!
    expect(body).toMatchObject({ state: 'revoked', url: null, revoked_at: '2026-11-20T15:00:00.000Z' })
    expect(await read(secretOf(link))).toMatchObject({
      status: 404,
      body: {
        detail:
          'Acme Supplies stopped sharing this report on Nov 20, 2026. Ask them for a new link if you still need it.',
      },
    })
    expect(await auditLines('reports.stop-sharing')).toHaveLength(1)
  })

  it('returns 404 for truncated, changed, foreign-purpose and unknown tokens', async () => {
    const secret = secretOf(await tenant.run((ctx) => aReportLink(ctx)))
    const payLink = await tenant.run(async (ctx) => {
      const { url } = await createPayLink(ctx, (await anOpenInvoice(ctx)).id)
      return new URL(url).searchParams.get('token')!
    })
    const invitation = await tenant.run((ctx) =>
      issueToken(ctx, {
        purpose: 'invite_user',
        email: 'new@acme.test',
        accountId: ctx.accountId,
        subjectId: ctx.accountId,
      }),
    )
    const changed = `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`
    const guesses = [
      secret.slice(0, -1),
      `${secret}A`,
      changed,
      payLink,
      invitation,
      token,
      'A'.repeat(43),
      'x',
    ]
    const answers = await Promise.all(guesses.map((guess) => read(guess.slice(0, 200))))
    expect(answers.map(({ status }) => status)).toEqual(guesses.map(() => 404))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    // A report link opens no invoice.
    const asPayLink = {
      method: 'POST',
      path: '/api/pay-link/',
      host: 'localhost',
      body: { token: secret },
    } as const
    expect((await callApi(test.server, asPayLink)).status).toBe(404)
  })

  it('limits guesses but not readers', async () => {
    const secret = secretOf(await tenant.run((ctx) => aReportLink(ctx)))
    const readers = await Promise.all(Array.from({ length: 25 }, () => read(secret)))
    expect(readers.filter(({ status }) => status !== 200)).toEqual([])
    for (let times = 0; times < 20; times++) expect((await read('A'.repeat(43))).status).toBe(404)
    expect((await read('A'.repeat(43))).status).toBe(429)
  })

  it('reads a snapshot, regardless of bookings made meanwhile', async () => {
    const customer = (await tenant.run((ctx) => aCustomer(ctx))).id
    await tenant.run((ctx) => anOpenInvoice(ctx, { customer, amount: '100.00' }))
    const steps = tenantlessUnitOfWork(test.app, CALLER, { kind: 'anonymous' }, null)
    const [before, after] = await steps.readSnapshot(async (ctx) => {
      const inside = await enterAccount(ctx, tenant.accountId)
      const first = await composeReport(inside, false)
      await tenant.run((other) => anOpenInvoice(other, { customer, amount: '50.00' }))
      return [first, await composeReport(inside, false)]
    })
    expect(after).toEqual(before)
    expect((await tenant.run((ctx) => composeReport(ctx, false))).currencies[0]!.owed).toBe('150.00')
  })

  it('counts and audits each opening, and still opens when that fails', async () => {
    const link = await tenant.run((ctx) => aReportLink(ctx))
    test.clock.advance(MINUTE_MS)
    await Promise.all([read(secretOf(link)), read(secretOf(link))])
    const shown = async () => (await links()).body.results[0]
    expect(await shown()).toMatchObject({ times_opened: 2, last_opened_at: '2026-11-20T15:01:00.000Z' })
    expect(await auditLines('reports.open-shared')).toMatchObject([
      { actor_label: 'Visitor', object_id: link.pk, detail: { recipient: 'First National Bank' } },
      { actor_label: 'Visitor' },
    ])
    // Another transaction locks the row for longer than a reader may wait.
    const answered = await tenant.run(async (ctx) => {
      await ctx.db.selectFrom('report_links').select('id').where('id', '=', link.pk).forUpdate().execute()
      return read(secretOf(link))
    })
    expect(answered.status).toBe(200)
  })
})

const auditLines = (action: string) =>
  tenant.run((ctx) =>
    ctx.db
      .selectFrom('audit_entries')
      .select(['actor_label', 'object_id', 'detail'])
      .where('action', '=', action)
      .orderBy('id')
      .execute(),
  )

describe('sharing', () => {
  it('lists recipient, creator and expiry, and shows the same URL again', async () => {
    const made = await links({ method: 'POST', body: { recipient: ' First National Bank ' } })
    expect(made).toMatchObject({
      status: 201,
      body: {
        recipient: 'First National Bank',
        shows_customers: false,
        state: 'active',
        created_at: '2026-11-20T15:00:00.000Z',
        expires_at: '2026-12-20T15:00:00.000Z',
        revoked_at: null,
        last_opened_at: null,
        times_opened: 0,
      },
    })
    expect(made.body.url).toMatch(/^http:\/\/localhost:3000\/ista-report\?token=[\w-]{43}$/)
    expect(made.body.created_by).not.toBe('')
    test.clock.advance(1000)
    const year = await links({ method: 'POST', body: { recipient: 'Ledger & Co', days: 365 } })
    expect(year.body.expires_at).toBe('2027-11-20T15:00:01.000Z')
    const { body } = await links()
    expect(body).toMatchObject({ count: 2, results: [{ recipient: 'Ledger & Co' }, made.body] })
  })

  it('refuses an unknown term, an empty recipient and unknown fields', async () => {
    const wrong = [
      { recipient: '' },
      { recipient: 'Bank', days: 31 },
      { recipient: 'Bank', days: '30' },
      { recipient: 'Bank', shows_customers: 'yes' },
      { recipient: 'x'.repeat(81) },
      { recipient: 'Bank', token: 'A'.repeat(43) },
      {},
    ]
    for (const body of wrong) expect((await links({ method: 'POST', body })).status).toBe(400)
    expect((await links()).body.count).toBe(0)
  })

  it.each(['admin', 'advisor', 'viewer'] as const)('is for owners and admins: %s', async (role) => {
    const member = await test.transact((ctx) =>
      aMember(ctx, { accountId: tenant.accountId, email: `${role}-${tenant.accountId}@acme.test`, role }),
    )
    const link = await tenant.run((ctx) => aReportLink(ctx))
    const as = await signIn(member.id)
    const statuses = [
      (await links({ method: 'POST', body: { recipient: 'Bank' }, as })).status,
      (await links({ as })).status,
      (await links({ method: 'DELETE', id: link.pk, as })).status,
    ]
    expect(statuses).toEqual(role === 'admin' ? [201, 200, 200] : [403, 403, 403])
  })

  it("returns 404 for another account's link and for an unknown one", async () => {
    const rival = await test.tenant()
    const theirs = await rival.run((ctx) => aReportLink(ctx))
    expect((await links({ method: 'DELETE', id: theirs.pk })).status).toBe(404)
    expect((await links({ method: 'DELETE', id: crypto.randomUUID() })).status).toBe(404)
    expect((await read(secretOf(theirs))).status).toBe(200)
    expect((await links()).body.results).toEqual([])
  })

  it('can be ended without a subscription', async () => {
    const link = await tenant.run((ctx) => aReportLink(ctx))
    await tenant.run((ctx) =>
      ctx.db.updateTable('accounts').set({ subscription_status: 'canceled' }).execute(),
    )
    expect((await links({ method: 'DELETE', id: link.pk })).status).toBe(200)
  })
})
