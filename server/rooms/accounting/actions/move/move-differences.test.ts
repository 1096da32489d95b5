import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { setUpMovingCompany } from '../../../../../testing/accounting/moving-company.ts'
import { applyCreditMemo } from '../../../credit-memos/index.ts'
import { readInvoice, undoWriteOff, voidInvoice, writeOffInvoice } from '../../../invoices/index.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { refundPayment } from '../../../payments/index.ts'
import { choicesOf } from '../../rules/choices.ts'
import { syncNow } from '../../testing.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'
import { disconnect } from '../connect/end-connection.ts'
import { startConnection } from '../connect/start-connection.ts'
import { voidLeftBehind } from './left-behind.ts'

/*
 * Differences between former and new books: decided late, kept, carried over, or of another total. Nothing is lost, doubled or void
 * without a person’s word.
 */

describe('a decision to void that is carried out late', () => {
  const company = setUpMovingCompany({ 1042: 120, 1043: 80 })

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

describe('what was voided because the new books didn’t have it', () => {
  const company = setUpMovingCompany({ 1042: 120, 1043: 80 })

  it('is owed again after the way back to books in which it is open', async () => {
    const { xero, tenant, intuit } = company
    const [clinic] = intuit.books.list('Customer')
    const credit = { DocNumber: 'CM-1', TxnDate: '2026-11-02', TotalAmt: 12, Balance: 12 }
    intuit.books.put('CreditMemo', { ...credit, CustomerRef: { value: clinic!.Id } })
    company.test.clock.advance(HOUR_MS)
    expect(await syncNow(tenant)).toBe('done')
    xero.books.addContact('Alder Clinic')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    for (const { id } of await company.openConflicts()) {
      await tenant.run((ctx) => resolveConflict(ctx, id, 'void'))
      await voidLeftBehind(tenant.uow({ kind: 'system', job: 'accounting.void-left-behind' }), id)
    }
    expect([await company.remainingOf('1042'), await company.remainingOf('1043')]).toEqual([0n, 0n])
    await company.move('quickbooks')
    expect(await syncNow(tenant)).toBe('done')
    expect(await syncNow(tenant)).toBe('done')
    const open = await tenant.run(({ db }) =>
      db
        .selectFrom('receivables')
        .select('remaining_minor')
        .where('remaining_minor', '>', 0n)
        .unionAll(
          db.selectFrom('credit_balances').select('remaining_minor').where('remaining_minor', '>', 0n),
        )
        .execute(),
    )
    expect(open.map(({ remaining_minor }) => remaining_minor).toSorted()).toEqual([1200n, 12_000n, 8000n])
    expect(await company.openConflicts()).toEqual([])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('a credit memo of which a part was used', () => {
  const company = setUpMovingCompany({ 1042: 120 })

  it('stays open when it is to be voided, also when the former books know of the use', async () => {
    const { xero, tenant, intuit, local } = company
    const [clinic] = intuit.books.list('Customer')
    const credit = { DocNumber: 'CM-1', TxnDate: '2026-11-02', TotalAmt: 20, Balance: 20 }
    intuit.books.put('CreditMemo', { ...credit, CustomerRef: { value: clinic!.Id } })
    company.test.clock.advance(HOUR_MS)
    expect(await syncNow(tenant)).toBe('done')
    const memos = () =>
      tenant.run(({ db }) =>
        db
          .selectFrom('credit_memos as m')
          .innerJoin('credit_balances as b', 'b.credit_memo_id', 'm.id')
          .select(['m.id', 'm.state', 'b.remaining_minor'])
          .execute(),
      )
    const [memo] = await memos()
    const use = { invoice: local.get('1042')!, amount: '5.00', request_id: 'use' }
    await tenant.run((ctx) => applyCreditMemo(ctx, memo!.id, use))
    expect(await syncNow(tenant)).toBe('done')
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    xero.books.settle(moved, 5, 'AmountPaid')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    const { id } = await company.conflictAbout(/^1 credit memo /)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'void'))
    await voidLeftBehind(tenant.uow({ kind: 'system', job: 'accounting.void-left-behind' }), id)
    expect(await memos()).toMatchObject([{ state: 'open', remaining_minor: 1500n }])
    expect(await company.remainingOf('1042')).toBe(11_500n)
    expect(await syncNow(tenant)).toBe('done')
    expect(await company.openConflicts()).toEqual([])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('what was kept', () => {
  const company = setUpMovingCompany({ 1042: 120, 1043: 80, 1044: 60 })
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
  const company = setUpMovingCompany({ 1042: 120 })

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
  const company = setUpMovingCompany({ 1042: 120 })
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
    expect(await company.conflictAbout(/does not have the change of payment/)).toMatchObject({
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

describe('a refund that the former books refused', () => {
  const company = setUpMovingCompany({ 1042: 120 })

  it('is reported in the new books, and in those after them', async () => {
    const { intuit, xero, tenant } = company
    const { pk } = await company.pay({ 1042: '50.00' }, '50.00')
    expect(await syncNow(tenant)).toBe('done')
    const platform = tenant.uow().app.accountingPlatforms.get('quickbooks')!
    const { reversePayment } = platform
    const error = { kind: 'invalid', code: 'closed', userMessage: 'Closed.', raw: null } as const
    Object.assign(platform, { reversePayment: async () => ({ ok: false, error }) })
    const money = { total: '20.00', total_currency: 'USD', reason: '', request_id: randomUUID() }
    await refundPayment(tenant.uow(), pk, money)
    expect(await syncNow(tenant)).toBe('done')
    Object.assign(platform, { reversePayment })
    await company.conflictAbout(/^QuickBooks Online did not take payment/)
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    xero.books.settle(moved, 50, 'AmountPaid')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    await company.conflictAbout(/^Xero does not have the change of payment/)
    expect(await company.remainingOf('1042')).toBe(9000n)
    company.test.clock.advance(HOUR_MS)
    await startConnection(tenant.uow(), 'sandbox_books', true)
    expect(await syncNow(tenant)).toBe('done')
    for (const { id, kind } of await company.openConflicts())
      if (kind === 'not_in_books') await tenant.run((ctx) => resolveConflict(ctx, id, 'keep'))
    expect(await syncNow(tenant)).toBe('done')
    await company.conflictAbout(/^Sandbox books does not have the change of payment/)
    expect(intuit.violations).toEqual([])
  })
})

describe('a credit memo of another total', () => {
  const company = setUpMovingCompany({ 1042: 120 })

  it('can’t be the same, and is read beside the one here with a part of its id behind the number', async () => {
    const { intuit, xero, tenant } = company
    const [clinic] = intuit.books.list('Customer')
    intuit.books.put('CreditMemo', {
      ...{ DocNumber: 'CM-1', TxnDate: '2026-11-02', CustomerRef: { value: clinic!.Id } },
      ...{ TotalAmt: 12.34, Balance: 12.34 },
    })
    company.test.clock.advance(HOUR_MS)
    expect(await syncNow(tenant)).toBe('done')
    const contact = xero.books.addContact('Alder Clinic')
    xero.books.addInvoice(contact, 120, '1042')
    const id = xero.books.addCreditNote(contact, 15, 'CM-1')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    const conflict = await company.conflictAbout(/^Credit memo CM-1 differs/)
    expect(choicesOf(conflict, false).map(({ label }) => label)).toEqual([
      'Read it again',
      'Another credit memo',
    ])
    await tenant.run((ctx) => resolveConflict(ctx, conflict.id, 'other_record'))
    expect(await syncNow(tenant)).toBe('done')
    const memos = await tenant.run(({ db }) =>
      db.selectFrom('credit_memos').select('number').orderBy('number').execute(),
    )
    expect(memos.map(({ number }) => number)).toEqual(['CM-1', `CM-1 (${id.slice(0, 8)})`])
  })
})
