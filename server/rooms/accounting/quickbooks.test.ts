import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
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
  await tenant.run(({ db }) => db.updateTable('companies').set({ email: '' }).execute())
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

const parentOf = (name: string) =>
  tenant.run(async ({ db }) => {
    const row = await db
      .selectFrom('customers as c')
      .leftJoin('customers as p', 'p.id', 'c.parent_id')
      .select('p.short_name')
      .where('c.short_name', '=', name)
      .executeTakeFirstOrThrow()
    return row.short_name
  })

const conflicts = () =>
  tenant.run(async (ctx) =>
    (await selectConflicts(ctx, 'open', { limit: 9, offset: 0 })).rows.map(({ title }) => title),
  )

const syncNow = async () => {
  await tenant.run(requestSync)
  return syncBooks(tenant.uow())
}

describe('QuickBooks Online', () => {
  it('is connected by its owner, and reads the books to the cent', async () => {
    expect(await remaining(first)).toBe(12_010n)
    const [connection] = await tenant.run(selectConnections)
    expect(connection).toMatchObject({ name: 'Brightwater Ledger 0001', status: 'connected' })
    const company = await tenant.run(({ db }) =>
      db
        .selectFrom('companies')
        .select(['email', 'phone', 'postal_code', 'country'])
        .executeTakeFirstOrThrow(),
    )
    expect(company).toEqual({
      email: 'books@company.test',
      phone: '(503) 555-0100',
      postal_code: '97205',
      country: 'US',
    })
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

  it('puts a customer below a parent that is read later', async () => {
    const child = intuit.books.put('Customer', {
      DisplayName: 'Early Child',
      ParentRef: { value: '7000' },
    }).Id
    expect(await syncNow()).toBe('done')
    expect(await parentOf('Early Child')).toBeNull()
    intuit.books.put('Customer', { Id: '7000', DisplayName: 'Late Parent', Active: true })
    expect(await syncNow()).toBe('done')
    expect(await parentOf('Early Child')).toBe('Late Parent')
    intuit.books.put('Customer', { ...intuit.books.find('Customer', child), ParentRef: undefined })
    expect(await syncNow()).toBe('done')
    expect(await parentOf('Early Child')).toBeNull()
  })

  it('takes no circle of parents over, tells of it, and follows once it is undone there', async () => {
    const [upper, lower] = ['Upper', 'Lower'].map(
      (DisplayName) => intuit.books.put('Customer', { DisplayName, Active: true }).Id,
    ) as [string, string]
    const setParent = (of: string, parent?: string) =>
      intuit.books.put('Customer', {
        ...intuit.books.find('Customer', of),
        ParentRef: parent && { value: parent },
      })
    const parents = async () => [await syncNow(), await parentOf('Upper'), await parentOf('Lower')]
    setParent(upper, lower)
    setParent(lower, upper)
    expect(await parents()).toEqual(['done', 'Lower', null])
    expect(await conflicts()).toEqual([
      'Lower has no parent here, because its parent in QuickBooks Online is below it',
    ])
    setParent(upper)
    expect(await parents()).toEqual(['done', null, 'Upper'])
    expect(await conflicts()).toEqual([])
    // In the opposite order there, and read by two syncs.
    there += HOUR_MS
    test.clock.advance(HOUR_MS)
    expect(await parents()).toEqual(['done', null, 'Upper'])
    setParent(upper, lower)
    expect(await parents()).toEqual(['done', null, 'Upper'])
    expect(await conflicts()).toHaveLength(1)
    setParent(lower)
    expect(await parents()).toEqual(['done', 'Lower', null])
    expect(await conflicts()).toEqual([])
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
})
