import { beforeAll, describe, expect, it } from 'vitest'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../../simulators/xero/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestApp, type Tenant } from '../../../testing/test-app.ts'
import type { AccountingPlatform, RemoteInvoice } from '../../gateways/accounting/port.ts'
import { hasLateFees, readAccountRow } from '../accounts/index.ts'
import { chargeLateFees, restoreLateFee, waiveLateFees } from '../invoices/index.ts'
import { aFeeRule } from '../invoices/testing.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { recordPayment } from '../payments/index.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { updateConnection } from './actions/connect/update-connection.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { liveConnection, toConnection } from './store/connections.ts'
import { aProviderTenant, connectQuickBooks, connectSandbox, connectTo } from './testing.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const DAY = '2026-11-20'

const intuit = setUp(
  () => startQuickBooksSimulator({ now: () => NOW }),
  (made) => made.close(),
)
const xero = setUp(
  () => startXeroSimulator({ now: () => NOW }),
  (made) => made.close(),
)
const test = setUp(
  () => createTestApp({ env: { ...intuit.env, ...xero.env } }),
  (made) => made.close(),
)

beforeAll(() => {
  const contact = xero.books.addContact('Birch Studio')
  for (let at = 1; at <= 24; at++) xero.books.addInvoice(contact, 100.1 + at, `F-${at}`)
  const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
  for (let at = 1; at <= 24; at++) intuit.books.addInvoice(customer, 100.1 + at, `F-${at}`)
})

