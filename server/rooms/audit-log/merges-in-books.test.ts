import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { allocate } from '../../../simulators/xero/write-records.ts'
import { setUpMergingFirm } from '../../../testing/accounting/merging-firm.ts'
import { disconnectBooks } from '../accounting/index.ts'
import { moveTo, syncNow } from '../accounting/testing.ts'
import { updateSettings } from '../accounts/testing.ts'
import { autoPaymentsOf, runDue } from '../auto-payments/testing.ts'
import { mergeCustomers, readCustomerDetail, undoMerge } from '../customers/index.ts'
import {
  cardForm,
  eCheckForm,
  expectSoundBooks,
  pay,
  portalOf,
  sandboxCounts,
  useCredit,
} from '../payments/testing.ts'
import { customersOfLogin, peopleOfCustomer } from '../portal/index.ts'
import { aPortalLogin } from '../portal/testing.ts'

describe('a chain of merges', () => {
  const firm = setUpMergingFirm()
  const ways = [
    ['in one pull', 'one', ['near', 'far'], false],
    ['in two pulls', 'two', ['near', 'far'], true],
    ['in two pulls, the later merge first', 'three', ['far', 'near'], true],
  ] as const

  it.each(ways)('%s is followed and parted again, and merged again', async (_, key, order, isApart) => {
    const [low, middle, high] = [`Low ${key}`, `Middle ${key}`, `High ${key}`]
    const [lowId, middleId, highId] = await firm.add(low, middle, high)
    for (const step of order) {
      if (step === 'near') firm.xero.books.mergeContact(lowId, middleId)
      else firm.xero.books.mergeContact(middleId, highId!)
      if (isApart) expect(await firm.sync()).toBe('done')
    }
    expect(await firm.sync()).toBe('done')
    await firm.follow('last')
    expect([await firm.into(low), await firm.into(middle), await firm.into(high)]).toEqual([high, high, null])
    const [ofLow, ofMiddle, ofHigh] = [`low-${key}`, `middle-${key}`, `high-${key}`]
    expect(await firm.people(high)).toEqual([ofHigh, ofLow, ofMiddle])
    expect(await firm.people(middle)).toEqual([ofLow, ofMiddle])
    firm.part(lowId)
    expect(await firm.sync()).toBe('done')
    await firm.follow()
    expect([await firm.into(low), await firm.into(middle)]).toEqual([null, high])
    expect(await firm.people(high)).toEqual([ofHigh, ofMiddle])
    expect(await firm.people(middle)).toEqual([ofMiddle])
    firm.xero.books.mergeContact(lowId, middleId)
    expect(await firm.sync()).toBe('done')
    await firm.follow()
    expect(await firm.people(high)).toEqual([ofHigh, ofLow, ofMiddle])
  })

  it.each(ways)('%s keeps the lower pair when the upper merge ends', async (_, key, order, isApart) => {
    const [low, middle, high] = [`Down ${key}`, `Between ${key}`, `Up ${key}`]
    const [lowId, middleId, highId] = await firm.add(low, middle, high)
    for (const step of order) {
      if (step === 'near') firm.xero.books.mergeContact(lowId, middleId)
      else firm.xero.books.mergeContact(middleId, highId!)
      if (isApart) expect(await firm.sync()).toBe('done')
    }
    expect(await firm.sync()).toBe('done')
    await firm.follow()
    firm.part(middleId)
    expect(await firm.sync()).toBe('done')
    await firm.follow()
    expect([await firm.into(low), await firm.into(middle)]).toEqual([middle, null])
    expect(await firm.people(high)).toEqual([`up-${key}`])
    expect(await firm.people(middle)).toEqual([`between-${key}`, `down-${key}`])
  })
})

