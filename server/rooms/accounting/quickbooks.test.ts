import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { readPayment, recordPayment, refundPayment } from '../payments/index.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
import { startConnection } from './actions/connect/start-connection.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { selectConnections } from './store/connections.ts'
import { selectSyncs } from './store/syncs.ts'
import { aProviderTenant, consentAtIntuit } from './testing.ts'

/** The clock there, which is a little behind ours after a while. */
let there = Date.parse('2026-11-20T15:00:00Z')

const intuit = setUp(
  () => startQuickBooksSimulator({ now: () => there }),
  (made) => made.close(),
)
const test = setUp(
  () => createTestApp({ env: { ...intuit.env } }),
  (made) => made.close(),
)
const tenant = setUp(() => aProviderTenant(test))

const consent = () => consentAtIntuit(tenant)

let customer: string
let first: string

beforeAll(async () => {
  customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
  intuit.books.put('Customer', {
    DisplayName: 'Alder East',
    Active: true,
    ParentRef: { value: customer },
  })
  first = intuit.books.addInvoice(customer, 120.1, '1042').Id
  intuit.books.addInvoice(customer, 35.55, '1043')
  intuit.books.put('CreditMemo', {
    DocNumber: 'CM-1',
    TxnDate: '2026-11-02',
    CustomerRef: { value: customer },
    TotalAmt: 20,
    Balance: 20,
  })
  await finishConnection(tenant.uow(), 'quickbooks', await consent())
  expect(await syncBooks(tenant.uow())).toBe('done')
})

const localOf = (remoteId: string) =>
  tenant.run(async ({ db }) => {
    const row = await db
      .selectFrom('accounting_links')
      .select('local_id')
      .where('kind', '=', 'invoice')
      .where('remote_id', '=', remoteId)
      .executeTakeFirst()
    return row?.local_id ?? null
  })

const remaining = async (remoteId: string) => {
  const id = await localOf(remoteId)
  const [owed] = await tenant.run((ctx) => readReceivables(ctx, [id!]))
  return owed!.remainingMinor
}

const syncNow = async () => {
  await tenant.run(requestSync)
  return syncBooks(tenant.uow())
}

async function pay(remoteId: string, total: string) {
  const invoice = (await localOf(remoteId))!
  const { customer_id } = await tenant.run(({ db }) =>
    db.selectFrom('invoices').select('customer_id').where('id', '=', invoice).executeTakeFirstOrThrow(),
  )
  return tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: customer_id,
      type: 'check',
      total,
      received_on: '2026-11-19',
      reference: '',
      request_id: `qbo-${remoteId}-${total}`,
      invoices: [{ invoice, amount: total }],
    }),
  )
}

