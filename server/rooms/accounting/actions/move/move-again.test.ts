import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { startQuickBooksSimulator } from '../../../../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../../../../simulators/xero/index.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { createTestApp } from '../../../../../testing/test-app.ts'
import { readInvoice, undoWriteOff, voidInvoice, writeOffInvoice } from '../../../invoices/index.ts'
import { readReceivables, verifyLedger } from '../../../ledger/index.ts'
import { recordPayment, refundPayment } from '../../../payments/index.ts'
import { choicesOf } from '../../rules/choices.ts'
import { closeConflict, openConflict, selectConflicts, tellsApart } from '../../store/conflicts.ts'
import { liveConnection, selectConnections } from '../../store/connections.ts'
import { keepRecords } from '../../store/former-records.ts'
import { aProviderTenant, connectTo, consentAt, localInvoice, syncNow } from '../../testing.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'
import { disconnect } from '../connect/end-connection.ts'
import { finishConnection } from '../connect/finish-connection.ts'
import { postPaymentNow } from '../post/post-payment-now.ts'
import { syncBooks } from '../sync/sync-books.ts'
import { voidLeftBehind } from './left-behind.ts'

/*
 * Moves to other books that go wrong: people change their minds half-way, go back, or decide one thing twice. No money is lost or
 * doubled, and nothing is posted before it is known what it settles there.
 */

const now = () => Date.parse('2026-11-20T15:00:00Z')

/** A company in QuickBooks with these invoices of one customer, which is connected and read. */
function aCompany(amounts: Readonly<Record<string, number>>) {
  const intuit = setUp(
    () => startQuickBooksSimulator({ now }),
    (made) => made.close(),
  )
  const xero = setUp(
    () => startXeroSimulator({ now }),
    (made) => made.close(),
  )
  const test = setUp(
    () => createTestApp({ env: { ...intuit.env, ...xero.env } }),
    (made) => made.close(),
  )
  const local = new Map<string, string>()
  const old = new Map<string, string>()
  let customer = ''
  const tenant = setUp(async () => {
    const made = await aProviderTenant(test)
    const clinic = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    for (const [number, amount] of Object.entries(amounts))
      old.set(number, intuit.books.addInvoice(clinic, amount, number).Id)
    expect(await connectTo(made, 'quickbooks')).toBe('done')
    for (const [number, remoteId] of old) {
      const found = await localInvoice(made, remoteId)
      customer = found.customer
      local.set(number, found.id)
    }
    return made
  })
  const openConflicts = async () =>
    (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 50, offset: 0 }))).rows
  return {
    ...{ intuit, xero, test, tenant, local, old, openConflicts },
    remainingOf: async (number: string): Promise<bigint> => {
      const [owed] = await tenant.run((ctx) => readReceivables(ctx, [local.get(number)!]))
      return owed!.remainingMinor
    },
    conflictAbout: async (title: RegExp) => {
      const rows = await openConflicts()
      const found = rows.find((row) => title.test(row.title))
      if (!found) throw new Error(`no conflict ${title}: ${rows.map((row) => row.title).join('; ')}`)
      return found
    },
    pay: (parts: Readonly<Record<string, string>>, total: string) =>
      tenant.run((ctx) =>
        recordPayment(ctx, {
          ...{ customer, type: 'check', total, received_on: '2026-11-19', reference: '' },
          request_id: randomUUID(),
          invoices: Object.entries(parts).map(([number, amount]) => ({
            invoice: local.get(number)!,
            amount,
          })),
        }),
      ),
    move: async (provider: string) => {
      test.clock.advance(HOUR_MS)
      await finishConnection(tenant.uow(), provider, await consentAt(tenant, provider, undefined, true))
    },
    paymentsInXero: () => xero.books.list('Payments').filter(({ Status }) => Status !== 'DELETED'),
    isFresh: async () => (await tenant.run(liveConnection))!.fresh_at !== null,
  }
}

