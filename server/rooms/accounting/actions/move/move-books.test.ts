import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { startQuickBooksSimulator } from '../../../../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../../../../simulators/xero/index.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { createTestApp } from '../../../../../testing/test-app.ts'
import { readCreditMemo } from '../../../credit-memos/index.ts'
import { readInvoice } from '../../../invoices/index.ts'
import { readReceivables, verifyLedger } from '../../../ledger/index.ts'
import { recordPayment, refundPayment } from '../../../payments/index.ts'
import { selectConflicts } from '../../store/conflicts.ts'
import { liveConnection } from '../../store/connections.ts'
import { aProviderTenant, connectTo, consentAt, localInvoice, syncNow } from '../../testing.ts'
import { listConflicts } from '../conflicts/list-conflicts.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'
import { disconnect } from '../connect/end-connection.ts'
import { finishConnection } from '../connect/finish-connection.ts'
import { startConnection } from '../connect/start-connection.ts'
import { readInvoiceLive } from '../sync/read-invoice-live.ts'
import { syncBooks } from '../sync/sync-books.ts'
import { voidLeftBehind } from './left-behind.ts'

/*
 * A company keeps its books in QuickBooks, collects with Quittance, and moves its books to Xero. The records that Quittance knows
 * are recognized there; what differs waits for a person, and nothing is collected by schedule until then.
 */

const now = () => Date.parse('2026-11-20T15:00:00Z')
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
const tenant = setUp(() => aProviderTenant(test))

/** Ids of the invoices here, by their numbers. */
const local = new Map<string, string>()
const remainingOf = async (number: string): Promise<bigint> => {
  const [owed] = await tenant.run((ctx) => readReceivables(ctx, [local.get(number)!]))
  return owed!.remainingMinor
}
const countOf = (table: 'customers' | 'invoices' | 'credit_memos') =>
  tenant.run(async ({ db }) => {
    const { records } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<bigint>().as('records'))
      .executeTakeFirstOrThrow()
    return Number(records)
  })
const openConflicts = async () => {
  const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 50, offset: 0 }))
  return rows
}
const conflictAbout = async (title: string | RegExp) => {
  const rows = await openConflicts()
  const found = rows.find((row) => (typeof title === 'string' ? row.title === title : title.test(row.title)))
  if (!found) throw new Error(`no conflict ${title}: ${rows.map((row) => row.title).join('; ')}`)
  return found
}
const decide = async (title: string | RegExp, choice: string) => {
  const { id } = await conflictAbout(title)
  await tenant.run((ctx) => resolveConflict(ctx, id, choice))
  return id
}
/** Returns an open conflict as people see it. */
const shown = async (title: RegExp) => {
  const query = { state: 'open', order_by: '-opened', search: '', page: 1, page_size: 50 } as const
  const { results } = await tenant.run((ctx) => listConflicts(ctx, query))
  return results.find((one) => title.test(one.title))!
}
const pay = (number: string, total: string) =>
  tenant.run(async (ctx) => {
    const invoice = local.get(number)!
    const { customer_id } = await ctx.db
      .selectFrom('invoices')
      .select('customer_id')
      .where('id', '=', invoice)
      .executeTakeFirstOrThrow()
    return recordPayment(ctx, {
      customer: customer_id,
      type: 'check',
      total,
      received_on: '2026-11-19',
      reference: '',
      request_id: `moved-${number}-${total}`,
      invoices: [{ invoice, amount: total }],
    })
  })
const moveToXero = async () => {
  test.clock.advance(HOUR_MS)
  return finishConnection(tenant.uow(), 'xero', await consentAt(tenant, 'xero', undefined, true))
}

/** Xero's ids of invoices by their numbers. */
const there = new Map<string, string>()
const dueOf = (number: string) => xero.books.find('Invoices', there.get(number)!).AmountDue
const paymentsThere = () => xero.books.list('Payments').filter(({ Status }) => Status !== 'DELETED')
let refundable: string
/** The conflict that was decided by voiding. */
let voided: string

