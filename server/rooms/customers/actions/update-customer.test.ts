import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { customers as contract } from '../../../../contract/customers.ts'
import { normalizePhone } from '../../../../domain/people/phones/phone-number.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { bookInvoice } from '../../ledger/index.ts'
import { aCustomer } from '../testing.ts'
import { customerForNewInvoice } from './check-customer-for-invoice.ts'
import { createCustomer } from './create-customer.ts'
import { listCustomerAddresses } from './list-customer-addresses.ts'
import { readCustomer, readCustomerDetail } from './read-customer.ts'
import { updateCustomer } from './update-customer.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

const create = (body: Record<string, unknown>, who = tenant) =>
  who.run((ctx) => createCustomer(ctx, contract.create.body.parse(body)))
const change = (id: string, body: Record<string, unknown>, who = tenant) =>
  who.run((ctx) => updateCustomer(ctx, id, contract.update.body.parse(body)))

const bill = (customerId: string, who = tenant) =>
  who.run((ctx) =>
    bookInvoice(ctx, {
      invoiceId: customerId,
      customerId,
      currency: 'USD',
      number: 'INV-1',
      bookedOn: '2026-11-01',
      dueDate: '2026-11-10',
      netMinor: 12_345n,
      taxMinor: 0n,
    }),
  )

const actionsOf = (id: string) =>
  tenant.run((ctx) =>
    ctx.db.selectFrom('audit_entries').select('action').where('object_id', '=', id).orderBy('id').execute(),
  )

/** Runs the migration over what is stored. */
async function rewritePhones(): Promise<void> {
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  try {
    await owner.query(await readFile('db/migrations/0490-phone-numbers-in-one-form.sql', 'utf8'))
  } finally {
    await owner.end()
  }
}

describe('createCustomer', () => {
  it("creates a customer with defaults, in the account's currency, with normalized addresses", async () => {
    const made = await create({
      short_name: '  Harbor Foods ',
      email: 'Accounts@HarborFoods.test',
      emails: ['b@x.test', 'B@x.test', 'accounts@harborfoods.test'],
    })
    expect(made).toMatchObject({
      short_name: 'Harbor Foods',
      email: 'accounts@harborfoods.test',
      emails: ['b@x.test'],
      currency: 'USD',
      is_active: true,
      reminders_status: true,
      balance: '0.00',
      unapplied_credit: '0.00',
      total_paid: '0.00',
      aging: {
        currency: 'USD',
        current: '0.00',
        days_30: '0.00',
        days_60: '0.00',
        days_90: '0.00',
        over_90: '0.00',
        total: '0.00',
      },
    })
    expect(contract.create.reply.safeParse(made).success).toBe(true)
    expect(await actionsOf(made.pk)).toEqual([{ action: 'customers.create' }])
    expect(await tenant.run((ctx) => listCustomerAddresses(ctx, made.pk))).toEqual([
      'accounts@harborfoods.test',
      'b@x.test',
    ])
  })

  it('refuses a parent of another account and invalid input', async () => {
    const other = await test.tenant()
    const foreign = await other.run((ctx) => aCustomer(ctx))
    await expect(create({ short_name: 'X', parent: foreign.id })).rejects.toMatchObject({
      fields: { parent: ['This customer does not exist.'] },
    })
    for (const body of [
      {},
      { short_name: '' },
      { short_name: 'X', email: 'nope' },
      { short_name: 'X', currency: 'ABC' },
      { short_name: 'X', terms: 'net_31' },
      { short_name: 'X', balance: '1' },
      { short_name: 'X', primary_phone: '12ab' },
    ])
      expect(contract.create.body.safeParse(body).success).toBe(false)
  })
})