describe('going back to former books', () => {
  const company = aCompany({ 1042: 120, 1043: 80 })

  it('asks about an invoice of which less is owed here than there, and collects nothing twice', async () => {
    const { intuit, xero, tenant, old } = company
    const clinic = xero.books.addContact('Alder Clinic')
    xero.books.addInvoice(clinic, 120, '1042')
    xero.books.addInvoice(clinic, 80, '1043')
    await disconnect(tenant.uow(), 'quickbooks')
    await company.pay({ 1043: '50.00' }, '50.00')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    expect(company.paymentsInXero().map(({ Amount }) => Amount)).toEqual([50])

    await company.move('quickbooks')
    const before = intuit.books.find('Invoice', old.get('1043')!)
    intuit.books.put('Invoice', { ...before, DueDate: '2026-12-24' })
    expect(await syncNow(tenant)).toBe('done')
    // QuickBooks knows nothing of the 50.00 that were posted to Xero.
    expect(await company.remainingOf('1043')).toBe(3000n)
    expect((await company.openConflicts()).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Invoice 1043 differs in .+ in QuickBooks Online from the one in .+ in Xero$/),
    ])
    expect(await company.isFresh()).toBe(false)
    expect(await syncNow(tenant)).toBe('done')
    expect(await company.remainingOf('1043')).toBe(3000n)
  })

  it('joins it when a person says so', async () => {
    const { id } = await company.conflictAbout(/1043/)
    await company.tenant.run((ctx) => resolveConflict(ctx, id, 'same_record'))
    expect(await syncNow(company.tenant)).toBe('done')
    expect(await company.openConflicts()).toEqual([])
    expect(await company.remainingOf('1043')).toBe(8000n)
    expect(await company.isFresh()).toBe(true)
    expect((await company.tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('a move that is given up before anything was read', () => {
  const company = aCompany({ 1042: 120 })

  it('posts a payment to the books that are connected again', async () => {
    const { intuit, tenant } = company
    const payment = await company.pay({ 1042: '50.00' }, '50.00')
    intuit.failNext('limited')
    await postPaymentNow(tenant.uow(), payment.pk)
    expect(intuit.books.list('Payment')).toEqual([])
    await company.move('xero')
    await disconnect(tenant.uow(), 'xero')
    company.test.clock.advance(HOUR_MS)
    expect(await connectTo(tenant, 'quickbooks')).toBe('done')
    expect(intuit.books.list('Payment').map(({ TotalAmt }) => TotalAmt)).toEqual([50])
    expect(await company.openConflicts()).toEqual([])
    expect(await syncNow(tenant)).toBe('done')
    expect(intuit.books.list('Payment')).toHaveLength(1)
  })
})

describe('posting by hand before the new books are read', () => {
  const company = aCompany({ 1042: 120 })

  it('waits, and the payment is posted once after they are read', async () => {
    const { tenant, xero } = company
    await disconnect(tenant.uow(), 'quickbooks')
    const payment = await company.pay({ 1042: '50.00' }, '50.00')
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    await company.move('xero')
    await postPaymentNow(tenant.uow(), payment.pk)
    expect(await company.openConflicts()).toEqual([])
    expect(await syncBooks(tenant.uow())).toBe('done')
    expect(company.paymentsInXero().map(({ Amount }) => Amount)).toEqual([50])
    await postPaymentNow(tenant.uow(), payment.pk)
    expect(company.paymentsInXero()).toHaveLength(1)
  })
})

describe('deciding', () => {
  const company = aCompany({ 1042: 120, 1043: 80, 1044: 60 })

  it('joins no two invoices of the new books with one here', async () => {
    const { tenant, xero } = company
    const clinic = xero.books.addContact('Alder Clinic')
    xero.books.addInvoice(clinic, 100, '1042')
    xero.books.addInvoice(clinic, 110, '1042')
    xero.books.addInvoice(clinic, 80, '1043')
    await disconnect(tenant.uow(), 'quickbooks')
    await company.pay({ 1042: '40.00', 1043: '30.00' }, '70.00')
    await company.move('xero')
    expect(await syncBooks(tenant.uow())).toBe('done')
    const [first, second] = (await company.openConflicts()).filter(({ title }) => title.includes('1042'))
    await tenant.run((ctx) => resolveConflict(ctx, first!.id, 'same_record'))
    await expect(tenant.run((ctx) => resolveConflict(ctx, second!.id, 'same_record'))).rejects.toThrow(
      /joined with another one of the new books already/,
    )
    await tenant.run((ctx) => resolveConflict(ctx, second!.id, 'other_record'))
  })

  it('tells what is left to enter of a payment that settles a joined invoice and another', async () => {
    const { tenant } = company
    const { id } = await company.conflictAbout(/1 open invoice/)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'keep'))
    expect(await syncNow(tenant)).toBe('done')
    expect(company.paymentsInXero()).toEqual([])
    const conflict = await company.conflictAbout(/has only a part of payment/)
    expect(conflict.theirs[0]!.value).toBe(
      'A part of it settles what you joined, and counts as entered there. Enter the rest there yourself.',
    )
    expect(await company.remainingOf('1043')).toBe(5000n)
    // Posting it again would post all of it.
    expect(choicesOf(conflict.kind, conflict.subject_type).map(({ label }) => label)).toEqual(['Entered'])
    await tenant.run((ctx) => resolveConflict(ctx, conflict.id, 'leave_out'))
    expect(await syncNow(tenant)).toBe('done')
    expect(company.paymentsInXero()).toEqual([])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('voids nothing while no books are connected, and can be done later', async () => {
    const { tenant, xero } = company
    await company.move('quickbooks')
    expect(await syncNow(tenant)).toBe('done')
    const left = await company.conflictAbout(/open invoice/)
    await disconnect(tenant.uow(), 'quickbooks')
    await expect(tenant.run((ctx) => resolveConflict(ctx, left.id, 'void'))).rejects.toThrow(
      /Connect an accounting platform first/,
    )
    expect(await company.conflictAbout(/open invoice/)).toMatchObject({ id: left.id })
    expect(xero.violations).toEqual([])
  })

  it('counts for the books about which it was said: other books may have the same ids', async () => {
    const { tenant } = company
    const [one, other] = await tenant.run(selectConnections)
    await tenant.run(async (ctx) => {
      const cause = 'other_books:invoice:145'
      await openConflict(ctx, {
        ...{ connectionId: one!.id, cause, kind: 'other_books', subject: { type: 'invoice', id: null } },
        ...{ title: 'Invoice 7 differs', ours: [], theirs: [] },
      })
      const { rows } = await selectConflicts(ctx, 'open', { limit: 50, offset: 0 })
      await closeConflict(ctx, rows.find((row) => row.cause === cause)!.id, 'other_record')
      expect([...(await tellsApart(ctx, one!.id, [cause]))]).toEqual([cause])
      expect([...(await tellsApart(ctx, other!.id, [cause]))]).toEqual([])
    })
  })

  it('keeps more records at once than a statement takes parameters', async () => {
    const ids = Array.from({ length: 70_000 }, () => randomUUID())
    await expect(company.tenant.run((ctx) => keepRecords(ctx, 'invoice', ids))).resolves.toBeUndefined()
  })
})

describe('deciding while the books are read', () => {
  const company = aCompany({ 1042: 120 })

  it('has them read once more, and nothing counts as fresh before', async () => {
    const { tenant, xero } = company
    await disconnect(tenant.uow(), 'quickbooks')
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 100, '1042')
    await company.move('xero')
    expect(await syncBooks(tenant.uow())).toBe('done')
    const { id } = await company.conflictAbout(/1042/)
    const platform = tenant.uow().app.accountingPlatforms.get('xero')!
    const { changes } = platform
    Object.assign(platform, {
      changes: async (...given: Parameters<typeof changes>) => {
        const read = await changes(...given)
        Object.assign(platform, { changes })
        await tenant.run((ctx) => resolveConflict(ctx, id, 'other_record'))
        return read
      },
    })
    expect(await syncNow(tenant)).toBe('done')
    expect(await tenant.run(liveConnection)).toMatchObject({ fresh_at: null, sync_status: 'queued' })
    expect(await syncBooks(tenant.uow())).toBe('done')
    const numbers = await tenant.run(({ db }) => db.selectFrom('invoices').select('number').execute())
    expect(numbers).toHaveLength(2)
    await company.conflictAbout(/1 open invoice/)
  })
})

describe('a decision to void that is carried out late', () => {
  const company = aCompany({ 1042: 120, 1043: 80 })

  it('leaves alone what was found to be missing after it', async () => {
    const { xero, tenant } = company
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 99, '1043')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    const { id } = await company.conflictAbout(/^1 open invoice /)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'void'))
    company.test.clock.advance(1)
    const { id: differs } = await company.conflictAbout(/1043 differs/)
    await tenant.run((ctx) => resolveConflict(ctx, differs, 'other_record'))
    await voidLeftBehind(tenant.uow({ kind: 'system', job: 'accounting.void-left-behind' }), id)
    expect([await company.remainingOf('1042'), await company.remainingOf('1043')]).toEqual([0n, 8000n])
    expect(await syncNow(tenant)).toBe('done')
    expect(await company.conflictAbout(/^1 open invoice /)).toMatchObject({ ours: [{ label: '1043' }] })
  })
})

