import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/dates/durations.ts'
import { hasContract, startClioSimulator } from '../../../simulators/clio/index.ts'
import type { SignedMessage } from '../../../simulators/clio/webhooks.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestServer } from '../../../testing/test-server.ts'
import { applyCreditMemo, readCreditMemo, unapplyCreditMemo } from '../credit-memos/index.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { readPayment, recordPayment, refundPayment } from '../payments/index.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
import { listChoices } from './actions/connect/list-choices.ts'
import { startConnection } from './actions/connect/start-connection.ts'
import { updateConnection } from './actions/connect/update-connection.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { selectConnections, toConnection } from './store/connections.ts'
import { aProviderTenant, connectTo, consentAt, entriesByHand, localInvoice, syncNow } from './testing.ts'

const START_MS = Date.parse('2026-11-20T15:00:00Z') // an instant of the tests

/** The simulator lives by the product's clock, which the tests move. */
let nowMs = START_MS

const clio = setUp(
  () => startClioSimulator({ now: () => nowMs }),
  (made) => made.close(),
)
const test = setUp(
  () => createTestServer({ env: { ...clio.env } }),
  (made) => made.close(),
)
const tenant = setUp(() => aProviderTenant(test))
/** A minute passes, so that tasks have an order. */
const sync = () => {
  advance(MINUTE_MS)
  return syncNow(tenant)
}
let client: string
let first: string

const advance = (ms: number) => {
  test.clock.advance(ms)
  nowMs += ms
}

const remaining = async (remoteId: string) => {
  const { id } = await localInvoice(tenant, remoteId)
  const [owed] = await tenant.run((ctx) => readReceivables(ctx, [id]))
  return owed!.remainingMinor
}

const tasks = () =>
  tenant.run(({ db }) =>
    db
      .selectFrom('tasks')
      .select(['title', 'note', 'url', 'status', 'outcome', 'done_by'])
      .where('kind', '=', 'books_entry')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )

const conflicts = async () =>
  (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 20, offset: 0 }))).rows

async function pay(remoteId: string, total: string, key = '') {
  const invoice = await localInvoice(tenant, remoteId)
  return tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: invoice.customer,
      type: 'check',
      total,
      received_on: '2026-11-19',
      reference: '',
      request_id: `pay-${remoteId}-${total}${key}`,
      invoices: [{ invoice: invoice.id, amount: total }],
    }),
  )
}

beforeAll(async () => {
  nowMs = test.clock.wallNow()
  client = clio.books.addContact('Alder Clinic', { primary_email_address: 'alder@customers.test' })
  first = clio.books.addBill(client, 120.1, '1042')
  clio.books.addBill(client, 35.55, '1043')
  clio.books.addCreditMemo(client, 20)
  expect(await connectTo(tenant, 'clio')).toBe('done')
})

