import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../../simulators/xero/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
import { selectConflicts } from './store/conflicts.ts'
import { selectConnections } from './store/connections.ts'
import { aProviderTenant, connectTo, consentAt, localInvoice, syncNow } from './testing.ts'

/** Books in which somebody does what Quittance can't expect. Amounts are decimals of the wire. */
interface Books {
  readonly provider: string
  readonly env: Readonly<Record<string, string>>
  readonly violations: readonly string[]
  addCustomer(name: string): string
  addInvoice(customer: string, lines: readonly number[], number: string): string
  /** Takes a field of an invoice away, or changes it. */
  change(invoice: string, what: Change, customer: string): void
  removeInvoice(invoice: string): void
  /** Adds a credit memo without a customer. Returns what gives it one. */
  addMemo(amount: number, number: string): (customer: string) => void
  retireCustomer(customer: string): void
  /** Adds a customer with 20 addresses and a long name, an invoice and a credit memo, with texts that no database takes. */
  addHostile(): string
  close(): Promise<void>
}

type Change = 'no_customer' | 'customer' | 'unknown_currency' | 'known_currency' | 'other_currency'

/** A contact that Xero doesn't have. */
const NOBODY = '99999999-9999-4999-8999-999999999999'
const HOSTILE = 'a\u0000b\ud83dc'
const LONG = `${'x'.repeat(149)}😀${'y'.repeat(90)}😀`
const ADDRESSES = Array.from({ length: 20 }, (_, at) => `a${at}@M.test`).join(', ')

const clock = { now: () => Date.parse('2026-11-20T15:00:00Z') }
const sum = (lines: readonly number[]) => Math.round(lines.reduce((so, line) => so + line * 100, 0)) / 100 // not money: JSON of the wire

async function inQuickBooks(): Promise<Books> {
  const { books, ...simulator } = await startQuickBooksSimulator({ now: () => clock.now() })
  return {
    ...simulator,
    provider: 'quickbooks',
    addCustomer: (name) => books.put('Customer', { DisplayName: name, Active: true }).Id,
    addInvoice(customer, lines, number) {
      const made = books.addInvoice(customer, sum(lines), number)
      const Line = lines.map((amount, at) => ({
        Id: `${at + 1}`,
        Amount: amount,
        Description: `Line ${at}`,
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: { Qty: 1, UnitPrice: amount, ItemRef: { value: '1', name: 'Services' } },
      }))
      return books.put('Invoice', { ...made, Line }).Id
    },
    change(invoice, what, customer) {
      const found = books.find('Invoice', invoice)
      const changes = {
        no_customer: { CustomerRef: undefined },
        customer: { CustomerRef: { value: customer } },
        unknown_currency: { CurrencyRef: { value: 'BGN' } },
        known_currency: { CurrencyRef: { value: 'USD' } },
        other_currency: { CurrencyRef: { value: 'EUR' } },
      }
      books.put('Invoice', { ...found, ...changes[what] })
    },
    removeInvoice: (invoice) => books.delete('Invoice', invoice),
    addMemo(amount, number) {
      const currency = { CurrencyRef: { value: 'USD' } }
      const amounts = { TotalAmt: amount, RemainingCredit: amount }
      const memo = books.put('CreditMemo', {
        DocNumber: number,
        TxnDate: '2026-11-02',
        ...currency,
        ...amounts,
      })
      return (customer) => books.put('CreditMemo', { ...memo, CustomerRef: { value: customer } })
    },
    retireCustomer: (customer) => {
      books.put('Customer', { ...books.find('Customer', customer), Active: false })
    },
    addHostile() {
      const customer = books.put('Customer', {
        DisplayName: LONG,
        Active: true,
        PrimaryEmailAddr: { Address: ADDRESSES },
      }).Id
      const made = books.addInvoice(customer, 10, 'BAD\u0000-1')
      const { Id } = books.put('Invoice', { ...made, CustomerMemo: { value: HOSTILE } })
      for (const TxnDate of ['2026-11-02', '0001-01-01', '2026-02-30'])
        books.put('CreditMemo', {
          DocNumber: `MEMO\ud83d-${TxnDate}`,
          TxnDate,
          CustomerRef: { value: customer },
          CurrencyRef: { value: 'USD' },
          TotalAmt: 5,
          RemainingCredit: 5,
          PrivateNote: `${HOSTILE}${LONG}`,
        })
      return Id
    },
  }
}

