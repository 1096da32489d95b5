import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import type { RemoteInvoice } from '../../gateways/accounting/port.ts'
import { createCustomer, listCustomers } from '../customers/index.ts'
import { createInvoice } from '../invoices/index.ts'
import { draftInput } from '../invoices/testing.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { disconnect } from './actions/connect/end-connection.ts'
import { listChoices } from './actions/connect/list-choices.ts'
import { startConnection } from './actions/connect/start-connection.ts'
import { readSyncStatus } from './actions/sync/read-sync-status.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { aProviderTenant, connectSandbox } from './testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => aProviderTenant(test))
const books = () => test.app.accountingPlatforms.get('sandbox_books')!
const connection = () => ({ accountId: tenant.accountId })

beforeAll(async () => {
  expect(await connectSandbox(tenant)).toBe('done')
})

async function allInvoices(): Promise<RemoteInvoice[]> {
  const found: RemoteInvoice[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await books().pull(connection(), 'invoice', cursor)
    if (!page.ok) throw new Error(page.error.code)
    found.push(...(page.value.records as RemoteInvoice[]))
    cursor = page.value.next
    if (cursor === null) return found
  }
}

const localIds = () =>
  tenant.run(async ({ db }) => {
    const rows = await db
      .selectFrom('accounting_links')
      .select(['remote_id', 'local_id'])
      .where('kind', '=', 'invoice')
      .execute()
    return new Map(rows.map((row) => [row.remote_id, row.local_id]))
  })

/** Compares every open invoice of both books, to the cent, and checks the ledger. */
async function expectAgreement(): Promise<void> {
  const ids = await localIds()
  const invoices = await allInvoices()
  const open = invoices.filter(({ state }) => state === 'open')
  const owed = await tenant.run((ctx) =>
    readReceivables(
      ctx,
      open.map(({ remoteId }) => ids.get(remoteId)!),
    ),
  )
  const remaining = new Map(owed.map((one) => [one.invoiceId, one.remainingMinor]))
  for (const { remoteId, number, balanceMinor } of open)
    expect([number, remaining.get(ids.get(remoteId)!)]).toEqual([number, balanceMinor])
  expect((await tenant.run(verifyLedger)).differences).toEqual([])
}

const numberOf = (kind: 'customers' | 'invoices' | 'credit_memos') =>
  tenant.run(async ({ db }) => {
    const row = await db
      .selectFrom(kind)
      .select((eb) => eb.fn.countAll<bigint>().as('records'))
      .executeTakeFirstOrThrow()
    return Number(row.records)
  })

describe('the first reading', () => {
  it('brings every customer, invoice and credit memo with what is owed', async () => {
    expect([await numberOf('customers'), await numberOf('invoices'), await numberOf('credit_memos')]).toEqual(
      [25, 120, 6],
    )
    await expectAgreement()
    const status = await tenant.run(readSyncStatus)
    expect(status).toMatchObject({ sync_status: 'none', last_sync_delta: 0, first: false, progress: null })
  })

  it('keeps who belongs to whom', async () => {
    const { rows } = await tenant.run(async ({ db }) => ({
      rows: await db.selectFrom('customers').select('parent_id').where('parent_id', 'is not', null).execute(),
    }))
    expect(rows).toHaveLength(1)
  })

  it('leaves both books as they are when it is repeated from the beginning', async () => {
    await tenant.run(({ db }) =>
      db.updateTable('accounting_connections').set({ sync_full: true, sync_status: 'queued' }).execute(),
    )
    expect(await syncBooks(tenant.uow())).toBe('done')
    expect(await numberOf('invoices')).toBe(120)
    await expectAgreement()
  })
})

describe('changes there', () => {
  it('are read by the next sync: new, paid, voided and merged', async () => {
    for (let day = 0; day < 5; day++) {
      const happened = await books().simulate!(tenant.accountId, 'activity')
      expect(happened.length).toBeGreaterThan(1)
      await tenant.run(requestSync)
      expect(await syncBooks(tenant.uow())).toBe('done')
      await expectAgreement()
    }
    const { rows } = await tenant.run(async ({ db }) => ({
      rows: await db.selectFrom('accounting_links').selectAll().where('state', '=', 'merged').execute(),
    }))
    expect(rows.length).toBeGreaterThan(0)
  })

  it('are read by schedule, and not before it is time', async () => {
    await books().simulate!(tenant.accountId, 'activity')
    const before = await numberOf('invoices')
    await syncBooks(tenant.uow())
    expect(await numberOf('invoices')).toBe(before)
    test.clock.advance(HOUR_MS)
    await syncBooks(tenant.uow())
    expect(await numberOf('invoices')).toBe(before + 1)
  })
})