describe('a merge that makes no sense', () => {
  const firm = setUpMergingFirm()

  it('of a record into itself leaves the customer as it is', async () => {
    const [alone] = await firm.add('Narrow Lane')
    firm.xero.books.put('Contacts', { ...firm.xero.books.find('Contacts', alone), MergedToContactID: alone })
    expect(await firm.sync()).toBe('done')
    expect(await firm.read('Narrow Lane')).toMatchObject({ is_active: true, merged_into: null })
    const stored = firm.xero.books.find('Contacts', alone)
    firm.xero.books.put('Contacts', { ...stored, EmailAddress: 'new@narrow.test' })
    expect(await firm.sync()).toBe('done')
    expect((await firm.read('Narrow Lane')).email).toBe('new@narrow.test')
  })

  it.each([2, 3])(
    'of %i customers in a circle leaves one of them, until the books part them',
    async (size) => {
      const names = Array.from({ length: size }, (_, at) => `Circle ${size} ${at}`)
      const ids = await firm.add(...names)
      for (const [at, id] of ids.entries()) firm.xero.books.mergeContact(id, ids[(at + 1) % size]!)
      for (let times = 0; times < 2; times++) expect(await firm.sync()).toBe('done')
      const found = await Promise.all(names.map(firm.into))
      expect(found.filter((into) => into === null)).toHaveLength(1)
      for (const id of ids) firm.part(id)
      expect(await firm.sync()).toBe('done')
      await firm.follow('last')
      for (const name of names) {
        expect(await firm.read(name)).toMatchObject({ is_active: true, merged_into: null })
        expect(await firm.people(name)).toEqual([name.toLowerCase().replaceAll(' ', '-')])
      }
    },
  )
})

describe('a merge into a customer', () => {
  const firm = setUpMergingFirm()

  it('who is not known here yet is shown once that one is', async () => {
    const [late] = await firm.add('Late Larch')
    const other = firm.xero.books.addContact('Unread Umber')
    const hidden = { IsSupplier: true, IsCustomer: false }
    firm.xero.books.put('Contacts', { ...firm.xero.books.find('Contacts', other), ...hidden })
    firm.xero.books.mergeContact(late, other)
    for (let times = 0; times < 2; times++) expect(await firm.sync()).toBe('done')
    expect(await firm.read('Late Larch')).toMatchObject({ is_active: false, merged_into: null })
    firm.xero.books.put('Contacts', { ...firm.xero.books.find('Contacts', other), IsCustomer: true })
    for (let times = 0; times < 2; times++) expect(await firm.sync()).toBe('done')
    expect(await firm.into('Late Larch')).toBe('Unread Umber')
    await firm.follow()
    expect(await firm.people('Unread Umber')).toEqual(['late-larch'])
  })

  it('who was archived is shown like others', async () => {
    const [from, into] = await firm.add('Merged Maple', 'Archived Ash')
    firm.xero.books.put('Contacts', { ...firm.xero.books.find('Contacts', into), ContactStatus: 'ARCHIVED' })
    firm.xero.books.mergeContact(from, into)
    expect(await firm.sync()).toBe('done')
    expect(await firm.into('Merged Maple')).toBe('Archived Ash')
  })

  it('other than the former one parts it from that one', async () => {
    const [from, first, second] = await firm.add('Moved Moss', 'First Fir', 'Second Sage')
    firm.xero.books.mergeContact(from, first)
    expect(await firm.sync()).toBe('done')
    await firm.follow()
    firm.xero.books.mergeContact(from, second!)
    expect(await firm.sync()).toBe('done')
    await firm.follow('last')
    expect(await firm.into('Moved Moss')).toBe('Second Sage')
    expect(await firm.people('First Fir')).toEqual(['first-fir'])
    expect(await firm.people('Second Sage')).toEqual(['moved-moss', 'second-sage'])
    // Logging in leads to the one that has the invoices.
    const [person] = await firm.tenant.run(async (ctx) =>
      peopleOfCustomer(ctx, await firm.idOf('Moved Moss')),
    )
    const own = await firm.tenant.run((ctx) => customersOfLogin(ctx, person!.id))
    expect(own.map(({ shortName }) => shortName)).toEqual(['Second Sage', 'Moved Moss'])
  })

  it('keeps the access of people who have it by another merge', async () => {
    const [one, two, into] = await firm.add('Twin Teal', 'Twin Tan', 'Whole Walnut')
    const tan = await firm.idOf('Twin Tan')
    await firm.tenant.run((ctx) => aPortalLogin(ctx, { email: 'twin-teal@portal.test', customerIds: [tan] }))
    for (const id of [one, two]) {
      firm.xero.books.mergeContact(id, into!)
      expect(await firm.sync()).toBe('done')
      await firm.follow()
    }
    firm.part(one)
    expect(await firm.sync()).toBe('done')
    await firm.follow()
    expect(await firm.people('Whole Walnut')).toEqual(['twin-tan', 'twin-teal', 'whole-walnut'])
  })
})