describe('reading', () => {
  it('reads clients, bills and credit memos to the cent', async () => {
    expect(await remaining(first)).toBe(12_010n)
    const [connection] = await tenant.run(selectConnections)
    expect(connection).toMatchObject({ name: 'Alder & Sons LLP', status: 'connected', remote_id: 'us-5001' })
    const memos = await tenant.run(({ db }) => db.selectFrom('credit_memos').select('number').execute())
    expect(memos).toHaveLength(1)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('reads pages by their cursor', async () => {
    const many = clio.books.addContact('Birch Bakery')
    for (let at = 0; at < 230; at++) clio.books.addBill(many, 1.5, `B-${at}`)
    expect(await sync()).toBe('done')
    const { count } = await tenant.run(({ db }) =>
      db
        .selectFrom('invoices')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('number', 'like', 'B-%')
        .executeTakeFirstOrThrow(),
    )
    expect(Number(count)).toBe(230)
  })

  it('follows a payment, a void, and a deletion there within a day', async () => {
    const paid = clio.books.addBill(client, 70, '1044')
    const voided = clio.books.addBill(client, 10, '1045')
    const deleted = clio.books.addBill(client, 12, '1046')
    await sync()
    clio.books.pay(paid, 30)
    clio.books.voidBill(voided)
    clio.books.deleteBill(deleted)
    await sync()
    expect([await remaining(paid), await remaining(voided)]).toEqual([4000n, 0n])
    advance(DAY_MS + HOUR_MS)
    await sync()
    expect(await remaining(deleted)).toBe(0n)
  })

  it('leaves out drafts and trust requests, and reports bills without a client or with an unknown currency', async () => {
    const draft = clio.books.addBill(client, 5, 'D-1', { state: 'draft' })
    clio.books.addBill(client, 500, 'T-1', { kind: 'trust_kind' })
    clio.books.addBill(null, 6, 'N-1')
    clio.books.addBill(client, 7, 'C-1', { currency: { id: 9, code: 'XQZ', sign: '?' } })
    await sync()
    const read = await tenant.run(({ db }) =>
      db
        .selectFrom('invoices')
        .select('number')
        .where('number', 'in', ['D-1', 'T-1', 'N-1', 'C-1'])
        .execute(),
    )
    expect(read).toEqual([])
    expect((await conflicts()).map(({ title }) => title).toSorted()).toEqual([
      expect.stringContaining('C-1 was not read, because its currency XQZ is not known here'),
      expect.stringContaining('N-1 was not read, because it has no customer'),
    ])
    clio.books.put('bills', { ...clio.books.bill(draft), state: 'awaiting_payment' })
    await sync()
    expect(await remaining(draft)).toBe(500n)
  })
})

describe('a payment that was collected here', () => {
  it('becomes a task with the words to enter, and is done once the bill shows it', async () => {
    await tenant.run((ctx) => updateConnection(ctx, 'clio', { deposit_account: 'Operating account' }))
    const payment = await pay(first, '20.10')
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('done')
    expect(await remaining(first)).toBe(10_000n)
    const [task] = await tasks()
    expect(task).toMatchObject({
      title: 'Enter a payment of $20.10 in Clio',
      url: `${clio.origin}/nc/#/bills/${first}`,
      status: 'open',
    })
    expect(task!.note).toContain('Bill 1042: Record payment. Amount: $20.10.')
    expect(task!.note).toContain('Into: Operating account.')
    expect(task!.note).toContain(`Reference: Quittance ${payment.transaction_number}.`)
    clio.books.pay(first, 20.1, { date: '2026-11-19' })
    expect(await sync()).toBe('done')
    expect((await tasks())[0]).toMatchObject({ status: 'done', done_by: null, outcome: 'Clio shows it.' })
    expect(await remaining(first)).toBe(10_000n)
    expect(await tenant.run((ctx) => readPayment(ctx, payment.pk))).toMatchObject({
      posted: true,
      post_url: `${clio.origin}/nc/#/bills/${first}`,
    })
  })

  it('is not taken for an equal payment that was entered long before', async () => {
    const bill = clio.books.addBill(client, 100, '1050')
    clio.books.pay(bill, 10, { date: '2026-11-19' })
    await sync()
    advance(2 * HOUR_MS)
    await pay(bill, '10.00')
    await sync()
    expect((await tasks())[0]).toMatchObject({ status: 'open' })
    expect(await remaining(bill)).toBe(8000n)
    clio.books.pay(bill, 10, { date: '2026-11-19' })
    await sync()
    expect((await tasks())[0]).toMatchObject({ status: 'done' })
    expect(await remaining(bill)).toBe(8000n)
  })

  it('is a conflict when another amount was entered, which closes when it is corrected', async () => {
    const bill = clio.books.addBill(client, 60, '1051')
    await sync()
    await pay(bill, '40.00')
    await sync()
    const wrong = clio.books.pay(bill, 35, { date: '2026-11-19' })
    await sync()
    const open = (await conflicts()).filter(({ kind }) => kind === 'entered_otherwise')
    expect(open).toMatchObject([
      { ours: [{ value: '$40.00' }, {}], theirs: [{ value: '$35.00' }, { value: 'Nov 19, 2026' }] },
    ])
    expect((await tasks())[0]).toMatchObject({ status: 'open' })
    clio.books.voidPayment(wrong)
    clio.books.pay(bill, 40, { date: '2026-11-19' })
    await sync()
    expect((await conflicts()).filter(({ kind }) => kind === 'entered_otherwise')).toEqual([])
    expect((await tasks())[0]).toMatchObject({ status: 'done' })
    expect(await remaining(bill)).toBe(2000n)
  })

  it('stays to be entered when a person says that the other amount is another payment', async () => {
    const bill = clio.books.addBill(client, 60, '1052')
    await sync()
    await pay(bill, '40.00')
    await sync()
    clio.books.pay(bill, 15, { date: '2026-11-19' })
    await sync()
    const asked = (await conflicts()).find(({ kind }) => kind === 'entered_otherwise')!
    await tenant.run((ctx) => resolveConflict(ctx, asked.id, 'other_payment'))
    await sync()
    expect((await conflicts()).filter(({ kind }) => kind === 'entered_otherwise')).toEqual([])
    expect((await tasks())[0]).toMatchObject({ status: 'open' })
    expect(await remaining(bill)).toBe(500n)
    clio.books.pay(bill, 40, { date: '2026-11-19' })
    await sync()
    expect((await tasks())[0]).toMatchObject({ status: 'done' })
    expect(await remaining(bill)).toBe(500n)
  })

  it('asks to take it back after a refund, and again when somebody removes it there', async () => {
    const bill = clio.books.addBill(client, 60, '1053')
    await sync()
    const payment = await pay(bill, '25.00')
    await sync()
    const entry = clio.books.pay(bill, 25, { date: '2026-11-19' })
    await sync()
    const money = { total: '25.00', total_currency: 'USD', reason: '', request_id: 'refund-clio' }
    await refundPayment(tenant.uow(), payment.pk, money)
    await sync()
    expect((await tasks())[0]).toMatchObject({ title: 'Remove a payment in Clio', status: 'open' })
    expect(await remaining(bill)).toBe(6000n)
    clio.books.voidPayment(entry)
    await sync()
    expect((await tasks())[0]).toMatchObject({ status: 'done', outcome: 'Clio shows it no more.' })
    expect(await remaining(bill)).toBe(6000n)
    const other = await pay(bill, '30.00')
    await sync()
    const removed = clio.books.pay(bill, 30, { date: '2026-11-19' })
    await sync()
    clio.books.voidPayment(removed)
    await sync()
    const [conflict] = (await conflicts()).filter(({ kind }) => kind === 'removed_there')
    expect(conflict).toMatchObject({ subject_id: other.pk })
    await tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'post_again'))
    await sync()
    expect((await tasks())[0]).toMatchObject({ title: 'Enter a payment of $30.00 in Clio', status: 'open' })
    expect(await remaining(bill)).toBe(3000n)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('credit that was used here', () => {
  it('counts once for what is left of its memo, from the task until its entry is removed', async () => {
    const bill = clio.books.addBill(client, 90, '1060')
    const remoteMemos = [clio.books.addCreditMemo(client, 12.34), clio.books.addCreditMemo(client, 12.34)]
    await sync()
    const { id: invoice } = await localInvoice(tenant, bill)
    const memos = await tenant.run(({ db }) =>
      db
        .selectFrom('accounting_links')
        .select('local_id')
        .where('remote_id', 'in', remoteMemos)
        .orderBy('remote_id')
        .execute(),
    )
    const [other, memo] = memos.map(({ local_id }) => local_id!) as [string, string]
    const given = { invoice, amount: '1.50' }
    const memoLeft = async () => (await tenant.run((ctx) => readCreditMemo(ctx, memo))).remaining
    const left = async () => [await memoLeft(), await remaining(bill)]
    const shown = async () => (await tasks()).filter(({ outcome }) => outcome === 'Clio shows it.').length
    const before = await shown()
    // An equal use of another memo on the same bill is still to be entered.
    await tenant.run((ctx) => applyCreditMemo(ctx, other, { ...given, request_id: 'use-other' }))
    for (const [at, expected] of ['10.84', '9.34'].entries()) {
      const now = [expected, 8850n - 150n * BigInt(at + 1)]
      await tenant.run((ctx) => applyCreditMemo(ctx, memo, { ...given, request_id: `use-${at}` }))
      await sync()
      expect(await left()).toEqual(now)
      clio.books.pay(bill, 1.5, { date: '2026-11-20', creditMemo: remoteMemos[1]! })
      await sync()
      expect(await shown()).toBe(before + at + 1)
      expect(await left()).toEqual(now)
    }
    const uses = await tenant.run((ctx) => readCreditMemo(ctx, memo))
    advance(SECOND_MS)
    await tenant.run((ctx) => unapplyCreditMemo(ctx, memo, uses.applications.at(-1)!.pk))
    await sync()
    expect((await tasks())[0]).toMatchObject({ title: 'Remove the use of a credit in Clio', status: 'open' })
    expect(await left()).toEqual(['10.84', 8700n])
    const [entry] = (await entriesByHand(tenant)).flatMap(({ toRemove }) => toRemove)
    clio.books.voidPayment(entry!)
    await sync()
    expect((await tasks())[0]).toMatchObject({ status: 'done' })
    expect(await left()).toEqual(['10.84', 8700n])
    expect((await conflicts()).filter(({ kind }) => kind === 'memo_changed')).toEqual([])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('access', () => {
  it('lists operating accounts only, and no items or tax codes', async () => {
    expect((await listChoices(tenant.uow(), 'accounts')).map(({ name }) => name)).toEqual([
      'Operating account',
    ])
    expect(await listChoices(tenant.uow(), 'items')).toEqual([])
  })

  it('waits when Clio asks it to, and before its calls are spent', async () => {
    clio.failNext('limited')
    expect(await sync()).toBe('failed')
    advance(HOUR_MS)
    clio.leaveCalls(3)
    expect(await sync()).toBe('failed')
    clio.leaveCalls(1000)
    advance(HOUR_MS)
    expect(await sync()).toBe('done')
  })

  it('exchanges a token that expired or was refused', async () => {
    clio.consents.expire()
    expect(await sync()).toBe('done')
    clio.failNext('unauthorized')
    expect(await sync()).toBe('done')
  })

  it('registers webhooks, confirms them, and prolongs them before they expire', async () => {
    const hooks = () =>
      clio.webhooks.list().map(({ model, status, expires_at }) => [model, status, expires_at])
    const before = hooks()
    expect(before).toMatchObject([
      ['bill', 'enabled', expect.any(String)],
      ['contact', 'enabled', expect.any(String)],
    ])
    advance(22 * DAY_MS)
    expect(await sync()).toBe('done')
    expect(hooks().map(([, , until]) => String(until) > String(before[0]![2]))).toEqual([true, true])
  })

  it('takes a message that its own webhook signed, once, and refuses any other', async () => {
    const send = async ({ headers, body }: Omit<SignedMessage, 'url'>) => {
      const url = '/api/accounting-webhooks/clio/'
      const answer = await test.server.inject({ method: 'POST', url, headers: { ...headers }, payload: body })
      return { status: answer.statusCode, headers: answer.headers }
    }
    const [message] = clio.webhooks.sign('bill', 'updated', clio.books.bill(first))
    expect((await send(message!)).status).toBe(200)
    const [connection] = await tenant.run(selectConnections)
    expect(connection!.sync_status).toBe('queued')
    expect((await send({ ...message!, body: message!.body.replace('updated', 'deleted') })).status).toBe(401)
    expect((await send({ ...message!, headers: { 'content-type': 'application/json' } })).status).toBe(401)
    // The handshake announces a secret, which the answer never repeats.
    const handshake = await send(clio.webhooks.handshakes[0]!)
    expect(handshake.status).toBe(200)
    expect(handshake.headers['x-hook-secret']).toBeUndefined()
    expect(await syncBooks(tenant.uow())).toBe('done')
  })

  it('refuses a consent of another region in words of a person', async () => {
    const { state } = await consentAt(tenant, 'clio')
    const answer = { code: 'a-code-of-another-region', realm_id: '', state }
    await expect(finishConnection(tenant.uow(), 'clio', answer)).rejects.toMatchObject({
      code: 'connection_refused',
      detail: expect.stringContaining('United States region'),
    })
    await expect(startConnection(tenant.uow(), 'sandbox_books')).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it.skipIf(!hasContract)('sent only what the published contract takes', () => {
    expect(clio.violations).toEqual([])
  })

  it('is disconnected when its access was revoked, and takes the same firm again', async () => {
    clio.consents.revoke()
    await sync()
    const [ended] = await tenant.run(selectConnections)
    expect(ended).toMatchObject({ status: 'disconnected', ended_by: 'platform', credentials: null })
    expect(await connectTo(tenant, 'clio')).toBe('done')
    const [again] = await tenant.run(selectConnections)
    expect(again).toMatchObject({ status: 'connected', id: ended!.id })
    expect(
      Object.keys(await tenant.run(async (ctx) => toConnection(ctx, again!).credentials ?? {})),
    ).toContain('keys')
  })
})