async function inXero(): Promise<Books> {
  const { books, ...simulator } = await startXeroSimulator({ now: () => clock.now() })
  return {
    ...simulator,
    provider: 'xero',
    addCustomer: (name) => books.addContact(name),
    addInvoice(customer, lines, number) {
      const id = books.addInvoice(customer, sum(lines), number)
      const invoice = books.find('Invoices', id)
      const [first] = invoice.LineItems as object[]
      const LineItems = lines.map((amount, at) => {
        const guid = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
        return {
          ...first,
          LineItemID: guid,
          Description: `Line ${at}`,
          UnitAmount: amount,
          LineAmount: amount,
        }
      })
      books.put('Invoices', { ...invoice, LineItems })
      return id
    },
    change(invoice, what, customer) {
      const found = books.find('Invoices', invoice)
      const changes = {
        no_customer: { Contact: { ContactID: NOBODY } },
        customer: { Contact: { ContactID: customer } },
        unknown_currency: { CurrencyCode: 'BGN' },
        known_currency: { CurrencyCode: 'USD' },
        other_currency: { CurrencyCode: 'EUR' },
      }
      books.put('Invoices', { ...found, ...changes[what] })
    },
    removeInvoice: (invoice) => books.voidInvoice(invoice, 'DELETED'),
    addMemo(amount, number) {
      const id = books.addCreditNote(NOBODY, amount, number)
      return (customer) =>
        books.put('CreditNotes', { ...books.find('CreditNotes', id), Contact: { ContactID: customer } })
    },
    addHostile() {
      const customer = books.addContact(LONG)
      books.put('Contacts', { ...books.find('Contacts', customer), EmailAddress: ADDRESSES })
      const id = books.addInvoice(customer, 10, 'BAD\u0000-1')
      books.put('Invoices', { ...books.find('Invoices', id), Reference: HOSTILE })
      const memo = books.find('CreditNotes', books.addCreditNote(customer, 5, 'MEMO\ud83d-1'))
      books.put('CreditNotes', { ...memo, Reference: `${HOSTILE}${LONG}` })
      return id
    },
    retireCustomer: (customer) => {
      books.put('Contacts', { ...books.find('Contacts', customer), ContactStatus: 'ARCHIVED' })
    },
  }
}

