import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../../../../../domain/dates/durations.ts'
import { setUpMovingCompany } from '../../../../../testing/accounting/moving-company.ts'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { choicesOf } from '../../rules/choices.ts'
import { closeConflict, openConflict, selectConflicts, tellsApart } from '../../store/conflicts.ts'
import { liveConnection, lockConnections, selectConnections } from '../../store/connections.ts'
import { connectTo, consentAt, syncNow } from '../../testing.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'
import { disconnect } from '../connect/end-connection.ts'
import { finishConnection } from '../connect/finish-connection.ts'
import { startConnection } from '../connect/start-connection.ts'
import { postPaymentNow } from '../post/post-payment-now.ts'
import { listSyncs } from '../sync/list-syncs.ts'
import { syncBooks } from '../sync/sync-books.ts'
import { noteKept } from './note-kept.ts'

/*
 * Moves to other books that go wrong: people change their minds half-way, go back, or decide one thing twice. No money is lost or
 * doubled, and nothing is posted before it is known what it settles there.
 */

describe('going back to former books', () => {
  const company = setUpMovingCompany({ 1042: 120, 1043: 80 })

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
  const company = setUpMovingCompany({ 1042: 120 })

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

describe('a move that is given up after one that nobody has decided', () => {
  const company = setUpMovingCompany({ 1042: 120, 1043: 80 })

  it('asks again what was asked before it', async () => {
    const { tenant, xero } = company
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 100, '1042')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    const asked = async () => (await company.openConflicts()).map(({ title }) => title).toSorted()
    const before = await asked()
    expect(before).toHaveLength(2)
    company.test.clock.advance(HOUR_MS)
    await startConnection(tenant.uow(), 'sandbox_books', true)
    expect(await asked()).toEqual([])
    await disconnect(tenant.uow(), 'sandbox_books')
    company.test.clock.advance(HOUR_MS)
    expect(await connectTo(tenant, 'xero')).toBe('done')
    expect(await company.isFresh()).toBe(false)
    expect(await asked()).toEqual(before)
  })
})

describe('posting by hand before the new books are read', () => {
  const company = setUpMovingCompany({ 1042: 120 })

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

describe('two people who move the account at the same time', () => {
  const company = setUpMovingCompany({ 1042: 120 })

  it('both get an answer, and one company’s books are read', async () => {
    const { tenant } = company
    company.test.clock.advance(HOUR_MS)
    const answer = await consentAt(tenant, 'xero', undefined, true)
    const both = await tenant.run(async (ctx) => {
      await lockConnections(ctx)
      const made = [
        finishConnection(tenant.uow(), 'xero', answer),
        startConnection(tenant.uow(), 'sandbox_books', true),
      ]
      await sleep(SECOND_MS)
      return made
    })
    await Promise.all(both)
    const rows = await tenant.run(selectConnections)
    expect(rows).toHaveLength(3)
    expect(rows.filter(({ status }) => status === 'connected')).toHaveLength(1)
    expect(await syncNow(tenant)).toBe('done')
  })
})

describe('moving while the former books are read', () => {
  const company = setUpMovingCompany({ 1042: 120 })

  it('ends that reading, which writes nothing more', async () => {
    const { tenant, xero } = company
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    const platform = tenant.uow().app.accountingPlatforms.get('quickbooks')!
    const { changes } = platform
    Object.assign(platform, {
      changes: async (...given: Parameters<typeof changes>) => {
        Object.assign(platform, { changes })
        await company.move('xero')
        return changes(...given)
      },
    })
    expect(await syncNow(tenant)).toBe('busy')
    const query = { page: 1, page_size: 10, order_by: '', search: '' } as const
    const { results } = await tenant.run((ctx) => listSyncs(ctx, query))
    expect(results[0]).toMatchObject({
      finished: expect.any(String),
      failure: 'The connection ended before everything was read.',
    })
    expect(await syncBooks(tenant.uow())).toBe('done')
    expect(await company.isFresh()).toBe(true)
  })
})

describe('deciding', () => {
  const company = setUpMovingCompany({ 1042: 120, 1043: 80, 1044: 60 })

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
    const { tenant, xero } = company
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
    expect(choicesOf(conflict, false).map(({ label }) => label)).toEqual(['Entered'])
    const other = xero.books.list('Invoices').find(({ InvoiceNumber }) => InvoiceNumber === '1043')!
    xero.books.settle(String(other.InvoiceID), 30, 'AmountPaid')
    await tenant.run((ctx) => resolveConflict(ctx, conflict.id, 'leave_out'))
    expect(await syncNow(tenant)).toBe('done')
    expect(await company.remainingOf('1043')).toBe(5000n)
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
    await expect(company.tenant.run((ctx) => noteKept(ctx, 'invoice', ids, true))).resolves.toBeUndefined()
  })
})

describe('deciding while the books are read', () => {
  const company = setUpMovingCompany({ 1042: 120 })

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

describe('deciding while a reading waits to go on', () => {
  const firm = setUpMovingFirm()

  it('reads what was told apart, though it was read before', async () => {
    const { tenant, intuit, xero } = firm
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    intuit.books.addInvoice(customer, 120, '1042')
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 100, '1042')
    expect(await firm.connect('quickbooks')).toBe('done')
    const platform = tenant.uow().app.accountingPlatforms.get('xero')!
    const { pull } = platform
    const error = { kind: 'unavailable', code: 'down', raw: null } as const
    Object.assign(platform, {
      pull: async (...given: Parameters<typeof pull>) =>
        given[1] === 'credit_memo' ? { ok: false, error } : pull(...given),
    })
    expect(await firm.move('xero')).toBe('failed')
    Object.assign(platform, { pull })
    await firm.decide(/1042/, 'other_record')
    expect(await syncBooks(tenant.uow())).toBe('done')
    expect(await firm.sync()).toBe('done')
    const numbers = await tenant.run(({ db }) => db.selectFrom('invoices').select('number').execute())
    expect(numbers).toHaveLength(2)
    await firm.decide(/1 open invoice/, 'keep')
  })
})