describe('phone numbers', () => {
  it.each([
    ['0049 30 1234567', '+49 30 1234567'],
    ['0049030123456', '+49 30123456'],
    ['0039 06 698 1234', '+39 06 698 1234'],
    ['14145550143', '+1 414-555-0143'],
    ['1 414 555 0143', '+1 414-555-0143'],
    ['414-555-0142', '(414) 555-0142'],
    ['040-123 456', '040 123 456'],
    ['555-0100 ext. 3', '555-0100 ext. 3'],
    ['', ''],
  ])('that were stored as %j become %j', async (stored, form) => {
    const { id } = await tenant.run((ctx) => aCustomer(ctx, { fax: stored }))
    await rewritePhones()
    expect((await tenant.run((ctx) => readCustomer(ctx, id))).fax).toBe(form)
    if (normalizePhone(stored) !== null) expect(normalizePhone(form)).toBe(form)
  })

  it('are accepted in common formats on creation and on update', async () => {
    const made = contract.create.body.parse({
      short_name: 'Spree Bau',
      primary_phone: '+49 30 1234567',
      mobile_phone: '414.555.0142',
      fax: '+1 (414) 555-0143',
    })
    const { pk } = await create(made)
    expect(await tenant.run((ctx) => readCustomerDetail(ctx, pk))).toMatchObject({
      primary_phone: '+49 30 1234567',
      mobile_phone: '(414) 555-0142',
      fax: '+1 414-555-0143',
    })
    const phone = contract.update.body.parse({ alternate_phone: '+49 (0)30/123.456', mobile_phone: '' })
    expect(await change(pk, phone)).toMatchObject({ alternate_phone: '+49 30 123 456', mobile_phone: '' })
  })
})

