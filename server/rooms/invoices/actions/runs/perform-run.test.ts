import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { invoiceRuns } from '../../../../../contract/lists/invoice-runs.ts'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import type { Actor } from '../../../../platform/context.ts'
import { unitOfWork } from '../../../../platform/context.ts'
import { changeStanding, consumeMailRateLimit } from '../../../accounts/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { anOpenInvoice, someOfEach } from '../../testing.ts'
import { readInvoice } from '../read/read-invoice.ts'
import { cancelRun } from './cancel-run.ts'
import { listRuns } from './list-runs.ts'
import { performRun } from './perform-run.ts'
import { previewRun } from './preview-run.ts'
import { startRun } from './start-run.ts'

const test = setUpTestApp()
let tenant: Tenant
let requests = 0
beforeEach(async () => {
  tenant = await test.tenant()
})

type Request = Record<string, unknown>
const parse = (request: Request) =>
  invoiceRuns.start.body.parse({ request_id: `run-${String(++requests).padStart(8, '0')}`, ...request })
const preview = (request: Request) =>
  tenant.run((ctx) => previewRun(ctx, invoiceRuns.preview.body.parse(request)))
const start = async (request: Request, who: Actor = tenant.owner) =>
  (await tenant.run((ctx) => startRun(ctx, parse(request)), who)).pk
const work = (id: string) =>
  performRun(
    unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, tenant.accountId),
    id,
  )
const last = async () => (await tenant.run(listRuns)).runs[0]!
const mails = () =>
  tenant.run((ctx) =>
    ctx.db.selectFrom('mail_messages').select('to_address').where('account_id', '=', ctx.accountId).execute(),
  )

