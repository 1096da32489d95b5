import { beforeAll, describe, expect, it } from 'vitest'
import { startXeroSimulator } from '../../../simulators/xero/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { applyCreditMemo } from '../credit-memos/index.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { recordPayment, refundPayment } from '../payments/index.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
import { startConnection } from './actions/connect/start-connection.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { selectConnections } from './store/connections.ts'
import { aProviderTenant, connectTo, consentAt, localInvoice, syncNow } from './testing.ts'

const xero = setUp(
  () => startXeroSimulator({ now: () => Date.parse('2026-11-20T15:00:00Z') }),
  (made) => made.close(),
)
const test = setUp(
  () => createTestApp({ env: { ...xero.env } }),
  (made) => made.close(),
)
const tenant = setUp(() => aProviderTenant(test))

let customer: string
let [one, two]: string[] = []

beforeAll(async () => {
  customer = xero.books.addContact('Birch Studio')
  xero.books.addContact('Paper Supplies', { IsCustomer: false, IsSupplier: true })
  one = xero.books.addInvoice(customer, 50, 'INV-1')
  two = xero.books.addInvoice(customer, 30, 'INV-2')
  await tenant.run(({ db }) => db.updateTable('companies').set({ email: '' }).execute())
  expect(await connectTo(tenant, 'xero')).toBe('done')
})

const dueOf = (invoice: string) => xero.books.find('Invoices', invoice).AmountDue
const remaining = async (remoteId: string) => {
  const { id } = await localInvoice(tenant, remoteId)
  const [owed] = await tenant.run((ctx) => readReceivables(ctx, [id]))
  return owed!.remainingMinor
}

async function pay(total: string, parts: readonly (readonly [string, string])[]) {
  const invoices = await Promise.all(
    parts.map(async ([remoteId, amount]) => ({
      invoice: (await localInvoice(tenant, remoteId)).id,
      amount,
    })),
  )
  const { customer: payer } = await localInvoice(tenant, parts[0]?.[0] ?? one!)
  return tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: payer,
      type: 'check',
      total,
      received_on: '2026-11-19',
      reference: '',
      request_id: `xero-${total}-${parts.map(([id]) => id).join()}`,
      invoices,
    }),
  )
}

const live = (resource: 'Payments' | 'BatchPayments' | 'BankTransactions') =>
  xero.books.list(resource).filter(({ Status }) => Status !== 'DELETED')

describe('reading Xero', () => {
  it('leaves suppliers out until they get an invoice', async () => {
    const names = async () =>
      (await tenant.run(({ db }) => db.selectFrom('customers').select('short_name').execute())).map(
        ({ short_name }) => short_name,
      )
    expect(await names()).toEqual(['Birch Studio'])
    const supplier = xero.books.list('Contacts').find(({ Name }) => Name === 'Paper Supplies')!
    const invoice = xero.books.addInvoice(String(supplier.ContactID), 9, 'INV-3')
    expect(await syncNow(tenant)).toBe('done')
    expect(await remaining(invoice)).toBe(900n)
    expect(await names()).toContain('Paper Supplies')
  })

  it('reads no draft, takes tax as stated, and follows a merged contact', async () => {
    const draft = xero.books.addInvoice(customer, 5, 'DRAFT')
    xero.books.put('Invoices', { ...xero.books.find('Invoices', draft), Status: 'DRAFT' })
    const other = xero.books.addContact('Birch Studios')
    const taxed = xero.books.addInvoice(other, 110, 'INV-4')
    const invoice = xero.books.find('Invoices', taxed)
    const [line] = invoice.LineItems as object[]
    xero.books.put('Invoices', {
      ...invoice,
      LineAmountTypes: 'Inclusive',
      LineItems: [{ ...line, TaxType: 'OUTPUT', TaxAmount: 10 }],
      SubTotal: 100,
      TotalTax: 10,
    })
    await syncNow(tenant)
    const lines = await tenant.run(({ db }) =>
      db
        .selectFrom('invoice_lines')
        .innerJoin('invoices', 'invoices.id', 'invoice_lines.invoice_id')
        .select(['net_minor', 'invoice_lines.tax_minor', 'tax_name'])
        .where('number', '=', 'INV-4')
        .execute(),
    )
    expect(lines).toEqual([{ net_minor: 10_000n, tax_minor: 1000n, tax_name: 'OUTPUT' }])
    xero.books.mergeContact(other, customer)
    await syncNow(tenant)
    expect((await localInvoice(tenant, taxed)).customer).toBe((await localInvoice(tenant, one!)).customer)
    const drafts = await tenant.run(({ db }) =>
      db.selectFrom('invoices').select('id').where('number', '=', 'DRAFT').execute(),
    )
    expect(drafts).toEqual([])
  })

  it('stops reading while few calls are left, and still posts', async () => {
    xero.leaveCalls({ day: 100 })
    await syncNow(tenant)
    expect(await syncNow(tenant)).toBe('failed')
    const [row] = await tenant.run(selectConnections)
    expect(row!.failure).toBe('Xero asked us to wait. We try again by ourselves.')
    xero.leaveCalls({ day: 5000 })
    test.clock.advance(3_600_001)
    expect(await syncNow(tenant)).toBe('done')
  })
})