describe('a merge of customers there', () => {
  it('lets the portal know, so that the people of the one log in for the other', async () => {
    const live = () =>
      tenant.run(({ db }) =>
        db
          .selectFrom('accounting_links')
          .select(['remote_id', 'local_id'])
          .where('kind', '=', 'customer')
          .where('state', '=', 'live')
          .orderBy('remote_id', 'desc')
          .execute(),
      )
    const [from, into] = await live()
    for (let day = 0; day < 4 && (await live())[0]!.remote_id === from!.remote_id; day++) {
      await books().simulate!(tenant.accountId, 'activity')
      await tenant.run(requestSync)
      await syncBooks(tenant.uow())
    }
    const { rows } = await sql<{ data: { payload: unknown } }>`
      select data from pgboss.job where name = 'portal.follow-merge'`.execute(test.app.db)
    expect(rows.map(({ data }) => data.payload)).toContainEqual({
      from: from!.local_id,
      into: into!.local_id,
    })
  })
})

describe('records of a platform', () => {
  it('are not created here: the refusal names the platform', async () => {
    const refusal = { code: 'wrong_state', detail: expect.stringContaining('Sandbox books') }
    await expect(tenant.run((ctx) => createCustomer(ctx, { short_name: 'Aster' }))).rejects.toMatchObject(
      refusal,
    )
    const { results } = await tenant.run((ctx) =>
      listCustomers(ctx, { page: 1, page_size: 5, search: '', order_by: 'short_name' } as never),
    )
    await expect(tenant.run((ctx) => createInvoice(ctx, draftInput(results[0]!.pk)))).rejects.toMatchObject(
      refusal,
    )
  })

  it('come with the lists to choose from', async () => {
    expect(await listChoices(tenant.uow(), 'tax_codes')).toHaveLength(2)
    expect((await listChoices(tenant.uow(), 'accounts')).map(({ name }) => name)).toContain('Checking')
  })
})

describe('one run at a time', () => {
  it('leaves a second one busy', async () => {
    await tenant.run(requestSync)
    const { changes } = books()
    const second: unknown[] = []
    Object.assign(books(), {
      changes: async (...given: Parameters<typeof changes>) => {
        if (second.length === 0) second.push(await syncBooks(tenant.uow()))
        return changes(...given)
      },
    })
    expect(await syncBooks(tenant.uow())).toBe('done')
    Object.assign(books(), { changes })
    expect(second).toEqual(['busy'])
  })
})

describe('a platform that does not answer', () => {
  it('is reported, tried again later, and loses nothing', async () => {
    const { changes } = books()
    await books().simulate!(tenant.accountId, 'activity')
    const error = { kind: 'unavailable', code: 'timeout', raw: null } as const
    Object.assign(books(), { changes: async () => ({ ok: false, error }) })
    await tenant.run(requestSync)
    expect(await syncBooks(tenant.uow())).toBe('failed')
    expect(await tenant.run(readSyncStatus)).toMatchObject({
      sync_status: 'none',
      failure: 'Sandbox books did not answer. We try again by ourselves.',
    })
    Object.assign(books(), { changes })
    test.clock.advance(HOUR_MS)
    expect(await syncBooks(tenant.uow())).toBe('done')
    await expectAgreement()
    expect((await tenant.run(readSyncStatus)).failure).toBeNull()
  })
})

describe('a connection', () => {
  it('ends and begins again without a loss', async () => {
    await disconnect(tenant.uow(), 'sandbox_books')
    expect(await syncBooks(tenant.uow())).toBe('none')
    await expect(tenant.run(requestSync)).rejects.toMatchObject({ code: 'wrong_state' })
    await books().simulate!(tenant.accountId, 'activity')
    const before = await numberOf('invoices')
    expect(await connectSandbox(tenant)).toBe('done')
    expect(await numberOf('invoices')).toBe(before + 1)
    await expectAgreement()
  })

  it('is refused to an account that keeps its invoices here', async () => {
    const local = await test.tenant()
    await expect(startConnection(local.uow(), 'sandbox_books')).rejects.toMatchObject({ code: 'wrong_state' })
  })
})