beforeAll(async () => {
  const clinic = intuit.books.put('Customer', {
    DisplayName: 'Alder Clinic',
    Active: true,
    PrimaryEmailAddr: { Address: 'desk@alder.test' },
  }).Id
  const east = intuit.books.put('Customer', {
    DisplayName: 'Alder East',
    Active: true,
    ParentRef: { value: clinic },
  }).Id
  const twin = (address: string) =>
    intuit.books.put('Customer', {
      DisplayName: `Twin`,
      Active: true,
      PrimaryEmailAddr: { Address: address },
    }).Id
  const first = twin('first@twin.test')
  twin('second@twin.test')
  for (const [number, amount, customer] of [
    ['1042', 120, clinic],
    ['1043', 80, clinic],
    ['1044', 60, east],
    ['1045', 40, east],
    ['1046', 200, clinic],
    ['1047', 90, first],
    ['1048', 30, east],
  ] as const) {
    const made = intuit.books.addInvoice(customer, amount, number)
    there.set(`old ${number}`, made.Id)
  }
  for (const [number, amount] of [
    ['CM-1', 20],
    ['CM-2', 15],
  ] as const)
    intuit.books.put('CreditMemo', {
      DocNumber: number,
      TxnDate: '2026-11-02',
      CustomerRef: { value: clinic },
      TotalAmt: amount,
      Balance: amount,
    })
  expect(await connectTo(tenant, 'quickbooks')).toBe('done')
  for (const number of ['1042', '1043', '1044', '1045', '1046', '1047', '1048'])
    local.set(number, (await localInvoice(tenant, there.get(`old ${number}`)!)).id)
  // 30.00 of 1046 are posted to QuickBooks, and refunded after the company has left it.
  refundable = (await pay('1046', '30.00')).pk
  expect(await syncNow(tenant)).toBe('done')
  await disconnect(tenant.uow(), 'quickbooks')
  // Nobody has posted this one anywhere.
  await pay('1043', '50.00')

  const newClinic = xero.books.addContact('alder clinic')
  const newEast = xero.books.addContact('Alder East', { EmailAddress: 'east@alder.test' })
  const newTwin = xero.books.addContact('Twin', { EmailAddress: 'first@twin.test' })
  for (const [number, amount, contact] of [
    ['1042', 120, newClinic],
    ['1043', 80, newClinic],
    // Other amounts than before.
    ['1044', 55, newEast],
    ['1045', 41, newEast],
    ['1046', 200, newClinic],
    ['1047', 90, newTwin],
    ['2001', 10, newClinic],
  ] as const)
    there.set(number, xero.books.addInvoice(contact, amount, number))
  // What QuickBooks knew as paid was taken over.
  xero.books.settle(there.get('1046')!, 30, 'AmountPaid')
  xero.books.addCreditNote(newClinic, 20, 'CM-1')
})