describe('a customer that was merged here before the books', () => {
  const firm = setUpMergingFirm()

  it('stays so, whatever the books merge and part, and is undone here', async () => {
    const [from, , into] = await firm.add('Hand Hazel', 'Hand Holly', 'Book Birch')
    const [hazel, holly] = [await firm.idOf('Hand Hazel'), await firm.idOf('Hand Holly')]
    await firm.setType('local')
    await firm.tenant.run((ctx) => mergeCustomers(ctx, hazel, holly))
    await firm.setType('provider')
    firm.xero.books.mergeContact(from, into!)
    expect(await firm.sync()).toBe('done')
    expect(await firm.read('Hand Hazel')).toMatchObject({ merged_into_name: 'Hand Holly', merged_in: null })
    firm.part(from)
    expect(await firm.sync()).toBe('done')
    await firm.follow()
    expect(await firm.into('Hand Hazel')).toBe('Hand Holly')
    expect(await firm.people('Book Birch')).toEqual(['book-birch'])
    await firm.tenant.run((ctx) => undoMerge(ctx, hazel))
    await firm.follow()
    expect(await firm.people('Hand Holly')).toEqual(['hand-holly'])
  })

  it('is merged by the books at the same time as somebody undoes that', async () => {
    const [from, , into] = await firm.add('Race Rose', 'Race Reed', 'Race Rush')
    const [rose, reed] = [await firm.idOf('Race Rose'), await firm.idOf('Race Reed')]
    await firm.setType('local')
    await firm.tenant.run((ctx) => mergeCustomers(ctx, rose, reed))
    await firm.setType('provider')
    firm.xero.books.mergeContact(from, into!)
    firm.advance()
    await Promise.all([syncNow(firm.tenant), firm.tenant.run((ctx) => undoMerge(ctx, rose))])
    await firm.follow('last')
    const merged = await firm.into('Race Rose')
    expect(['Race Rush', null]).toContain(merged)
    expect(await firm.people('Race Reed')).toEqual(['race-reed'])
  })
})

describe('a merge that is told', () => {
  const firm = setUpMergingFirm()
  const countMerges = async () =>
    (await firm.tenant.run(({ db }) => db.selectFrom('customer_merges').select('id').execute())).length

  it('twice at once is noted once', async () => {
    const [from, into] = await firm.add('Double Dill', 'Double Dock')
    firm.xero.books.mergeContact(from, into)
    firm.advance()
    await Promise.all([syncNow(firm.tenant), syncNow(firm.tenant), syncNow(firm.tenant)])
    expect(await firm.sync()).toBe('done')
    expect(await countMerges()).toBe(1)
    await firm.tenant.run(({ db }) =>
      db.updateTable('accounting_connections').set({ sync_full: true, sync_status: 'queued' }).execute(),
    )
    expect(await firm.sync()).toBe('done')
    expect([await countMerges(), await firm.into('Double Dill')]).toEqual([1, 'Double Dock'])
  })

  it('while the books were not connected, or read others, is shown and ended afterwards', async () => {
    const [from, into] = await firm.add('Away Alder', 'Away Aspen')
    const connectAgain = async () => {
      expect(await firm.connect('xero')).toBe('done')
      expect(await firm.sync()).toBe('done')
      await firm.follow()
      return [await firm.into('Away Alder'), await firm.people('Away Aspen')]
    }
    await disconnectBooks(firm.tenant.uow(), 'xero')
    firm.xero.books.mergeContact(from, into)
    expect(await connectAgain()).toEqual(['Away Aspen', ['away-alder', 'away-aspen']])
    await disconnectBooks(firm.tenant.uow(), 'xero')
    firm.part(from)
    expect(await connectAgain()).toEqual([null, ['away-aspen']])
    for (const name of ['Away Alder', 'Away Aspen', 'Double Dock'])
      firm.intuit.books.put('Customer', { DisplayName: name, Active: true })
    await moveTo(firm.tenant, 'quickbooks')
    firm.xero.books.mergeContact(from, into)
    expect(await firm.sync()).toBe('done')
    expect(await firm.into('Away Alder')).toBe(null)
    await firm.move('xero')
    await firm.follow()
    expect(await firm.into('Away Alder')).toBe('Away Aspen')
    expect(await firm.people('Away Aspen')).toEqual(['away-alder', 'away-aspen'])
  })
})