describe('posting to Xero', () => {
  it('makes one batch of a payment for several invoices, although its answer was lost', async () => {
    const payment = await pay('30.00', [
      [one!, '20.00'],
      [two!, '10.00'],
    ])
    xero.failNext('lost')
    await syncBooks(tenant.uow(), 'posts')
    // Reading the accounts was lost, which did nothing.
    test.clock.advance(120_000)
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('done')
    expect([dueOf(one!), dueOf(two!), live('BatchPayments').length]).toEqual([30, 20, 1])
    await refundPayment(tenant.uow(), payment.pk, {
      total: '5.00',
      total_currency: 'USD',
      reason: '',
      request_id: 'part-of-batch',
    })
    expect(await syncNow(tenant)).toBe('done')
    expect(live('BatchPayments').length + live('Payments').length).toBeGreaterThan(1)
    expect(Number(dueOf(one!)) + Number(dueOf(two!))).toBe(55)
    expect((await remaining(one!)) + (await remaining(two!))).toBe(5500n)
  })

  it('keeps what is too much as an overpayment, and removes both', async () => {
    const invoice = xero.books.addInvoice(customer, 10, 'INV-5')
    await syncNow(tenant)
    const payment = await pay('14.00', [[invoice, '10.00']])
    expect(await syncNow(tenant)).toBe('done')
    expect([dueOf(invoice), live('BankTransactions').map(({ Type }) => Type)]).toEqual([
      0,
      ['RECEIVE-OVERPAYMENT'],
    ])
    await refundPayment(tenant.uow(), payment.pk, {
      total: '14.00',
      total_currency: 'USD',
      reason: '',
      request_id: 'all-of-it',
    })
    expect(await syncNow(tenant)).toBe('done')
    expect([dueOf(invoice), live('BankTransactions')]).toEqual([10, []])
  })

  it('uses a credit note once although the answer was lost', async () => {
    const note = xero.books.addCreditNote(customer, 25, 'CN-1')
    const invoice = xero.books.addInvoice(customer, 40, 'INV-6')
    await syncNow(tenant)
    const memo = await tenant.run(({ db }) =>
      db.selectFrom('credit_memos').select('id').where('number', '=', 'CN-1').executeTakeFirstOrThrow(),
    )
    const { id } = await localInvoice(tenant, invoice)
    await tenant.run((ctx) =>
      applyCreditMemo(ctx, memo.id, { invoice: id, amount: '15.00', request_id: 'xero-credit' }),
    )
    xero.failNext('lost')
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    test.clock.advance(120_000)
    expect(await syncNow(tenant)).toBe('done')
    const found = xero.books.find('CreditNotes', note)
    expect([found.RemainingCredit, (found.Allocations as object[]).length, dueOf(invoice)]).toEqual([
      10, 1, 25,
    ])
    expect(await remaining(invoice)).toBe(2500n)
  })

  it('reports that somebody deleted a payment there', async () => {
    const invoice = xero.books.addInvoice(customer, 60, 'INV-7')
    await syncNow(tenant)
    await pay('60.00', [[invoice, '60.00']])
    await syncNow(tenant)
    const payment = live('Payments').find(({ Amount }) => Amount === 60)!
    xero.books.settle(invoice, -60, 'AmountPaid')
    xero.books.put('Payments', { ...payment, Status: 'DELETED' })
    await syncNow(tenant)
    const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))
    expect(rows.map(({ kind }) => kind)).toEqual(['removed_there'])
    expect(await remaining(invoice)).toBe(0n)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('an overpayment that somebody deleted there', () => {
  it.each([
    ['with the payment of an invoice', '10.00'],
    ['that is all of the payment', ''],
  ])('is told, and posted once more: %s', async (_, share) => {
    const invoice = xero.books.addInvoice(customer, 10, `INV-OVER-${share}`)
    await syncNow(tenant)
    const before = live('BankTransactions').map(({ BankTransactionID }) => BankTransactionID)
    const payment = await pay('14.00', share === '' ? [] : [[invoice, share]])
    await syncNow(tenant)
    const overpayments = () =>
      live('BankTransactions').filter(
        ({ BankTransactionID, Status }) => Status !== 'VOIDED' && !before.includes(BankTransactionID),
      )
    const [over] = overpayments()
    xero.books.put('BankTransactions', { ...over, Status: 'VOIDED' })
    const record = xero.books.find('Overpayments', String(over!.BankTransactionID))
    xero.books.put('Overpayments', { ...record, Status: 'VOIDED' })
    await syncNow(tenant)
    await syncNow(tenant)
    const conflictsOf = async () =>
      (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))).rows.filter(
        ({ subject_id }) => subject_id === payment.pk,
      )
    const [conflict, ...others] = await conflictsOf()
    expect([conflict!.kind, others]).toEqual(['removed_there', []])
    await tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'post_again'))
    await syncNow(tenant)
    await syncNow(tenant)
    expect(overpayments().map(({ Status, LineItems }) => [Status, LineItems])).toMatchObject([
      ['AUTHORISED', [{ UnitAmount: share === '' ? 14 : 4 }]],
    ])
    expect([dueOf(invoice), await remaining(invoice)]).toEqual(share === '' ? [10, 1000n] : [0, 0n])
    expect(await conflictsOf()).toEqual([])
  })
})

