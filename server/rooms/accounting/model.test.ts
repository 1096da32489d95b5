import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import type { AccountingPlatform, RemoteInvoice } from '../../gateways/accounting/port.ts'
import { INVARIANTS } from '../../main/invariants/queries.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { recordPayment, refundPayment } from '../payments/index.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { aProviderTenant, connectSandbox } from './testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => aProviderTenant(test))

/** A small random generator, so that a failure names the seed that repeats it. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

const WRITES = ['postPayment', 'applyCredit', 'reversePayment'] as const
const READS = ['pull', 'changes', 'read', 'findPayment'] as const

/** Lets some answers of the platform get lost: after a write happened, and instead of a read. */
function makeUnreliable(platform: AccountingPlatform, random: (below: number) => number): () => void {
  const kept = Object.fromEntries([...WRITES, ...READS].map((name) => [name, platform[name]]))
  const lost = (kind: 'unknown_outcome' | 'unavailable') => ({
    ok: false,
    error: { kind, code: 'lost', raw: null },
  })
  for (const name of WRITES)
    Object.assign(platform, {
      [name]: async (...given: unknown[]) => {
        const answer = await (kept[name] as (...given: unknown[]) => Promise<unknown>)(...given)
        return random(4) === 0 ? lost('unknown_outcome') : answer
      },
    })
  for (const name of READS)
    Object.assign(platform, {
      [name]: (...given: unknown[]) =>
        random(12) === 0
          ? Promise.resolve(lost('unavailable'))
          : (kept[name] as (...given: unknown[]) => Promise<unknown>)(...given),
    })
  return () => Object.assign(platform, kept)
}

const seed = Number(process.env.PROOF_SEED ?? '7') // not money: a seed
const DAYS = 8

it(`both books agree to the cent after days of changes on both sides and lost answers (seed ${seed})`, async () => {
  const random = randomOf(seed)
  const platform = test.app.accountingPlatforms.get('sandbox_books')!
  expect(await connectSandbox(tenant)).toBe('done')
  const repair = makeUnreliable(platform, random)
  const payments: string[] = []
  for (let day = 0; day < DAYS; day++) {
    test.clock.advance(DAY_MS)
    if (random(3) > 0) await platform.simulate!(tenant.accountId, 'activity')
    if (random(2) === 0) payments.push(...(await payOne(random, day)))
    if (payments.length > 0 && random(4) === 0) await refundOne(payments[random(payments.length)]!, day)
    await tenant.run(requestSync)
    // A second worker and a repeated job find the books claimed.
    await Promise.all([syncBooks(tenant.uow()), random(2) === 0 && syncBooks(tenant.uow(), 'posts')])
  }
  repair()
  for (let round = 0; round < 3; round++) {
    test.clock.advance(HOUR_MS)
    await tenant.run(requestSync)
    expect(await syncBooks(tenant.uow())).toBe('done')
    await decideAll()
  }
  expect(await unsettled()).toEqual([])
  await expectAgreement(platform)
})

async function payOne(random: (below: number) => number, day: number): Promise<string[]> {
  const open = await tenant.run(({ db }) =>
    db
      .selectFrom('invoices')
      .innerJoin('receivables', 'receivables.invoice_id', 'invoices.id')
      .select(['invoices.id', 'invoices.customer_id', 'remaining_minor'])
      .where('remaining_minor', '>', 500n)
      .where('invoices.state', '=', 'open')
      .orderBy('invoices.number')
      .execute(),
  )
  const invoice = open[random(open.length)]!
  const part = 100n + BigInt(random(300))
  const amount = `${part / 100n}.${`${part % 100n}`.padStart(2, '0')}`
  const { pk } = await tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: invoice.customer_id,
      type: 'check',
      total: amount,
      received_on: '2026-11-19',
      reference: '',
      request_id: `model-payment-${day}`,
      invoices: [{ invoice: invoice.id, amount }],
    }),
  )
  return [pk]
}

async function refundOne(payment: string, day: number): Promise<void> {
  const money = { total: '0.50', total_currency: 'USD', reason: '', request_id: `model-refund-${day}` }
  await refundPayment(tenant.uow(), payment, money)
}

/**
 * Decides what nobody else can, as a person would: where an invoice was paid on both sides, one payment becomes credit; what was paid
 * here on an invoice that is void there is given back.
 */
async function decideAll(): Promise<void> {
  const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 99, offset: 0 }))
  for (const { id, kind, subject_id } of rows) {
    if (kind === 'not_posted') await tenant.run((ctx) => resolveConflict(ctx, id, 'as_credit'))
    if (kind === 'void_but_paid') await giveBack(subject_id!)
  }
}

/** Refunds what is left of the payments of an invoice. */
async function giveBack(invoice: string): Promise<void> {
  const { rows } = await tenant.run(({ db }) =>
    sql<{
      pk: string
      left: bigint
    }>`select p.id as pk, p.amount_minor - p.refunded_minor as left from payments p
      join payment_allocations a on a.account_id = p.account_id and a.payment_id = p.id
      where a.invoice_id = ${invoice} and p.status = 'confirmed' and p.amount_minor > p.refunded_minor`.execute(
      db,
    ),
  )
  for (const { pk, left } of rows) {
    const total = `${left / 100n}.${`${left % 100n}`.padStart(2, '0')}`
    const money = { total, total_currency: 'USD', reason: '', request_id: `model-give-back-${pk}` }
    await refundPayment(tenant.uow(), pk, money)
  }
}

const unsettled = () =>
  tenant.run(async (ctx) => [
    ...(await ctx.db
      .selectFrom('accounting_posts')
      .select('state')
      .where('state', 'not in', ['posted', 'removed'])
      .execute()),
    ...(await selectConflicts(ctx, 'open', { limit: 9, offset: 0 })).rows.map(({ title }) => title),
  ])

async function expectAgreement(platform: AccountingPlatform): Promise<void> {
  const links = await tenant.run(({ db }) =>
    db.selectFrom('accounting_links').selectAll().where('kind', '=', 'invoice').execute(),
  )
  const ids = new Map(links.map((row) => [row.remote_id, row.local_id]))
  for (let cursor: string | null = null; ; ) {
    const page = await platform.pull({ accountId: tenant.accountId }, 'invoice', cursor)
    if (!page.ok) throw new Error(page.error.code)
    const open = (page.value.records as RemoteInvoice[]).filter(({ state }) => state === 'open')
    const owed = await tenant.run((ctx) =>
      readReceivables(
        ctx,
        open.map(({ remoteId }) => ids.get(remoteId)!),
      ),
    )
    const remaining = new Map(owed.map((one) => [one.invoiceId, one.remainingMinor]))
    expect(open.map(({ number, remoteId }) => [number, remaining.get(ids.get(remoteId)!)])).toEqual(
      open.map(({ number, balanceMinor }) => [number, balanceMinor]),
    )
    cursor = page.value.next
    if (cursor === null) break
  }
  await expectSoundBooks()
}

/** The ledger's own check, and every invariant of the books. */
async function expectSoundBooks(): Promise<void> {
  expect((await tenant.run(verifyLedger)).differences).toEqual([])
  for (const { name, query } of INVARIANTS) {
    const { rows } = await tenant.run(({ db }) => sql.raw(query(() => 'true')).execute(db))
    expect([name, rows]).toEqual([name, []])
  }
}