describe('moving to the books of another platform', () => {
  it('needs a person’s word', async () => {
    await expect(startConnection(tenant.uow(), 'xero')).rejects.toThrow(
      /keeps the records of .+ in QuickBooks Online\. .*choose Move to bring them to other books/,
    )
    await moveToXero()
    await expect(syncBooks(tenant.uow())).resolves.toBe('done')
  })

  it('recognizes customers by name, or by name and address where there are several', async () => {
    expect(await countOf('customers')).toBe(4)
    const rows = await tenant.run(({ db }) =>
      db.selectFrom('customers').select(['short_name', 'email']).orderBy('email').execute(),
    )
    // The address stays that only QuickBooks had.
    expect(rows.map(({ short_name, email }) => `${short_name} ${email}`)).toEqual([
      'alder clinic desk@alder.test',
      'Alder East east@alder.test',
      'Twin first@twin.test',
      'Twin second@twin.test',
    ])
  })

  it('leaves customers below their parents, which Xero doesn’t know', async () => {
    const rows = await tenant.run(({ db }) =>
      db
        .selectFrom('customers as c')
        .innerJoin('customers as p', 'p.id', 'c.parent_id')
        .select(['c.short_name as child', 'p.short_name as parent'])
        .execute(),
    )
    expect(rows).toEqual([{ child: 'Alder East', parent: 'alder clinic' }])
  })

  it('recognizes invoices and credit memos, and reads new ones', async () => {
    // Seven from QuickBooks, and 2001. None is there twice.
    expect(await countOf('invoices')).toBe(8)
    expect(await countOf('credit_memos')).toBe(2)
    expect([await remainingOf('1042'), await remainingOf('1046'), await remainingOf('1047')]).toEqual([
      12_000n,
      17_000n,
      9_000n,
    ])
    // 50.00 are paid here, and Xero doesn't know of it yet.
    expect(await remainingOf('1043')).toBe(3_000n)
  })

  it('asks about what differs or is missing, and collects and posts nothing by schedule until that is decided', async () => {
    const rows = await openConflicts()
    expect(rows.map(({ title, kind }) => [kind, title]).toSorted()).toEqual([
      [
        'not_in_books',
        expect.stringMatching(/^1 credit memo of .+ in QuickBooks Online is not in .+ in Xero$/),
      ],
      [
        'not_in_books',
        expect.stringMatching(/^1 open invoice of .+ in QuickBooks Online is not in .+ in Xero$/),
      ],
      ['other_books', expect.stringMatching(/^Invoice 1044 differs in .+ in Xero from the one in .+$/)],
      ['other_books', expect.stringMatching(/^Invoice 1045 differs in .+ in Xero from the one in .+$/)],
    ])
    const left = rows.find(({ subject_type, kind }) => kind === 'not_in_books' && subject_type === 'invoice')!
    expect(left.ours).toEqual([{ label: '1048', value: '$30.00' }])
    expect((await tenant.run(liveConnection))!.fresh_at).toBeNull()
    expect(paymentsThere()).toEqual([])
    expect(await syncNow(tenant)).toBe('done')
    expect((await tenant.run(liveConnection))!.fresh_at).toBeNull()
    expect(await readInvoiceLive(tenant.uow(), local.get('1048')!)).toBe(false)
  })

  it('joins an invoice that is the same, with what is owed there', async () => {
    await decide(/1044/, 'same_record')
    expect(await syncNow(tenant)).toBe('done')
    expect(await remainingOf('1044')).toBe(5_500n)
  })

  it('reads another invoice with the number beside the one here, and takes no decision about what has changed', async () => {
    const seen = await shown(/1 open invoice /)
    await decide(/1045/, 'other_record')
    await expect(
      tenant.run((ctx) => resolveConflict(ctx, seen.pk, 'void', seen.version)),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await shown(/2 open invoices /)).toMatchObject({
      pk: seen.pk,
      ours: [{ label: '1045' }, { label: '1048' }],
    })
    expect(await syncNow(tenant)).toBe('done')
    expect(await countOf('invoices')).toBe(9)
    expect(await remainingOf('1045')).toBe(4_000n)
    expect((await localInvoice(tenant, there.get('1045')!)).id).not.toBe(local.get('1045'))
    expect((await openConflicts()).map(({ title }) => title)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^2 open invoices of .+ are not in .+ in Xero$/)]),
    )
  })

  it('keeps or voids what the new books don’t have', async () => {
    await decide(/1 credit memo/, 'keep')
    const kept = (await tenant.run(({ db }) =>
      db.selectFrom('credit_memos').select('id').where('number', '=', 'CM-2').executeTakeFirstOrThrow(),
    ))!
    expect(await tenant.run((ctx) => readCreditMemo(ctx, kept.id))).toMatchObject({ kept_after_move: true })
    voided = await decide(/2 open invoices/, 'void')
    // A sync comes before the decision is carried out: what is about to be voided is not collected, nor asked about again.
    expect(await syncNow(tenant)).toBe('done')
    expect((await tenant.run(liveConnection))!.fresh_at).toBeNull()
    expect(paymentsThere()).toEqual([])
    expect(await openConflicts()).toEqual([])
    await voidLeftBehind(tenant.uow({ kind: 'system', job: 'accounting.void-left-behind' }), voided)
    expect([await remainingOf('1045'), await remainingOf('1048')]).toEqual([0n, 0n])
    const { timeline } = await tenant.run((ctx) => readInvoice(ctx, local.get('1048')!))
    expect(timeline[0]!.text).toBe('Voided: Not in the books that the company moved to.')
    expect(await syncNow(tenant)).toBe('done')
    expect(await openConflicts()).toEqual([])
  })

  it('then counts as read, and posts what was never posted, once', async () => {
    expect((await tenant.run(liveConnection))!.fresh_at).not.toBeNull()
    expect(paymentsThere().map(({ Amount }) => Amount)).toEqual([50])
    expect(dueOf('1043')).toBe(30)
    expect(await remainingOf('1043')).toBe(3_000n)
    expect(await syncNow(tenant)).toBe('done')
    expect(paymentsThere()).toHaveLength(1)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    expect(await readInvoiceLive(tenant.uow(), local.get('1042')!)).toBe(true)
  })

  it('reports a refund of what was posted to the former books, and removes nothing there or here', async () => {
    await refundPayment(tenant.uow(), refundable, {
      total: '10.00',
      total_currency: 'USD',
      reason: '',
      request_id: 'moved-refund',
    })
    expect(await syncNow(tenant)).toBe('done')
    const conflict = await conflictAbout(/does not have the change of payment/)
    expect(conflict.theirs).toEqual([
      {
        label: 'Why',
        value: expect.stringMatching(
          /^It was posted to .+ in QuickBooks Online and has changed here since\. Enter the change in Xero yourself\.$/,
        ),
      },
    ])
    expect(paymentsThere()).toHaveLength(1)
    expect([...intuit.violations, ...xero.violations]).toEqual([])
  })

  it('connects the new books again without a question', async () => {
    await disconnect(tenant.uow(), 'xero')
    expect(await connectTo(tenant, 'xero')).toBe('done')
    expect(await countOf('invoices')).toBe(9)
  })

  it('goes back to the former books in the same way', async () => {
    await disconnect(tenant.uow(), 'xero')
    test.clock.advance(HOUR_MS)
    await expect(startConnection(tenant.uow(), 'quickbooks')).rejects.toThrow(/records of .+ in Xero/)
    await finishConnection(tenant.uow(), 'quickbooks', await consentAt(tenant, 'quickbooks', undefined, true))
    expect(await syncNow(tenant)).toBe('done')
    // 1045 and 1048 were voided because Xero did not have them. In QuickBooks they are open.
    expect(await countOf('invoices')).toBe(11)
    for (const [number, owed] of [
      ['1045', 4_000n],
      ['1048', 3_000n],
    ] as const) {
      const { id } = await localInvoice(tenant, there.get(`old ${number}`)!)
      expect(id).not.toBe(local.get(number))
      const [again] = await tenant.run((ctx) => readReceivables(ctx, [id]))
      expect(again!.remainingMinor).toBe(owed)
    }
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('voids nothing of other books by a decision that is carried out late', async () => {
    const left = await conflictAbout(/open invoice/)
    expect(left.ours.map(({ label }) => label)).toContain('2001')
    await voidLeftBehind(tenant.uow(), voided)
    const states = await tenant.run(({ db }) =>
      db.selectFrom('invoices').select('state').where('number', '=', '2001').execute(),
    )
    expect(states).toEqual([{ state: 'open' }])
  })

  it('names decisions, and closes the questions of books that are left', async () => {
    const { id } = await conflictAbout(/open invoice/)
    await disconnect(tenant.uow(), 'quickbooks')
    await moveToXero()
    const query = { page: 1, page_size: 100, search: '', state: 'closed', order_by: '-opened' } as const
    const { results } = await tenant.run((ctx) => listConflicts(ctx, query))
    expect(results.find(({ pk }) => pk === id)).toMatchObject({
      decision: 'Moved to other books',
      books: expect.stringMatching(/ in QuickBooks Online$/),
    })
    expect(results.find(({ pk }) => pk === voided)).toMatchObject({
      decision: 'Void',
      books: expect.stringMatching(/ in Xero$/),
    })
  })
})