describe('what was under way for a merged customer', () => {
  const firm = setUpMergingFirm()
  const { tenant } = firm

  it('ends once: nothing is lost, charged twice or charged to another', async () => {
    const [from, into] = await firm.add('Paying Pine', 'Keeping Kelp')
    const [pine, kelp] = [await firm.idOf('Paying Pine'), await firm.idOf('Keeping Kelp')]
    await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
    firm.xero.books.addCreditNote(from, 30, 'CN-1')
    const numbers = ['1042', '1043', '1044'] as const
    const there = numbers.map((number) => firm.xero.books.addInvoice(from, 100, number))
    expect(await firm.sync()).toBe('done')
    const app = tenant.uow().app
    const payer = tenant.uow(portalOf(app, pine))
    const idOf = async (number: string) => (await firm.invoiceOf(number)).id
    await pay(payer, await idOf('1042'), eCheckForm('100.00'), 'sandbox-e-check')
    await pay(payer, await idOf('1043'), cardForm('40.00', { enable_auto_payments: true }))
    await firm.pay('1044', '50.00', '')
    const link = await tenant.run((ctx) => readCustomerDetail(ctx, pine))
    expect(link).toMatchObject({ balance: '260.00', unapplied_credit: '50.00' })
    firm.xero.books.mergeContact(from, into)
    expect(await firm.sync()).toBe('done')
    await firm.follow()
    const charges = await sandboxCounts(tenant)
    for (let day = 0; day < 40; day++) {
      firm.test.clock.advance(DAY_MS)
      await runDue(tenant)
      if (day % 10 === 9) expect(await firm.sync()).toBe('done')
    }
    expect((await sandboxCounts(tenant)).charges).toBe(charges.charges)
    expect(await autoPaymentsOf(tenant)).toEqual([])
    expect(await Promise.all(numbers.map(firm.owed))).toEqual([0n, 60_00n, 100_00n])
    expect(there.map((id) => firm.xero.books.find('Invoices', id).AmountDue)).toEqual([0, 60, 100])
    const owners = await Promise.all(numbers.map(async (one) => (await firm.invoiceOf(one)).customer_id))
    expect(owners).toEqual([kelp, kelp, kelp])
    expect(await firm.read('Keeping Kelp')).toMatchObject({ balance: '160.00', unapplied_credit: '0.00' })
    expect(await firm.read('Paying Pine')).toMatchObject({ balance: '0.00', unapplied_credit: '50.00' })
    // The rest of the check was posted for the customer who is there, and is used there.
    const [rest] = firm.xero.books.list('Overpayments')
    expect(rest!.Contact).toMatchObject({ ContactID: into })
    const use = { Invoice: { InvoiceID: there[2]! }, Date: '2026-12-30', Amount: 50 }
    allocate(firm.xero.books, 'Overpayments', String(rest!.OverpaymentID), use)
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1044')).toBe(50_00n)
    expect(await firm.read('Paying Pine')).toMatchObject({ balance: '0.00', unapplied_credit: '0.00' })
    await expectSoundBooks(tenant)
    expect(await firm.titles()).toEqual([])
  })
})

describe('credit of a customer that the books merged', () => {
  const firm = setUpMergingFirm()
  const { tenant } = firm

  it('is applied here to an invoice of the other one, and posted once', async () => {
    const [from, into] = await firm.add('Credit Cedar', 'Credit Cypress')
    firm.xero.books.addCreditNote(from, 30, 'CN-2')
    const cedar = firm.xero.books.addInvoice(from, 20, '1051')
    const cypress = firm.xero.books.addInvoice(into, 100, '1052')
    expect(await firm.sync()).toBe('done')
    const check = await firm.pay('1051', '60.00', '20.00')
    expect(await firm.sync()).toBe('done')
    firm.xero.books.mergeContact(from, into)
    expect(await firm.sync()).toBe('done')
    const [merged] = (await firm.read('Credit Cypress')).merged
    expect(merged).toMatchObject({ short_name: 'Credit Cedar', credit_left: '70.00' })
    await firm.useMemo('1052', '30.00')
    const { id: invoice } = await firm.invoiceOf('1052')
    const request = { request_id: randomUUID(), invoices: [{ invoice, amount: '40.00' }] }
    await tenant.run((ctx) => useCredit(ctx, check.id, request))
    for (let times = 0; times < 3; times++) expect(await firm.sync()).toBe('done')
    expect([await firm.owed('1051'), await firm.owed('1052')]).toEqual([0n, 30_00n])
    const dueThere = [cedar, cypress].map((id) => firm.xero.books.find('Invoices', id).AmountDue)
    expect(dueThere).toEqual([0, 30])
    expect(await firm.read('Credit Cypress')).toMatchObject({ balance: '30.00', unapplied_credit: '0.00' })
    expect(await firm.read('Credit Cedar')).toMatchObject({ balance: '0.00', unapplied_credit: '0.00' })
    await expectSoundBooks(tenant)
    expect(await firm.titles()).toEqual([])
  })
})