it.each([
  ['send', { no_address: 0, closed: 2, paid: 1 }, 9],
  ['void', { draft: 1, closed: 2, paid: 1, partly_paid: 1 }, 7],
  ['write_off', { draft: 1, closed: 2, paid: 1 }, 8],
])('%s acts on those that its preview counted', async (action, expected, count) => {
  await someOfEach(tenant)
  const all = { action, matching: {} }
  const before = await preview(all)
  const left = Object.entries(expected).flatMap(([reason, n]) => (n === 0 ? [] : [{ reason, count: n }]))
  const told = before.left_out.map(({ reason, count }) => ({ reason, count }))
  expect(told.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual(
    left.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
  )
  expect(before.count).toBe(count)
  const mailsBefore = (await mails()).length
  const id = await start({ ...all, note: 'as agreed' })
  await Promise.all([work(id), work(id)])
  expect(await last()).toMatchObject({
    state: 'done',
    done: count,
    left_out_count: 12 - count,
    total: 12,
  })
  expect((await mails()).length - mailsBefore).toBe(action === 'send' ? count : 0)
  expect((await preview(all)).count).toBe(action === 'send' ? count : 0)
})

it('undoes the write-offs of many, and leaves out what is not written off', async () => {
  await someOfEach(tenant)
  const all = { action: 'undo_write_off', matching: {} }
  expect(await preview(all)).toMatchObject({
    count: 1,
    sums: [{ currency: 'USD', remaining: '1100.00' }],
    left_out: [{ reason: 'not_written_off', count: 11 }],
    first: [{ amount: '1100.00' }],
  })
  await work(await start({ action: 'write_off', matching: {} }))
  expect(await preview(all)).toMatchObject({ count: 9 })
  const id = await start(all)
  await Promise.all([work(id), work(id)])
  const { runs } = await tenant.run(listRuns)
  expect(runs.find(({ pk }) => pk === id)).toMatchObject({ state: 'done', done: 9, left_out_count: 3 })
  expect(await preview({ ...all, action: 'write_off' })).toMatchObject({ count: 9 })
  expect((await tenant.run(verifyLedger)).differences).toEqual([])
})

it('acts in the name of the person who started it, with what they wrote', async () => {
  const { id: invoice } = await tenant.run((ctx) => anOpenInvoice(ctx))
  await work(await start({ action: 'void', invoices: [invoice], note: 'sent twice' }))
  expect(await tenant.run((ctx) => readInvoice(ctx, invoice))).toMatchObject({
    state: 'void',
    closed_because: 'sent twice',
  })
  const entry = await tenant.run((ctx) =>
    ctx.db
      .selectFrom('audit_entries')
      .select(['actor_kind', 'actor_id'])
      .where('account_id', '=', ctx.accountId)
      .where('action', '=', 'invoices.void')
      .executeTakeFirstOrThrow(),
  )
  expect(entry).toEqual({ actor_kind: 'staff', actor_id: tenant.owner.userId })
})

it('starts once for a request_id, also when it is sent twice at once', async () => {
  const { id: invoice } = await tenant.run((ctx) => anOpenInvoice(ctx))
  const request = parse({ action: 'send', invoices: [invoice] })
  const both = await Promise.all([1, 2].map(() => tenant.run((ctx) => startRun(ctx, request))))
  expect(new Set(both.map(({ pk }) => pk)).size).toBe(1)
  await work(both[0]!.pk)
  expect(await mails()).toHaveLength(1)
  const { id: other } = await tenant.run((ctx) => anOpenInvoice(ctx))
  for (const changed of [{ invoices: [other] }, { action: 'void' }, { note: 'another' }])
    await expect(tenant.run((ctx) => startRun(ctx, parse({ ...request, ...changed })))).rejects.toMatchObject(
      { code: 'request_id_reused' },
    )
})

it('stops when it is canceled, and at the company’s emails of a day', async () => {
  const invoices: string[] = []
  for (let n = 0; n < 4; n += 1) invoices.push((await tenant.run((ctx) => anOpenInvoice(ctx))).id)
  const canceled = await start({ action: 'send', invoices })
  await tenant.run((ctx) => cancelRun(ctx, canceled))
  await work(canceled)
  expect(await mails()).toEqual([])
  await expect(tenant.run((ctx) => cancelRun(ctx, canceled))).rejects.toMatchObject({ code: 'wrong_state' })
  test.clock.advance(1000)
  await tenant.run((ctx) => consumeMailRateLimit(ctx, 298))
  await work(await start({ action: 'send', invoices }))
  expect(await last()).toMatchObject({
    state: 'failed',
    done: 2,
    failure: expect.stringContaining('300 emails a day'),
  })
})

it('is refused to a role that may not do it to one invoice, and stops when the role is lost', async () => {
  const { id: invoice } = await tenant.run((ctx) => anOpenInvoice(ctx))
  const advisor: Actor = { ...tenant.owner, role: 'advisor' }
  await expect(start({ action: 'write_off', invoices: [invoice] }, advisor)).rejects.toMatchObject({
    code: 'not_allowed',
  })
  const id = await start({ action: 'write_off', invoices: [invoice] })
  await tenant.run((ctx) =>
    ctx.db
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('account_id', '=', ctx.accountId)
      .execute(),
  )
  await work(id)
  expect(await last()).toMatchObject({ state: 'failed', done: 0 })
  expect((await tenant.run((ctx) => readInvoice(ctx, invoice))).state).toBe('open')
})

it('stops in the middle when the role is lost, or the account is blocked', async () => {
  for (const lost of ['role', 'account'] as const) {
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await tenant.run((ctx) => anOpenInvoice(ctx))).id)
    const run = await start({ action: 'void', invoices: ids })
    const held = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    // The run waits for its second invoice meanwhile.
    const losing = tenant.run(async (ctx) => {
      await ctx.db.selectFrom('invoices').select('id').where('id', '=', ids[1]!).forUpdate().execute()
      held.resolve()
      await holding.promise
      if (lost === 'account') return changeStanding(ctx, { blocked: true })
      await ctx.db.updateTable('memberships').set({ role: 'viewer' }).execute()
    })
    await held.promise
    const working = work(run)
    while ((await last()).done === 0) await Promise.race([working, sleep(5)])
    holding.resolve()
    await Promise.all([losing, working])
    expect(await last()).toMatchObject({ state: 'failed', total: 3 })
    expect((await tenant.run((ctx) => readInvoice(ctx, ids[2]!))).state).toBe('open')
    await tenant.run((ctx) => ctx.db.updateTable('memberships').set({ role: 'owner' }).execute())
    test.clock.advance(1000)
  }
})

it('refuses unknown and foreign invoices, and both ways to choose', async () => {
  const rival = await test.tenant()
  const foreign = await rival.run((ctx) => anOpenInvoice(ctx))
  await expect(preview({ action: 'void', invoices: [foreign.id] })).rejects.toMatchObject({
    fields: { invoices: [expect.stringContaining('does not exist')] },
  })
  expect(() => parse({ action: 'void' })).toThrow('Send invoices or matching')
  expect(() => parse({ action: 'void', invoices: [foreign.id], matching: {} })).toThrow()
  expect(() => parse({ action: 'void', invoices: [] })).toThrow('at least one')
})

it('notes what only trying shows', async () => {
  const { id } = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Gone Ltd' }))
  const draft = await tenant.run((ctx) => anOpenInvoice(ctx, { customer: id }))
  const run = await start({ action: 'send', invoices: [draft.id] })
  await tenant.run((ctx) =>
    ctx.db
      .updateTable('customers')
      .set({ email: '', extra_emails: [] })
      .where('account_id', '=', ctx.accountId)
      .where('id', '=', id)
      .execute(),
  )
  await work(run)
  expect(await last()).toMatchObject({
    done: 0,
    left_out: [{ invoice: draft.id, number: draft.number, reason: 'no_address' }],
  })
})
