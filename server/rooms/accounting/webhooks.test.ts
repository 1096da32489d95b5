import { beforeAll, describe, expect, it } from 'vitest'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { signWebhook, type WebhookChange, type WebhookForm } from '../../../simulators/quickbooks/webhooks.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestServer } from '../../../testing/test-server.ts'
import { asDate } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { aCustomer } from '../customers/testing.ts'
import { readReceivables } from '../ledger/index.ts'
import { readSyncStatus } from './actions/sync/read-sync-status.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { aProviderTenant, connectQuickBooks, connectTo } from './testing.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const intuit = setUp(
  () => startQuickBooksSimulator({ now: () => NOW, others: ['Elsewhere Ltd'] }),
  (made) => made.close(),
)
const test = setUp(
  () => createTestServer({ env: { ...intuit.env } }),
  (made) => made.close(),
)
const company = setUp(() => aProviderTenant(test))
const stranger = setUp(() => aProviderTenant(test))

const uow = () => company.uow()

async function post(headers: Readonly<Record<string, string>>, body: string, provider = 'quickbooks') {
  const url = `/api/accounting-webhooks/${provider}/`
  const answer = await test.server.inject({ method: 'POST', url, headers, payload: body })
  return { status: answer.statusCode, body: answer.body }
}

async function send(
  changes: readonly WebhookChange[],
  form?: WebhookForm,
  provider?: string,
): Promise<number> {
  const { headers, body } = intuit.webhook(changes, form)
  return (await post(headers, body, provider)).status
}

const status = async () => (await company.run(readSyncStatus)).sync_status
const stored = () =>
  company.run(({ db }) => db.selectFrom('accounting_inbox').selectAll().orderBy('received_at').execute())

let customer: string

beforeAll(async () => {
  customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
  expect(await connectQuickBooks(company)).toBe('done')
})

const invoiceHere = (remoteId: string) =>
  company.run(async (ctx) => {
    const row = await ctx.db
      .selectFrom('accounting_links')
      .select('local_id')
      .where('kind', '=', 'invoice')
      .where('remote_id', '=', remoteId)
      .executeTakeFirst()
    if (!row?.local_id) return null
    return (await readReceivables(ctx, [row.local_id]))[0]!.remainingMinor
  })