describe('updateCustomer', () => {
  it('changes only the given fields and audits them', async () => {
    const { pk } = await create({ short_name: 'Anchor', notes: 'Rings first', primary_phone: '555 0101 22' })
    const changed = await change(pk, {
      reminders_status: false,
      statements_status: false,
      late_fees_status: false,
      fax: '555 0101 23',
    })
    expect(changed).toMatchObject({
      short_name: 'Anchor',
      notes: 'Rings first',
      primary_phone: '555 0101 22',
      reminders_status: false,
      statements_status: false,
      late_fees_status: false,
      fax: '555 0101 23',
    })
    const entry = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('audit_entries')
        .select('detail')
        .where('object_id', '=', pk)
        .where('action', '=', 'customers.update')
        .executeTakeFirstOrThrow(),
    )
    expect(entry.detail).toEqual({
      changed: ['fax', 'reminders_status', 'statements_status', 'late_fees_status'],
    })
  })

  it('fixes the currency once there is an invoice', async () => {
    const { pk } = await create({ short_name: 'Zeta' })
    expect(await change(pk, { currency: 'EUR' })).toMatchObject({ currency: 'EUR' })
    await change(pk, { currency: 'USD' })
    await bill(pk)
    await expect(change(pk, { currency: 'EUR' })).rejects.toMatchObject({
      fields: { currency: ['You can’t change the currency, because this customer has invoices.'] },
    })
    expect(await change(pk, { currency: 'USD', notes: 'same currency' })).toMatchObject({
      notes: 'same currency',
      balance: '123.45',
      aging: { days_30: '123.45', total: '123.45' },
    })
  })

  it('refuses a circle of parents, even by two parallel changes', async () => {
    const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((short_name) => create({ short_name })))
    await change(b!.pk, { parent: a!.pk })
    await change(c!.pk, { parent: b!.pk })
    await expect(change(a!.pk, { parent: c!.pk })).rejects.toMatchObject({
      fields: { parent: ['This customer is already below this one. Choose another parent.'] },
    })
    await expect(change(a!.pk, { parent: a!.pk })).rejects.toMatchObject({
      fields: { parent: expect.any(Array) },
    })
    await change(b!.pk, { parent: null })
    const race = await Promise.allSettled([
      change(a!.pk, { parent: b!.pk }),
      change(b!.pk, { parent: a!.pk }),
    ])
    expect(race.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it('returns not_found for a customer of another account', async () => {
    const other = await test.tenant()
    const { pk } = await create({ short_name: 'Mine' })
    for (const attempt of [
      () => change(pk, { notes: 'theirs' }, other),
      () => other.run((ctx) => readCustomer(ctx, pk)),
      () => other.run((ctx) => readCustomerDetail(ctx, pk)),
      () => other.run((ctx) => listCustomerAddresses(ctx, pk)),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.run((ctx) => customerForNewInvoice(ctx, pk))).rejects.toMatchObject({
      fields: { customer: ['This customer does not exist.'] },
    })
  })

  it('refuses new invoices for an inactive customer, and locks currency and state while one is written', async () => {
    const { pk } = await create({ short_name: 'Sleeper' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let took = () => {}
    const taken = new Promise<void>((resolve) => {
      took = resolve
    })
    const writing = tenant.run(async (ctx) => {
      await customerForNewInvoice(ctx, pk)
      took()
      await held
    })
    await taken
    let changed = false
    const changing = change(pk, { is_active: false }).then(() => {
      changed = true
    })
    await sleep(100)
    expect(changed).toBe(false)
    release()
    await Promise.all([writing, changing])
    await expect(tenant.run((ctx) => customerForNewInvoice(ctx, pk))).rejects.toMatchObject({
      fields: { customer: ['This customer is inactive. Activate them to invoice them.'] },
    })
  })
})

describe('two people who change one customer', () => {
  it('refuses the second change of a field, with what is there now, and takes it when it is sent knowingly', async () => {
    const { pk } = await create({ short_name: 'Pelham', email: 'a@pelham.test' })
    await change(pk, {
      email: 'b@pelham.test',
      notes: 'Call first.',
      if_unchanged: { email: 'a@pelham.test', notes: '' },
    })
    const second = {
      email: 'c@pelham.test',
      emails: ['d@pelham.test'],
      if_unchanged: { email: 'a@pelham.test', emails: [] },
    }
    await expect(change(pk, second)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      fields: {
        email: [
          expect.stringMatching(
            /^You, in another window, changed this on \w+ \d+, \d{4}, \d+:\d\d [AP]M: it is “b@pelham\.test” now\. Save again/,
          ),
        ],
      },
    })
    expect(await tenant.run((ctx) => readCustomer(ctx, pk))).toMatchObject({ extraEmails: [] })
    const changed = await change(pk, { ...second, if_unchanged: { email: 'b@pelham.test', emails: [] } })
    expect(changed).toMatchObject({ email: 'c@pelham.test', emails: ['d@pelham.test'], notes: 'Call first.' })
  })

  it('keeps the roles of addresses that stay, and refuses one that somebody else changed', async () => {
    const [ap, tax] = ['ap@pelham.test', 'tax@pelham.test']
    const roles = [{ email: tax, role: 'copy' as const }]
    const { pk } = await create({ short_name: 'Pelham', emails: [ap, tax], email_roles: roles })
    expect(await change(pk, { emails: [tax] })).toMatchObject({ emails: [tax], email_roles: roles })
    const mine = [{ email: tax, role: 'receipts' as const }]
    await expect(change(pk, { email_roles: mine, if_unchanged: { email_roles: [] } })).rejects.toMatchObject({
      fields: { email_roles: [expect.stringContaining('it is “tax@pelham.test copy” now')] },
    })
    const changed = await change(pk, { email_roles: mine, if_unchanged: { email_roles: roles } })
    expect(changed.email_roles).toEqual(mine)
    expect(await change(pk, { emails: [ap] })).toMatchObject({ emails: [ap], email_roles: [] })
    const unknown = { email_roles: [{ email: ap, role: 'boss' }] }
    expect(contract.update.body.safeParse(unknown).success).toBe(false)
  })

  it('lets both change different fields, or make the same change', async () => {
    const { pk } = await create({ short_name: 'Elm' })
    await change(pk, { notes: 'Pays late.', is_active: false })
    const same = { notes: 'Pays late.', fax: '+1 414 555 0142', if_unchanged: { notes: '', fax: '' } }
    expect(await change(pk, same)).toMatchObject({ notes: 'Pays late.', is_active: false })
    expect(() => contract.update.body.parse({ if_unchanged: { balance: '1.00' } })).toThrow()
  })
})

describe('customers that belong to another one', () => {
  it('are named on its page, those who owe most first, and counted', async () => {
    const { pk: parent } = await create({ short_name: 'Head Office' })
    const { pk: east } = await create({ short_name: 'East', parent })
    const { pk: west } = await create({ short_name: 'West', parent })
    await create({ short_name: 'Below East', parent: east })
    await bill(west)
    const none = { currency: 'USD', balance: '0.00', open_invoices_count: 0 }
    expect(await tenant.run((ctx) => readCustomerDetail(ctx, parent))).toMatchObject({
      children: [
        { pk: west, short_name: 'West', currency: 'USD', balance: '123.45', open_invoices_count: 1 },
        { pk: east, short_name: 'East', ...none },
      ],
      children_count: 2,
    })
    expect(await tenant.run((ctx) => readCustomerDetail(ctx, west))).toMatchObject({
      children: [],
      children_count: 0,
    })
  })

  it('are counted where they are too many to name', async () => {
    const { pk: parent } = await create({ short_name: 'Chain' })
    for (let at = 0; at < 22; at++) await create({ short_name: `Shop ${at}`, parent })
    const { children, children_count } = await tenant.run((ctx) => readCustomerDetail(ctx, parent))
    expect([children.length, children_count]).toEqual([20, 22])
  })
})