describe('what was kept', () => {
  const company = aCompany({ 1042: 120, 1043: 80, 1044: 60 })
  const read = (number: string) => company.tenant.run((ctx) => readInvoice(ctx, company.local.get(number)!))

  it('is voided and written off here, because no books have it', async () => {
    const { tenant, xero, local } = company
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    await disconnect(tenant.uow(), 'quickbooks')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    const { id } = await company.conflictAbout(/2 open invoices/)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'keep'))
    expect(await syncNow(tenant)).toBe('done')
    expect(await read('1043')).toMatchObject({
      kept_after_move: true,
      can: { edit: false, void: true, write_off: true },
    })
    expect(await tenant.run((ctx) => voidInvoice(ctx, local.get('1044')!, 'A mistake'))).toMatchObject({
      status: 'Void',
    })
    await tenant.run((ctx) => writeOffInvoice(ctx, local.get('1043')!, 'Too small'))
    expect(await company.remainingOf('1043')).toBe(0n)
    await tenant.run((ctx) => undoWriteOff(ctx, local.get('1043')!))
    expect(await company.remainingOf('1043')).toBe(8000n)
    await expect(tenant.run((ctx) => voidInvoice(ctx, local.get('1042')!, ''))).rejects.toThrow(
      'Void this invoice in Xero. It is read from there.',
    )
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('is changed in its books again after the way back', async () => {
    const { tenant, local } = company
    await company.move('quickbooks')
    expect(await syncNow(tenant)).toBe('done')
    expect(await read('1043')).toMatchObject({
      kept_after_move: false,
      can: { void: false, write_off: false },
    })
    await expect(tenant.run((ctx) => voidInvoice(ctx, local.get('1043')!, ''))).rejects.toThrow(
      'Void this invoice in QuickBooks Online.',
    )
  })
})

