import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { type BaseCtx, inTransaction } from '../../../../platform/context.ts'
import { bookPaymentReturn } from '../../../ledger/index.ts'
import {
  createPayLink,
  invoicePdfOf,
  markViewed,
  payLinkPage,
  readInvoice,
  readInvoiceForPayer,
  resolvePayLink,
  voidInvoice,
  writeOffInvoice,
} from '../../index.ts'
import { aDraft, anOpenInvoice, asCustomer, asLinkHolder, settle } from '../../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

const visitor = <T>(work: (ctx: BaseCtx) => Promise<T>) =>
  inTransaction(test.app, { requestId: 'test', ip: null }, { kind: 'anonymous' }, work)
const opened = (token: string) => visitor((ctx) => resolvePayLink(ctx, token))
const page = (token: string) =>
  visitor((ctx) => payLinkPage(ctx, token, null, { chosen: null, browser: null }))

async function linkTo(invoiceId: string) {
  const link = await tenant.run((ctx) => createPayLink(ctx, invoiceId))
  return { ...link, token: new URL(link.url).searchParams.get('token')! }
}

describe('pay links', () => {
  it('open one invoice for ninety days to anybody with the secret', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const link = await linkTo(invoice.id)
    expect(link.expiresAt).toBe(Date.parse('2027-02-18T15:00:00Z'))
    expect(await opened(link.token)).toMatchObject({
      accountId: tenant.accountId,
      invoiceId: invoice.id,
      expiresAt: link.expiresAt,
    })
  })

  it('show only company, number, amount, due date and status', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const { token } = await linkTo(invoice.id)
    expect(await page(token)).toEqual({
      language: 'en',
      companyName: 'Brightwater Supply Co.',
      logo: null,
      number: invoice.number,
      amount: '$1,250.00',
      currency: 'USD',
      dueDate: 'Dec 20, 2026',
      status: 'Due in 30 days',
    })
  })

  it('are stored only as a hash', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const { token } = await linkTo(invoice.id)
    const rows = await tenant.run((ctx) =>
      sql<{ all: string }>`
      select row_to_json(l)::text as all from pay_links l union all select row_to_json(a)::text from audit_entries a`.execute(
        ctx.db,
      ),
    )
    expect(rows.rows.map((row) => row.all).join()).not.toContain(token)
  })

  it('expire thirty days after the invoice was paid, and work again when it is owed again', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const { token } = await linkTo(invoice.id)
    test.clock.advance(10 * DAY_MS)
    const payment = await tenant.run((ctx) => settle(ctx, invoice, 125_000n))
    const paidAt = test.clock.wallNow()
    expect((await opened(token))!.expiresAt).toBe(paidAt + 30 * DAY_MS)
    expect(await page(token)).toMatchObject({ status: 'Paid', amount: '$1,250.00' })
    test.clock.advance(30 * DAY_MS - 1)
    expect(await opened(token)).not.toBeNull()
    test.clock.advance(1)
    expect([await opened(token), await page(token)]).toEqual([null, null])
    await tenant.run((ctx) => bookPaymentReturn(ctx, { ...payment, reason: 'no funds' }))
    expect(await page(token)).toMatchObject({ amount: '$1,250.00' })
    test.clock.advance(50 * DAY_MS)
    expect(await opened(token)).toBeNull()
  })

  it('expire at ninety days even when the invoice was paid late', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const link = await linkTo(invoice.id)
    test.clock.advance(80 * DAY_MS)
    await tenant.run((ctx) => settle(ctx, invoice, 125_000n))
    expect((await opened(link.token))!.expiresAt).toBe(link.expiresAt)
  })

  it('are treated as unknown once expired, revoked or never issued', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const old = await linkTo(invoice.id)
    test.clock.advance(90 * DAY_MS - 1)
    expect(await opened(old.token)).not.toBeNull()
    test.clock.advance(1)
    const revoked = await linkTo((await tenant.run((ctx) => anOpenInvoice(ctx))).id)
    await tenant.run((ctx) =>
      sql`update pay_links set revoked_at = now() where expires_at = ${new Date(revoked.expiresAt)}`.execute(
        ctx.db,
      ),
    )
    const voided = await tenant.run((ctx) => anOpenInvoice(ctx))
    const ofVoided = await linkTo(voided.id)
    await tenant.run((ctx) => voidInvoice(ctx, voided.id, 'typo'))
    const given = await tenant.run((ctx) => anOpenInvoice(ctx))
    const ofGiven = await linkTo(given.id)
    await tenant.run((ctx) => writeOffInvoice(ctx, given.id, 'bankrupt'))
    const unknown = 'A'.repeat(43)
    for (const token of [
      old.token,
      revoked.token,
      ofVoided.token,
      ofGiven.token,
      unknown,
      '',
      "' or 1=1 --",
      `${old.token}x`,
    ]) {
      expect(await opened(token)).toBeNull()
      expect(await page(token)).toBeNull()
    }
  })

  it("open only their own account's invoice inside another account", async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const { token } = await linkTo(invoice.id)
    const other = await test.tenant()
    const found = await other.run(async (ctx) => ({
      link: await resolvePayLink(ctx, token),
      rows: (await sql<{ n: number }>`select count(*)::int as n from pay_links`.execute(ctx.db)).rows[0]!.n,
    }))
    expect(found.link?.accountId).toBe(tenant.accountId)
    expect(found.rows).toBe(0)
  })

  it('are refused for a draft and for an invoice of another account', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    await expect(tenant.run((ctx) => createPayLink(ctx, draft.id))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    const other = await test.tenant()
    await expect(other.run((ctx) => createPayLink(ctx, draft.id))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('payers', () => {
  it('see their own invoice and no other', async () => {
    const mine = await tenant.run((ctx) => anOpenInvoice(ctx))
    const theirs = await tenant.run((ctx) => anOpenInvoice(ctx))
    const draft = await tenant.run((ctx) => aDraft(ctx, { customer: mine.customer.pk }))
    const voided = await tenant.run((ctx) => anOpenInvoice(ctx, { customer: mine.customer.pk }))
    await tenant.run((ctx) => voidInvoice(ctx, voided.id, ''))
    for (const actor of [asLinkHolder(mine.id, mine.customer.pk), asCustomer(mine.customer.pk)]) {
      const shown = await tenant.run((ctx) => readInvoiceForPayer(ctx, mine.id), actor)
      expect(shown).toMatchObject({
        number: mine.number,
        url: `/api/invoices/${mine.id}/`,
        remaining: '1250.00',
        lines: [
          {
            description: 'Hot cups, 12 oz',
            detail: 'Case of 1,000',
            quantity: '1',
            unit_price: '1250.00',
            amount: '1250.00',
          },
        ],
        company: { name: 'Brightwater Supply Co.', logo: null },
      })
      expect(JSON.stringify(shown)).not.toMatch(/harborfoods|Harbor Foods/)
      for (const hidden of [theirs.id, draft.id, voided.id])
        for (const ask of [
          () => tenant.run((ctx) => readInvoiceForPayer(ctx, hidden), actor),
          () => invoicePdfOf(tenant.uow(actor), hidden),
        ])
          await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('are recorded at the first view only', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) => markViewed(ctx, invoice.id))
    const first = await tenant.run((ctx) => readInvoice(ctx, invoice.id))
    test.clock.advance(DAY_MS)
    await tenant.run((ctx) => markViewed(ctx, invoice.id))
    const later = await tenant.run((ctx) => readInvoice(ctx, invoice.id))
    expect(first.viewed_at).not.toBeNull()
    expect(later.viewed_at).toBe(first.viewed_at)
    expect(later.timeline[0]).toMatchObject({ kind: 'viewed', text: 'Opened by the customer' })
  })
})
