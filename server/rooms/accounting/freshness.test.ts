import { beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import { readAccountRow, runsByItself } from '../accounts/index.ts'
import { updateSettings } from '../accounts/testing.ts'
import { disconnect } from './actions/connect/end-connection.ts'
import { startConnection } from './actions/connect/start-connection.ts'
import { readInvoiceLive } from './actions/sync/read-invoice-live.ts'
import { readSyncStatus } from './actions/sync/read-sync-status.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { aProviderTenant, connectSandbox } from './testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => aProviderTenant(test))
const books = () => test.app.accountingPlatforms.get('sandbox_books')!

const runs = () => tenant.run(async (ctx) => runsByItself(await readAccountRow(ctx), ctx.now))

beforeAll(async () => {
  await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
})

it('nobody is reminded or charged before the first reading, nor on data older than a day', async () => {
  expect(await runs()).toBe(false)
  await startConnection(tenant.uow(), 'sandbox_books')
  expect(await runs()).toBe(false)
  expect(await syncBooks(tenant.uow())).toBe('done')
  expect(await runs()).toBe(true)
  test.clock.advance(DAY_MS + HOUR_MS)
  expect(await runs()).toBe(false)
  await tenant.run(requestSync)
  await syncBooks(tenant.uow())
  expect(await runs()).toBe(true)
  const fresh = await tenant.run(({ db }) =>
    db.selectFrom('audit_entries').select('id').where('action', '=', 'accounting.fresh').execute(),
  )
  expect(fresh, 'the schedules learn each time that data is fresh again').toHaveLength(2)
  await disconnect(tenant.uow(), 'sandbox_books')
  expect(await runs()).toBe(false)
  await connectSandbox(tenant)
})

it('a full reading that stopped for days is as old as its beginning, until what changed since is read', async () => {
  await tenant.run(({ db }) =>
    db.updateTable('accounting_connections').set({ sync_full: true, sync_status: 'queued' }).execute(),
  )
  const { pull } = books()
  const error = { kind: 'unavailable', code: 'down', raw: null } as const
  Object.assign(books(), {
    pull: (...given: Parameters<typeof pull>) =>
      given[1] === 'payment' ? { ok: false, error } : pull(...given),
  })
  expect(await syncBooks(tenant.uow())).toBe('failed')
  Object.assign(books(), { pull })
  test.clock.advance(2 * DAY_MS)
  expect(await syncBooks(tenant.uow())).toBe('done')
  expect(await runs()).toBe(false)
  expect(await tenant.run(readSyncStatus)).toMatchObject({ sync_status: 'queued', last_sync_delta: 0 })
  expect(await syncBooks(tenant.uow())).toBe('done')
  expect(await runs()).toBe(true)
})

it('an invoice is read before it is charged, and not charged while the platform does not answer', async () => {
  const found = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_links')
      .innerJoin('receivables', 'receivables.invoice_id', 'accounting_links.local_id')
      .select(['local_id', 'remote_id', 'remaining_minor'])
      .where('remaining_minor', '>', 1000n)
      .orderBy('remote_id')
      .executeTakeFirstOrThrow(),
  )
  const owed = () =>
    tenant.run(({ db }) =>
      db
        .selectFrom('receivables')
        .select('remaining_minor')
        .where('invoice_id', '=', found.local_id!)
        .executeTakeFirstOrThrow(),
    )
  const remote = await books().read({ accountId: tenant.accountId }, 'invoice', found.remote_id)
  if (!remote.ok || remote.value?.kind !== 'invoice') throw new Error('not found')
  await books().postPayment(
    { accountId: tenant.accountId },
    {
      reference: 'CHK-9',
      customerId: remote.value.customerId,
      total: { minor: 1000n, currency: 'USD' },
      receivedOn: '2026-11-19',
      note: '',
      applied: [{ invoiceId: found.remote_id, amountMinor: 1000n }],
      depositAccount: '',
    },
    'made-there',
  )
  expect(await readInvoiceLive(tenant.uow(), found.local_id!)).toBe(true)
  expect((await owed()).remaining_minor).toBe(found.remaining_minor - 1000n)
  const { read } = books()
  const error = { kind: 'unavailable', code: 'down', raw: null } as const
  Object.assign(books(), { read: async () => ({ ok: false, error }) })
  expect(await readInvoiceLive(tenant.uow(), found.local_id!)).toBe(false)
  Object.assign(books(), { read })
})