describe('a webhook of QuickBooks Online', () => {
  it.each([false, true])(
    'is stored, answered, and leads to a sync of its company (former form: %s)',
    async (former) => {
      const { Id } = intuit.books.addInvoice(customer, 55.5, `W-${former}`)
      expect(await syncBooks(uow())).toBe('done')
      expect(await invoiceHere(Id)).toBeNull()
      expect(await send([{ entity: 'Invoice', id: Id, operation: 'Create' }], { former })).toBe(200)
      expect(await status()).toBe('queued')
      expect((await stored()).at(-1)).toMatchObject({ kind: 'invoice', remote_id: Id, handled_at: null })
      expect(await syncBooks(uow())).toBe('done')
      expect(await invoiceHere(Id)).toBe(5550n)
      expect(await status()).toBe('none')
      expect((await stored()).at(-1)!.handled_at).not.toBeNull()
    },
  )

  it('is taken twice and stored once', async () => {
    const before = (await stored()).length
    const change = { entity: 'Invoice', id: '1', operation: 'Update', eventId: 'event-1' } as const
    const answers = await Promise.all([1, 2, 3].map(() => send([change])))
    expect(answers).toEqual([200, 200, 200])
    expect((await stored()).length).toBe(before + 1)
    await syncBooks(uow())
    expect(await send([change])).toBe(200)
    expect(await status()).toBe('none')
  })

  it('is refused when it is forged, whatever the defect', async () => {
    const before = (await stored()).length
    const change = { entity: 'Invoice', id: '1', operation: 'Update', eventId: 'forged' } as const
    expect(await send([change], { token: 'a token that somebody guessed' })).toBe(401)
    expect(await send([change], {}, 'sandbox_books')).toBe(401)
    expect(await send([change], {}, 'nobody')).toBe(401)
    for (const signature of [undefined, '', 'AAAA', signWebhook('another body')]) {
      const type = { 'content-type': 'application/json' }
      const { status: code } = await post(
        signature === undefined ? type : { ...type, 'intuit-signature': signature },
        '[]',
      )
      expect([signature, code]).toEqual([signature, 401])
    }
    expect((await stored()).length).toBe(before)
    expect(await status()).toBe('none')
  })

  it('about another company changes nothing, and neither does a message of unknown form', async () => {
    const before = (await stored()).length
    const change = { entity: 'Invoice', id: '1', operation: 'Update' } as const
    expect(await send([change], { realmId: '777' })).toBe(200)
    for (const body of ['[]', '{}', 'null', '{"eventNotifications":5}', '[{"id":7}]', 'not json']) {
      const headers = { 'content-type': 'application/json', 'intuit-signature': signWebhook(body) }
      expect([body, await post(headers, body)]).toEqual([body, { status: 200, body: '' }])
    }
    expect((await stored()).length).toBe(before)
    expect(await status()).toBe('none')
    expect(await stranger.run(({ db }) => db.selectFrom('accounting_inbox').select('id').execute())).toEqual(
      [],
    )
  })

  it('of a merge moves the invoices and keeps the former customer as an alias', async () => {
    const gone = intuit.books.put('Customer', { DisplayName: 'Alder Annex', Active: true }).Id
    const invoice = intuit.books.addInvoice(gone, 12, 'M-1').Id
    await send([{ entity: 'Customer', id: gone, operation: 'Create' }])
    await syncBooks(uow())
    const links = () =>
      company.run(({ db }) =>
        db
          .selectFrom('accounting_links')
          .select(['remote_id', 'local_id', 'state'])
          .where('kind', '=', 'customer')
          .where('remote_id', 'in', [customer, gone])
          .execute(),
      )
    const before = new Map((await links()).map((row) => [row.remote_id, row.local_id]))
    // A merge that did not happen is not believed.
    const lie = {
      entity: 'Customer',
      id: customer,
      operation: 'Merge',
      deletedId: gone,
      eventId: 'lie',
    } as const
    await send([lie])
    await syncBooks(uow())
    expect((await links()).map((row) => row.state)).toEqual(['live', 'live'])
    intuit.books.merge(gone, customer)
    await send([{ entity: 'Customer', id: customer, operation: 'Merge', deletedId: gone }])
    expect(await syncBooks(uow())).toBe('done')
    const after = new Map((await links()).map((row) => [row.remote_id, row]))
    expect(after.get(gone)).toMatchObject({ state: 'merged', local_id: before.get(customer) })
    const owner = await company.run(({ db }) =>
      db
        .selectFrom('invoices')
        .innerJoin('accounting_links', 'accounting_links.local_id', 'invoices.id')
        .select('customer_id')
        .where('remote_id', '=', invoice)
        .where('kind', '=', 'invoice')
        .executeTakeFirstOrThrow(),
    )
    expect(owner.customer_id).toBe(before.get(customer))
    // The next full reading leaves the alias as it is.
    await company.run(({ db }) =>
      db.updateTable('accounting_connections').set({ sync_full: true, sync_status: 'queued' }).execute(),
    )
    expect(await syncBooks(uow())).toBe('done')
    expect((await links()).find((row) => row.remote_id === gone)?.state).toBe('merged')
  })

  it.each([
    ['in one message', ['low', 'middle']],
    ['the later one first', ['middle', 'low']],
    ['in two messages, the later one first', ['middle', '', 'low']],
  ])('of two merges in a row follows both: %s', async (_, told) => {
    const ids = ['Low', 'Middle', 'High'].map(
      (name) =>
        intuit.books.put('Customer', { DisplayName: `${name} ${told.length}${told[0]}`, Active: true }).Id,
    )
    const [low, middle, high] = ids as [string, string, string]
    await send(ids.map((id) => ({ entity: 'Customer', id, operation: 'Create' })))
    expect(await syncBooks(uow())).toBe('done')
    intuit.books.merge(low, middle)
    intuit.books.merge(middle, high)
    const merges = {
      low: { entity: 'Customer', id: middle, operation: 'Merge', deletedId: low },
      middle: { entity: 'Customer', id: high, operation: 'Merge', deletedId: middle },
    } as const
    for (const one of told) {
      if (one === '') expect(await syncBooks(uow())).toBe('done')
      else await send([merges[one as keyof typeof merges]])
    }
    expect(await syncBooks(uow())).toBe('done')
    const rows = await company.run(({ db }) =>
      db
        .selectFrom('accounting_links as l')
        .innerJoin('customers as c', (join) =>
          join.on((eb) => eb('c.id', '=', eb.fn.coalesce('l.merged_from', 'l.local_id'))),
        )
        .select(['l.remote_id', 'l.state', 'l.local_id', 'c.merged_into'])
        .where('l.kind', '=', 'customer')
        .where('l.remote_id', 'in', ids)
        .execute(),
    )
    const found = new Map(rows.map((row) => [row.remote_id, row]))
    const survivor = found.get(high)!.local_id
    for (const id of [low, middle])
      expect(found.get(id)).toMatchObject({ state: 'merged', merged_into: survivor })
    expect(found.get(high)).toMatchObject({ state: 'live', merged_into: null })
  })

  it('of a merge is followed although the sync is stopped before the platform confirms it', async () => {
    const [from, into] = ['Stopped Sage', 'Stopped Sorrel'].map(
      (name) => intuit.books.put('Customer', { DisplayName: name, Active: true }).Id,
    ) as [string, string]
    await send([from, into].map((id) => ({ entity: 'Customer', id, operation: 'Create' })))
    expect(await syncBooks(uow())).toBe('done')
    intuit.books.merge(from, into)
    await send([{ entity: 'Customer', id: into, operation: 'Merge', deletedId: from }])
    const platform = test.app.accountingPlatforms.get('quickbooks')!
    const { read } = platform
    const error = { kind: 'unavailable', code: 'down', raw: null } as const
    Object.assign(platform, { read: async () => ({ ok: false, error }) })
    expect(await syncBooks(uow())).toBe('failed')
    Object.assign(platform, { read })
    await company.run(requestSync)
    expect(await syncBooks(uow())).toBe('done')
    const link = await company.run(({ db }) =>
      db
        .selectFrom('accounting_links')
        .select('state')
        .where('kind', '=', 'customer')
        .where('remote_id', '=', from)
        .executeTakeFirstOrThrow(),
    )
    expect(link.state).toBe('merged')
  })

  it('of a merge that names records of another company, or of books that are read no longer, changes nothing', async () => {
    const put = (name: string) => intuit.books.put('Customer', { DisplayName: name, Active: true }).Id
    const [own, kept] = [put('Own Olive'), put('Own Orchid')]
    await send([own, kept].map((id) => ({ entity: 'Customer', id, operation: 'Create' })))
    expect(await syncBooks(uow())).toBe('done')
    const elsewhere = intuit.others[0]!
    const theirs = elsewhere.put('Customer', { DisplayName: 'Their Tulip', Active: true }).Id
    const target = elsewhere.put('Customer', { DisplayName: 'Their Thyme', Active: true }).Id
    expect(await connectTo(stranger, 'quickbooks', elsewhere.name)).toBe('done')
    const former = 'of-former-books'
    await company.run(async (ctx) => {
      const live = await ctx.db.selectFrom('accounting_connections').selectAll().executeTakeFirstOrThrow()
      const ended = { ended_at: asDate(ctx.now), ended_by: 'staff', sync_status: 'none' } as const
      const connectionId = newId(0)
      await ctx.db
        .insertInto('accounting_connections')
        .values({ ...live, ...ended, id: connectionId, provider: 'xero', status: 'disconnected' })
        .execute()
      const { id: local } = await aCustomer(ctx, { shortName: 'Former Freesia' })
      await ctx.db
        .insertInto('accounting_links')
        .values({
          ...{ account_id: ctx.accountId, connection_id: connectionId, kind: 'customer' },
          ...{ remote_id: former, local_id: local, version: '1', seen_at: asDate(ctx.now) },
        })
        .execute()
    })
    const standing = async (who: typeof company) =>
      who.run(async ({ db }) => ({
        links: await db
          .selectFrom('accounting_links')
          .select(['remote_id', 'local_id', 'state'])
          .where('kind', '=', 'customer')
          .where('remote_id', 'in', [own, kept, theirs, target, former])
          .orderBy('remote_id')
          .execute(),
        merged: await db
          .selectFrom('customers')
          .select('short_name')
          .where('merged_into', 'is not', null)
          .where('short_name', 'in', [
            'Own Olive',
            'Own Orchid',
            'Their Tulip',
            'Their Thyme',
            'Former Freesia',
          ])
          .execute(),
      }))
    const before = [await standing(company), await standing(stranger)]
    const merges = [
      // A merge there did happen, and this one isn't about it.
      [kept, theirs],
      [target, own],
      [target, theirs],
      [kept, former],
      [former, own],
    ]
    elsewhere.merge(theirs, target)
    await send(
      merges.map(([id, deletedId], at) => ({
        ...{ entity: 'Customer', id: id!, operation: 'Merge', deletedId: deletedId! },
        eventId: `foreign-${at}`,
      })),
    )
    expect(await syncBooks(uow())).toBe('done')
    expect([await standing(company), await standing(stranger)]).toEqual(before)
    expect((await stored()).filter((row) => row.handled_at === null)).toEqual([])
  })
})