describe.each([
  ['QuickBooks Online', inQuickBooks],
  ['Xero', inXero],
] as const)('bad input from %s', (name, start) => {
  const there = setUp(start, (made) => made.close())
  const test = setUp(
    async () => {
      const made = await createTestApp({ env: { ...there.env } })
      clock.now = () => made.clock.wallNow()
      return made
    },
    (made) => made.close(),
  )
  const tenant = setUp(() => aProviderTenant(test))
  let customer: string

  beforeAll(async () => {
    customer = there.addCustomer('Alder Clinic')
    there.addInvoice(customer, [50], '1042')
    expect(await connectTo(tenant, there.provider)).toBe('done')
  })

  const sync = () => {
    test.clock.advance(HOUR_MS)
    return syncNow(tenant)
  }
  const open = async () =>
    (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 20, offset: 0 }))).rows
  const titles = async () => (await open()).map(({ title }) => title)
  async function read(remoteId: string) {
    const { id } = await localInvoice(tenant, remoteId)
    const [owed] = await tenant.run((ctx) => readReceivables(ctx, [id]))
    const lines = await tenant.run(({ db }) =>
      db.selectFrom('invoice_lines').select('net_minor').where('invoice_id', '=', id).execute(),
    )
    return {
      remainingMinor: owed!.remainingMinor,
      lines: lines.length,
      sumMinor: lines.reduce((so, line) => so + line.net_minor, 0n),
    }
  }

  it('takes lines below zero as they stand, with the stated total', async () => {
    const invoice = there.addInvoice(customer, [120, -20.5], 'NEG-1')
    expect(await sync()).toBe('done')
    expect(await read(invoice)).toEqual({ remainingMinor: 9950n, lines: 2, sumMinor: 9950n })
  })

  it('reads an invoice of 10,000 lines to the cent', async () => {
    const invoice = there.addInvoice(
      customer,
      Array.from({ length: 10_000 }, () => 0.01),
      'LONG-1',
    )
    expect(await sync()).toBe('done')
    expect(await read(invoice)).toEqual({ remainingMinor: 10_000n, lines: 10_000, sumMinor: 10_000n })
  })

  it('tells of an invoice without a known customer, and reads it once it has one', async () => {
    const invoice = there.addInvoice(customer, [30], 'NOBODY-1')
    there.change(invoice, 'no_customer', customer)
    expect(await sync()).toBe('done')
    expect(await titles()).toEqual([
      'Invoice NOBODY-1 was not read, because it has no customer that Quittance knows',
    ])
    there.change(invoice, 'customer', customer)
    expect(await sync()).toBe('done')
    expect(await titles()).toEqual([])
    expect(await read(invoice)).toMatchObject({ remainingMinor: 3000n })
  })

  it('tells of a currency that is withdrawn, and goes on with the others', async () => {
    const strange = there.addInvoice(customer, [40], 'STRANGE-1')
    there.change(strange, 'unknown_currency', customer)
    const other = there.addInvoice(customer, [41], 'KNOWN-1')
    expect(await sync()).toBe('done')
    expect(await titles()).toEqual([
      'Invoice STRANGE-1 was not read, because its currency BGN is not known here',
    ])
    expect(await read(other)).toMatchObject({ remainingMinor: 4100n })
  })

  it('tells of another currency, and books it in neither', async () => {
    const invoice = there.addInvoice(customer, [42], 'MOVED-1')
    expect(await sync()).toBe('done')
    there.change(invoice, 'other_currency', customer)
    expect(await sync()).toBe('done')
    expect(await titles()).toContain(
      'Invoice MOVED-1 was not read, because it is in EUR now, and is booked here in USD',
    )
    expect(await read(invoice)).toMatchObject({ remainingMinor: 4200n })
    there.change(invoice, 'known_currency', customer)
    expect(await sync()).toBe('done')
    expect(await titles()).toHaveLength(1)
  })

  it('forgets what it told of an invoice that is deleted there', async () => {
    const invoice = there.addInvoice(customer, [30], 'NOBODY-2')
    there.change(invoice, 'no_customer', customer)
    expect(await sync()).toBe('done')
    expect(await titles()).toHaveLength(2)
    there.removeInvoice(invoice)
    expect(await sync()).toBe('done')
    expect(await titles()).toEqual([expect.stringMatching('^Invoice STRANGE-1')])
  })

  it('tells of a credit memo without a known customer, and reads it once it has one', async () => {
    const give = there.addMemo(7.5, 'CM-1')
    expect(await sync()).toBe('done')
    expect(await titles()).toContain(
      'Credit memo CM-1 was not read, because it has no customer that Quittance knows',
    )
    give(customer)
    expect(await sync()).toBe('done')
    expect(await titles()).toEqual([expect.stringMatching('^Invoice STRANGE-1')])
    const left = await tenant.run(({ db }) =>
      db.selectFrom('credit_balances').select('remaining_minor').execute(),
    )
    expect(left).toEqual([{ remaining_minor: 750n }])
  })

  it('leaves closed what a person closed, until it changes there', async () => {
    const invoice = there.addInvoice(customer, [42], 'CLOSED-1')
    expect(await sync()).toBe('done')
    there.change(invoice, 'unknown_currency', customer)
    expect(await sync()).toBe('done')
    const told = async () => (await open()).filter(({ title }) => title.includes('CLOSED-1'))
    const [conflict] = await told()
    await tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'settled'))
    for (const _again of [1, 2]) expect([await sync(), await told()]).toEqual(['done', []])
    there.change(invoice, 'no_customer', customer)
    expect([await sync(), (await told()).length]).toEqual(['done', 1])
    there.change(invoice, 'customer', customer)
    there.change(invoice, 'known_currency', customer)
    expect([await sync(), await told()]).toEqual(['done', []])
    expect(await read(invoice)).toMatchObject({ remainingMinor: 4200n })
  })

  it('keeps what a customer owes who was taken out of the books there, and tells of it', async () => {
    const leaving = there.addCustomer('Leaving Ltd')
    const invoice = there.addInvoice(leaving, [60], 'LEAVING-1')
    expect(await sync()).toBe('done')
    there.retireCustomer(leaving)
    expect(await sync()).toBe('done')
    const row = await tenant.run(({ db }) =>
      db
        .selectFrom('customers')
        .select('is_active')
        .where('short_name', '=', 'Leaving Ltd')
        .executeTakeFirstOrThrow(),
    )
    expect([row.is_active, (await read(invoice)).remainingMinor]).toEqual([false, 6000n])
    const told = `Leaving Ltd was taken out of ${name} and still owes $60.00`
    expect([await titles(), await sync()]).toEqual([expect.arrayContaining([told]), 'done'])
    expect(await titles()).toContain(told)
    there.removeInvoice(invoice)
    expect(await sync()).toBe('done')
    expect(await titles()).not.toContain(told)
  })

  it('misses nothing while our clock is hours ahead of the platform’s', async () => {
    const back = clock.now
    clock.now = () => back() - 6 * HOUR_MS
    expect(await sync()).toBe('done')
    const late = there.addInvoice(customer, [46], 'LATE-1')
    expect(await sync()).toBe('done')
    expect(await read(late)).toMatchObject({ remainingMinor: 4600n })
    clock.now = back
  })

  it('reads texts without the characters that no database takes, and goes on with the others', async () => {
    const invoice = there.addHostile()
    const other = there.addInvoice(customer, [47], 'AFTER-1')
    expect(await sync()).toBe('done')
    expect([(await read(invoice)).remainingMinor, (await read(other)).remainingMinor]).toEqual([1000n, 4700n])
    const rows = await tenant.run(({ db }) =>
      db
        .selectFrom('customers')
        .select(['email', 'extra_emails'])
        .where('short_name', 'like', 'xxxx%')
        .execute(),
    )
    expect(rows).toMatchObject([{ email: 'a0@m.test', extra_emails: { length: 10 } }])
  })

  it('keeps the books in balance, and sent only what the platform publishes', async () => {
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    expect(there.violations).toEqual([])
  })
})

describe('another company than before', () => {
  const xero = setUp(
    () => startXeroSimulator({ names: ['First Ltd', 'Second Ltd'] }),
    (made) => made.close(),
  )
  const test = setUp(
    () => createTestApp({ env: { ...xero.env } }),
    (made) => made.close(),
  )
  const tenant = setUp(() => aProviderTenant(test))

  it('is refused with the name of the one that was read, and changes nothing', async () => {
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 50, '1042')
    expect(await connectTo(tenant, 'xero')).toBe('done')
    const answer = await consentAt(tenant, 'xero', 'Second Ltd')
    await expect(finishConnection(tenant.uow(), 'xero', answer)).rejects.toMatchObject({
      code: 'wrong_state',
      detail: expect.stringContaining('First Ltd in Xero'),
    })
    const [row, ...others] = await tenant.run(selectConnections)
    expect([row!.name, row!.status, others]).toEqual(['First Ltd', 'connected', []])
    expect(await syncNow(tenant)).toBe('done')
  })
})
