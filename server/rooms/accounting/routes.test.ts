import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany } from '../../../testing/http-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { unitOfWork } from '../../platform/context.ts'
import { syncBooks } from './actions/sync/sync-books.ts'

const test = setUpTestServer()
const company = setUp(() => anHttpCompany(test, 'books-company'))
const local = setUp(() => anHttpCompany(test, 'local-company'))

const CALLER = { requestId: 'test', ip: null }
const sync = () => syncBooks(unitOfWork(test.app, CALLER, { kind: 'system', job: 'test' }, company.accountId))

interface Body {
  readonly sync_status: string
  readonly progress: { readonly done: number; readonly total: number | null } | null
  readonly last_sync: string
  readonly count: number
  readonly results: readonly unknown[]
  readonly accounting_connection: unknown
  readonly deposit_account: string
  readonly status: string
}

const call = <Reply = Body>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  token = company.token,
  account = company.accountId,
) =>
  callApi<Reply>(test.server, {
    method,
    path: `/api/accounts/${account}/${path}`,
    token,
    ...(body && { body }),
  })

beforeAll(async () => {
  await company.run(({ db }) => db.updateTable('accounts').set({ account_type: 'provider' }).execute())
})

describe('a sync', () => {
  it('has no status before a connection, and can’t be asked for', async () => {
    const { status, body } = await call('GET', 'sync-status/')
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ sync_status: 'none', last_sync: null, last_sync_delta: null, name: null }),
    ])
    expect((await call('POST', 'sync/')).status).toBe(409)
  })

  it('is queued by a connection, in progress while it reads, and none with its age afterwards', async () => {
    expect((await call('POST', 'accounting-connections/sandbox_books/start/')).body).toEqual({ url: null })
    expect((await call('GET', 'sync-status/')).body.sync_status).toBe('queued')
    // Holds the sync where it writes customers, until it was seen.
    const other = new pg.Client(test.ownerConfig)
    await other.connect()
    await other.query('begin; lock table customers in share mode')
    const running = sync()
    for (let status = 'queued'; status !== 'in_progress'; ) {
      const { body } = await call('GET', 'sync-status/')
      status = body.sync_status
      if (body.progress) expect(body.progress.done).toBeLessThanOrEqual(body.progress.total ?? 1000)
    }
    await other.end()
    expect(await running).toBe('done')
    test.clock.advance(180_000)
    const { body } = await call('GET', 'sync-status/')
    expect(body).toMatchObject({ sync_status: 'none', last_sync_delta: 180, first: false })
    expect(Date.parse(body.last_sync)).toBeGreaterThan(0)
  })

  it('is queued by hand, by those who may', async () => {
    const viewer = await company.member('viewer')
    expect((await call('POST', 'sync/', undefined, viewer)).status).toBe(403)
    expect((await call('GET', 'sync-status/', undefined, viewer)).status).toBe(200)
    expect((await call('POST', 'sync/')).body.sync_status).toBe('queued')
    expect(await sync()).toBe('done')
    const { body } = await call('GET', 'syncs/')
    expect(body.count).toBe(2)
    expect(body.results[1]).toMatchObject({ full: true, customers: 25, invoices: 120, credit_memos: 6 })
  })
})

describe('the connection', () => {
  it('is shown with its features, and where payments go is chosen from the books’ accounts', async () => {
    const { body: account } = await call('GET', '')
    expect(account.accounting_connection).toMatchObject({
      provider: 'sandbox_books',
      name: 'Sandbox books',
      status: 'connected',
      features: { post_payments: true, late_fees: true, surcharges: true, webhooks: false },
    })
    const lists = ['tax-codes', 'items', 'accounts'].map((list) =>
      call<{ pk: string }[]>('GET', `accounting-connection-${list}/`),
    )
    const [taxes, items, accounts] = await Promise.all(lists)
    expect([taxes, items, accounts].map((one) => one!.body.length)).toEqual([2, 3, 3])
    const at = 'accounting-connections/sandbox_books/'
    const { body } = await call('PATCH', at, { deposit_account: accounts!.body[1]!.pk })
    expect(body.deposit_account).toBe('checking')
    const [sandbox] = (await call<unknown[]>('GET', 'accounting-connections/')).body
    expect(sandbox).toMatchObject({
      status: 'connected',
      read: { invoices: 120 },
      deposit_account: 'checking',
    })
  })

  it('is refused to an account that keeps its invoices here, which has empty lists', async () => {
    const as = [undefined, local.token, local.accountId] as const
    expect((await call('POST', 'accounting-connections/sandbox_books/start/', ...as)).status).toBe(409)
    expect((await call('GET', 'accounting-connection-items/', ...as)).body).toEqual([])
    expect((await call('GET', '', ...as)).body.accounting_connection).toBeNull()
  })

  it('knows no platform that is not set up, and no answer that nobody began', async () => {
    expect((await call('POST', 'accounting-connections/xero/start/')).status).toBe(404)
    const answer = { code: 'x', realm_id: '1', state: 'nobody' }
    expect((await call('POST', 'accounting-connections/sandbox_books/finish/', answer)).status).toBe(400)
  })

  it('ends, twice the same as once', async () => {
    const at = 'accounting-connections/sandbox_books/disconnect/'
    expect((await call('POST', at)).body).toMatchObject({ status: 'disconnected', ended_by: 'staff' })
    expect((await call('POST', at)).body.status).toBe('disconnected')
    expect((await call('GET', 'sync-status/')).body).toMatchObject({ connected: false, sync_status: 'none' })
    expect(
      (await call('POST', 'accounting-connections/sandbox_books/simulate/', { what: 'activity' })).status,
    ).toBe(404)
  })
})