describe('credit of a payment that the former books got', () => {
  const company = aCompany({ 1042: 120 })

  it('is not read a second time from the new books, to which it was carried over', async () => {
    const { tenant, xero } = company
    await company.pay({ 1042: '120.00' }, '150.00')
    expect(await syncNow(tenant)).toBe('done')
    const { reference } = await tenant.run(({ db }) =>
      db.selectFrom('accounting_posts').select('reference').executeTakeFirstOrThrow(),
    )
    await disconnect(tenant.uow(), 'quickbooks')
    xero.books.addReceived('Overpayments', xero.books.addContact('Alder Clinic'), 30, reference)
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    const memos = await tenant.run(({ db }) => db.selectFrom('credit_memos').select('number').execute())
    expect(memos).toEqual([])
  })
})

describe('what the former books had otherwise', () => {
  const company = aCompany({ 1042: 120 })
  const isActive = async () =>
    (await company.tenant.run(({ db }) => db.selectFrom('customers').select('is_active').execute())).map(
      ({ is_active }) => is_active,
    )

  it('is brought to its state there after the way back: a refund, and a customer who was taken out', async () => {
    const { intuit, xero, tenant } = company
    const payment = await company.pay({ 1042: '50.00' }, '50.00')
    const [clinic] = intuit.books.list('Customer')
    intuit.books.put('Customer', { ...clinic, Active: false })
    company.test.clock.advance(HOUR_MS)
    expect(await syncNow(tenant)).toBe('done')
    expect(intuit.books.list('Payment')).toHaveLength(1)
    const gone = await company.conflictAbout(/was taken out of QuickBooks Online/)

    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    xero.books.settle(moved, 50, 'AmountPaid')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    expect(await isActive()).toEqual([true])
    await refundPayment(tenant.uow(), payment.pk, {
      ...{ total: '50.00', total_currency: 'USD', reason: '', request_id: randomUUID() },
    })
    expect(await syncNow(tenant)).toBe('done')
    expect(await company.conflictAbout(/did not take payment/)).toMatchObject({
      theirs: [{ value: expect.stringContaining('Enter the change in Xero yourself.') }],
    })

    await company.move('quickbooks')
    expect(await syncNow(tenant)).toBe('done')
    expect(intuit.books.list('Payment')).toEqual([])
    expect(await company.remainingOf('1042')).toBe(12_000n)
    expect(await isActive()).toEqual([false])
    expect((await company.openConflicts()).map(({ id }) => id)).toEqual([gone.id])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})