describe('QuickBooks Online', () => {
  it('is connected by its owner, and reads the books to the cent', async () => {
    expect(await remaining(first)).toBe(12_010n)
    const [connection] = await tenant.run(selectConnections)
    expect(connection).toMatchObject({ name: 'Company 9130350000000001', status: 'connected' })
    const { rows } = await tenant.run(async ({ db }) => ({
      rows: await db
        .selectFrom('customers')
        .select(['short_name', 'parent_id'])
        .orderBy('short_name')
        .execute(),
    }))
    expect(rows.map((row) => [row.short_name, row.parent_id !== null])).toEqual([
      ['Alder Clinic', false],
      ['Alder East', true],
    ])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('refuses an answer that nobody began', async () => {
    const answer = { code: 'x', realm_id: '1', state: 'made up' }
    await expect(finishConnection(tenant.uow(), 'quickbooks', answer)).rejects.toMatchObject({
      code: 'authorization_expired',
    })
  })

  it('is the only platform of an account that has read it', async () => {
    await expect(startConnection(tenant.uow(), 'sandbox_books')).rejects.toMatchObject({
      code: 'wrong_state',
      detail: expect.stringContaining('Company 9130350000000001 in QuickBooks Online'),
    })
  })

  it('follows changes: a new invoice, a payment, a void and a deletion there', async () => {
    const added = intuit.books.addInvoice(customer, 70, '1044').Id
    const voided = intuit.books.addInvoice(customer, 10, '1045').Id
    await syncNow()
    expect(await remaining(added)).toBe(7000n)
    intuit.books.pay('there', {
      CustomerRef: { value: customer },
      TotalAmt: 30,
      PaymentRefNum: 'CHK-7',
      Line: [{ Amount: 30, LinkedTxn: [{ TxnId: added, TxnType: 'Invoice' }] }],
    })
    intuit.books.voidInvoice(voided)
    await syncNow()
    expect(await remaining(added)).toBe(4000n)
    expect(await remaining(voided)).toBe(0n)
    intuit.books.delete('Invoice', added)
    await syncNow()
    expect(await remaining(added)).toBe(0n)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('takes a payment once although its answer was lost, and its refund', async () => {
    const payment = await pay(first, '20.10')
    intuit.failNext('lost')
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    expect(await syncNow()).toBe('done')
    expect(intuit.books.find('Invoice', first).Balance).toBe(100)
    expect(
      intuit.books.list('Payment').filter((one) => one.PaymentRefNum === payment.transaction_number),
    ).toHaveLength(1)
    expect(await tenant.run((ctx) => readPayment(ctx, payment.pk))).toMatchObject({
      posted: true,
      post_url: expect.stringContaining('/app/recvpayment?txnId='),
    })
    const money = { total: '20.10', total_currency: 'USD', reason: '', request_id: 'refund-of-qbo' }
    await refundPayment(tenant.uow(), payment.pk, money)
    expect(await syncNow()).toBe('done')
    expect(intuit.books.find('Invoice', first).Balance).toBe(120.1)
    expect(await remaining(first)).toBe(12_010n)
  })

  it('asks a person when the books refuse a payment', async () => {
    intuit.books.isClosed = true
    await pay(first, '5.00')
    await syncNow()
    const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))
    expect(rows.map(({ theirs }) => theirs[0]!.value)).toEqual(['The account period has closed'])
    intuit.books.isClosed = false
  })

  it('waits when it is asked to, and exchanges a refused token for a new one', async () => {
    intuit.failNext('limited')
    expect(await syncNow()).toBe('failed')
    test.clock.advance(HOUR_MS)
    intuit.failNext('unauthorized')
    expect(await syncNow()).toBe('done')
  })

  it('reads everything after a gap that is longer than its memory, and finds what was deleted meanwhile', async () => {
    const gone = intuit.books.addInvoice(customer, 44, '1050').Id
    const paid = intuit.books.addInvoice(customer, 45, '1051').Id
    await syncNow()
    intuit.books.delete('Invoice', gone)
    intuit.books.put('Invoice', { ...intuit.books.find('Invoice', paid), Balance: 0 })
    there += 31 * DAY_MS
    test.clock.advance(31 * DAY_MS)
    expect(await syncNow()).toBe('done')
    const [latest] = (await tenant.run((ctx) => selectSyncs(ctx, { limit: 1, offset: 0 }))).rows
    expect(latest).toMatchObject({ failure: null, full_reading: true })
    expect([await remaining(gone), await remaining(paid)]).toEqual([0n, 0n])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('misses no change when our clock is ahead', async () => {
    test.clock.advance(5 * HOUR_MS)
    await syncNow()
    const late = intuit.books.addInvoice(customer, 46, '1052').Id
    expect(await syncNow()).toBe('done')
    expect(await remaining(late)).toBe(4600n)
  })

  it('sent only what the published schema takes', () => {
    expect(intuit.violations).toEqual([])
  })

  it('takes no id of a company that leads to another address', async () => {
    for (const wrong of ['', '../../v4', '/query?query=']) {
      const answer = await consent()
      const realm_id = wrong.startsWith('/') ? `${answer.realm_id}${wrong}` : wrong
      await expect(
        finishConnection(tenant.uow(), 'quickbooks', { ...answer, realm_id }),
      ).rejects.toMatchObject({ code: 'connection_refused' })
    }
    const answer = await consent()
    expect(await finishConnection(tenant.uow(), 'quickbooks', answer)).toMatchObject({ status: 'connected' })
    await expect(finishConnection(tenant.uow(), 'quickbooks', answer), 'once').rejects.toMatchObject({
      code: 'authorization_expired',
    })
  })

  it('is disconnected when its access was revoked, and the owners are told', async () => {
    intuit.revokeAccess()
    await syncNow()
    const [connection] = await tenant.run(selectConnections)
    expect(connection).toMatchObject({ status: 'disconnected', ended_by: 'platform', credentials: null })
    const mails = await tenant.run(({ db }) =>
      db.selectFrom('mail_messages').select('subject').where('kind', '=', 'accounting.ended').execute(),
    )
    expect(mails).toEqual([{ subject: 'QuickBooks Online is no longer connected' }])
  })
})