describe.each([
  ['sandbox_books', connectSandbox],
  ['quickbooks', connectQuickBooks],
  ['xero', (tenant: Tenant) => connectTo(tenant, 'xero')],
] as const)('late fees in %s', (provider, connect) => {
  const tenant = setUp(() => aProviderTenant(test))
  let platform: AccountingPlatform
  let taken = 0

  beforeAll(async () => {
    expect(await connect(tenant)).toBe('done')
    platform = test.app.accountingPlatforms.get(provider)!
  })

  const syncNow = async () => {
    await tenant.run(requestSync)
    return syncBooks(tenant.uow())
  }

  /** An unpaid invoice with a fee of 15.63. */
  async function aLateInvoice() {
    return tenant.run(async (ctx) => {
      const invoice = await ctx.db
        .selectFrom('invoices')
        .innerJoin('receivables', 'receivables.invoice_id', 'invoices.id')
        .innerJoin('accounting_links', 'accounting_links.local_id', 'invoices.id')
        .select(['invoices.id', 'invoices.customer_id', 'remote_id', 'remaining_minor as owed'])
        .whereRef('remaining_minor', '=', 'charged_minor')
        .where('invoices.state', '=', 'open')
        .orderBy('invoices.number')
        .offset(taken++)
        .executeTakeFirstOrThrow()
      const ruleId = await aFeeRule(ctx)
      const fee = {
        ...{ invoiceId: invoice.id, ruleId, planId: null, period: 0, day: DAY, cap: null },
        description: 'Late fee, November 2026',
        amountMinor: 15_63n,
      }
      const [charged] = await chargeLateFees(ctx, [fee], DAY)
      return { ...invoice, feeId: charged!.id }
    })
  }
  type Late = Awaited<ReturnType<typeof aLateInvoice>>

  async function both(invoice: Late) {
    const connection = await tenant.run(async (ctx) => toConnection(ctx, (await liveConnection(ctx))!))
    const read = await platform.read(connection, 'invoice', invoice.remote_id)
    const there = (read.ok ? read.value : null) as RemoteInvoice
    const [owed] = await tenant.run((ctx) => readReceivables(ctx, [invoice.id]))
    const row = await tenant.run(({ db }) =>
      db
        .selectFrom('invoices')
        .select(['total_minor', 'fees_minor'])
        .where('id', '=', invoice.id)
        .executeTakeFirstOrThrow(),
    )
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    return {
      here: [row.total_minor, owed!.remainingMinor],
      there: [there.totalMinor, there.balanceMinor],
      fees: row.fees_minor,
      lines: there.lines.filter(({ description }) => description.includes('Late fee')).length,
    }
  }
  const owing = (invoice: Late, fee: bigint, paid = 0n) => ({
    here: [invoice.owed + fee, invoice.owed + fee - paid],
    there: [invoice.owed + fee, invoice.owed + fee - paid],
    fees: fee,
    lines: fee > 0n ? 1 : 0,
  })

  /** Undoes the waiver, after which both sides owe the fee again. */
  async function expectChargedAgain(invoice: Late) {
    await tenant.run((ctx) => restoreLateFee(ctx, invoice.feeId, DAY))
    expect(await syncNow()).toBe('done')
    expect(await syncNow()).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 15_63n))
  }

  /** Removes the fee's line as somebody does at the platform. */
  async function removeByHand({ remote_id, feeId }: Late) {
    const connection = await tenant.run(async (ctx) => toConnection(ctx, (await liveConnection(ctx))!))
    const { reference } = await tenant.run(({ db }) =>
      db
        .selectFrom('accounting_posts')
        .select('reference')
        .where('subject_id', '=', feeId)
        .executeTakeFirstOrThrow(),
    )
    const fee = { invoiceId: remote_id, base: reference }
    expect(await platform.removeLateFee!(connection, fee, `by hand ${feeId}`)).toMatchObject({ ok: true })
  }

  it('are charged, because the connection can post them', async () => {
    expect(hasLateFees(await tenant.run(readAccountRow))).toBe(true)
  })

  it('become a line of their invoice once, and are not a second fee when it is read again', async () => {
    const invoice = await aLateInvoice()
    expect(await syncNow()).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 15_63n))
    expect(await syncNow()).toBe('done')
    await tenant.run(({ db }) =>
      db.updateTable('accounting_connections').set({ sync_full: true, sync_status: 'queued' }).execute(),
    )
    expect(await syncBooks(tenant.uow())).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 15_63n))
  })

  it('come before the payment that settles them', async () => {
    const invoice = await aLateInvoice()
    const total = `${(invoice.owed + 15_63n) / 100n}.${`${(invoice.owed + 15_63n) % 100n}`.padStart(2, '0')}`
    await tenant.run((ctx) =>
      recordPayment(ctx, {
        ...{ customer: invoice.customer_id, type: 'check', total, received_on: DAY, reference: '' },
        request_id: `fees-${provider}`,
        invoices: [{ invoice: invoice.id, amount: total }],
      }),
    )
    expect(await syncNow()).toBe('done')
    expect(await syncNow()).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 15_63n, invoice.owed + 15_63n))
  })

  it('are removed there when they are waived, and come back', async () => {
    const invoice = await aLateInvoice()
    await syncNow()
    await tenant.run((ctx) => waiveLateFees(ctx, [invoice.feeId], 'Goodwill', DAY))
    expect(await syncNow()).toBe('done')
    expect(await syncNow()).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 0n))
    await expectChargedAgain(invoice)
  })

  it('are replaced by what is left when a part is paid and the rest waived', async () => {
    const invoice = await aLateInvoice()
    await syncNow()
    const paid = invoice.owed + 5_63n
    const total = `${paid / 100n}.${`${paid % 100n}`.padStart(2, '0')}`
    await tenant.run((ctx) =>
      recordPayment(ctx, {
        ...{ customer: invoice.customer_id, type: 'check', total, received_on: DAY, reference: '' },
        request_id: `part-${provider}`,
        invoices: [{ invoice: invoice.id, amount: total }],
      }),
    )
    await syncNow()
    await tenant.run((ctx) => waiveLateFees(ctx, [invoice.feeId], 'Goodwill', DAY))
    expect(await syncNow()).toBe('done')
    expect(await syncNow()).toBe('done')
    if (provider === 'xero') {
      // Xero keeps the lines of an invoice on which something was paid, so that a person decides.
      const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))
      expect(rows.map(({ theirs }) => theirs[0]!.value)).toEqual([
        'Invoice not of valid status for modification',
      ])
      await tenant.run((ctx) => resolveConflict(ctx, rows[0]!.id, 'leave_out'))
      return
    }
    expect(await both(invoice)).toEqual(owing(invoice, 5_63n, paid))
  })

  it('that were waived and left out end their difference once somebody removes their line there', async () => {
    const invoice = await aLateInvoice()
    await syncNow()
    const { removeLateFee } = platform
    const error = {
      kind: 'invalid',
      code: 'refused',
      userMessage: 'It was paid in part.',
      raw: null,
    } as const
    Object.assign(platform, { removeLateFee: async () => ({ ok: false, error }) })
    await tenant.run((ctx) => waiveLateFees(ctx, [invoice.feeId], 'Goodwill', DAY))
    expect(await syncNow()).toBe('done')
    Object.assign(platform, { removeLateFee })
    const open = () => tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))
    const [conflict] = (await open()).rows
    await tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'leave_out'))
    expect(await syncNow()).toBe('done')
    const { here, there } = await both(invoice)
    expect([here, there]).toEqual([owing(invoice, 0n).here, owing(invoice, 15_63n).there])
    await removeByHand(invoice)
    test.clock.advance(3_600_000)
    expect(await syncNow()).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 0n))
    await expectChargedAgain(invoice)
  })

  it('whose removal was refused are settled by themselves once their line is gone', async () => {
    const invoice = await aLateInvoice()
    await syncNow()
    const { removeLateFee } = platform
    const error = { kind: 'invalid', code: 'refused', raw: null } as const
    Object.assign(platform, { removeLateFee: async () => ({ ok: false, error }) })
    await tenant.run((ctx) => waiveLateFees(ctx, [invoice.feeId], 'Goodwill', DAY))
    expect(await syncNow()).toBe('done')
    Object.assign(platform, { removeLateFee })
    const open = () => tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))
    expect((await open()).rows.map(({ subject_id }) => subject_id)).toEqual([invoice.feeId])
    await removeByHand(invoice)
    test.clock.advance(3_600_000)
    expect(await syncNow()).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 0n))
    expect((await open()).rows).toEqual([])
  })

  it('are looked up after a lost answer and not added twice', async () => {
    const invoice = await aLateInvoice()
    const { addLateFee } = platform
    const error = { kind: 'unknown_outcome', code: 'lost', raw: null } as const
    Object.assign(platform, {
      addLateFee: async (...given: Parameters<NonNullable<typeof addLateFee>>) => {
        await addLateFee!(...given)
        return { ok: false, error }
      },
    })
    expect(await syncNow()).toBe('failed')
    Object.assign(platform, { addLateFee })
    test.clock.advance(3_600_000)
    expect(await syncNow()).toBe('done')
    expect(await syncNow()).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 15_63n))
  })

  it('that the books refuse wait for a decision', async () => {
    const closed = (isClosed: boolean) =>
      provider === 'quickbooks'
        ? Object.assign(intuit.books, { isClosed })
        : provider === 'xero'
          ? Object.assign(xero.books, { isClosed })
          : platform.simulate!(tenant.accountId, isClosed ? 'close_period' : 'open_period')
    await closed(true)
    const invoice = await aLateInvoice()
    expect(await syncNow()).toBe('done')
    const open = () => tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))
    const [conflict] = (await open()).rows
    expect(conflict).toMatchObject({
      kind: 'not_posted',
      subject_type: 'late_fee',
      subject_id: invoice.feeId,
    })
    await closed(false)
    await tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'try_again'))
    expect(await syncNow()).toBe('done')
    expect(await syncNow()).toBe('done')
    expect(await both(invoice)).toEqual(owing(invoice, 15_63n))
    expect((await open()).rows).toEqual([])
  })

  it('are kept out of a reading in which the platform voided their invoice', async () => {
    const invoice = await aLateInvoice()
    await syncNow()
    if (provider === 'quickbooks') {
      intuit.books.voidInvoice(invoice.remote_id)
      expect(await syncNow()).toBe('done')
      expect(await syncNow()).toBe('done')
      const [owed] = await tenant.run((ctx) => readReceivables(ctx, [invoice.id]))
      expect(owed!.remainingMinor).toBe(0n)
      expect((await tenant.run(verifyLedger)).differences).toEqual([])
      const posts = await tenant.run(({ db }) =>
        db.selectFrom('accounting_posts').select('state').where('subject_id', '=', invoice.feeId).execute(),
      )
      expect(posts).toEqual([{ state: 'removed' }])
    }
  })

  it('use the item and the tax code that the company picked', async () => {
    await tenant.run((ctx) => updateConnection(ctx, provider, { fee_item: '7', fee_tax_code: 'NON' }))
    const invoice = await aLateInvoice()
    await syncNow()
    if (provider !== 'quickbooks') return
    const lines = intuit.books.find('Invoice', invoice.remote_id).Line as { SalesItemLineDetail?: object }[]
    expect(
      lines.find((line) => JSON.stringify(line).includes('Late fee'))?.SalesItemLineDetail,
    ).toMatchObject({
      ItemRef: { value: '7' },
      TaxCodeRef: { value: 'NON' },
    })
  })

  it('sent only what the published schema takes', () => {
    expect(intuit.violations).toEqual([])
  })
})