describe('the connection to Xero', () => {
  it('fills in the company’s empty profile, with the address of who connected it', async () => {
    const company = await tenant.run(({ db }) =>
      db
        .selectFrom('companies')
        .select(['name', 'email', 'phone', 'postal_code', 'country'])
        .executeTakeFirstOrThrow(),
    )
    expect(company).toEqual({
      // The tenant had a name, which stays.
      name: 'Brightwater Supply Co.',
      email: tenant.owner.email,
      phone: '+1 503-555-0100',
      postal_code: '97205',
      country: 'US',
    })
  })

  it('exchanges no code of another consent', async () => {
    const answer = await consentAt(tenant, 'xero')
    const { url } = await startConnection(tenant.uow(), 'xero')
    const state = new URL(url!).searchParams.get('state')!
    await expect(finishConnection(tenant.uow(), 'xero', { ...answer, state })).rejects.toMatchObject({
      code: 'connection_refused',
    })
  })

  it('reads signed webhooks, and answers those of the check of its address', () => {
    const platform = test.app.accountingPlatforms.get('xero')!
    const { headers, body } = xero.webhook([{ category: 'INVOICE', id: one! }])
    expect(platform.verifyWebhook!(headers, Buffer.from(body))).toMatchObject([
      { company: xero.books.tenantId, kind: 'invoice', remoteId: one },
    ])
    const check = xero.webhook([])
    expect(platform.verifyWebhook!(check.headers, Buffer.from(check.body))).toEqual([])
    expect(platform.verifyWebhook!(headers, Buffer.from(`${body} `))).toBeNull()
    expect(platform.verifyWebhook!({}, Buffer.from(body))).toBeNull()
  })

  it('sent only what Xero publishes', () => {
    expect(xero.violations).toEqual([])
  })

  it('ends when the organisation was disconnected there while the token is good', async () => {
    xero.disconnectOrganisation()
    await syncNow(tenant)
    const [row] = await tenant.run(selectConnections)
    expect(row).toMatchObject({ status: 'disconnected', ended_by: 'platform' })
  })
})
