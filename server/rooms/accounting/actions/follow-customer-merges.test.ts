import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../testing/accounting/moving-firm.ts'
import { readCustomerDetail, undoMerge } from '../../customers/index.ts'

/** Sets up a company with two customers in Xero, of whom Birch has an invoice. */
function setUpTwo() {
  const firm = setUpMovingFirm()
  const { tenant, xero } = firm
  const idOf = (name: string) =>
    tenant.run(({ db }) =>
      db.selectFrom('customers').select('id').where('short_name', '=', name).executeTakeFirstOrThrow(),
    )
  const read = async (name: string) => {
    const { id } = await idOf(name)
    return tenant.run((ctx) => readCustomerDetail(ctx, id))
  }
  return {
    ...firm,
    read,
    countCustomers: async () =>
      (await tenant.run(({ db }) => db.selectFrom('customers').select('id').execute())).length,
    mergeEvents: async () =>
      (
        await tenant.run(({ db }) =>
          db.selectFrom('audit_entries').select('action').orderBy('at').orderBy('id').execute(),
        )
      )
        .map(({ action }) => action)
        .filter((action) => action.startsWith('customers.') && action.includes('merge')),
    begin: async () => {
      const alder = xero.books.addContact('Alder Clinic')
      const birch = xero.books.addContact('Birch Bakery')
      xero.books.addInvoice(birch, 120, '1042')
      expect(await firm.connect('xero')).toBe('done')
      return { alder, birch }
    },
    merge: async (from: string, into: string) => {
      xero.books.mergeContact(from, into)
      expect(await firm.sync()).toBe('done')
    },
    /** The platform shows a merged contact as active again. */
    part: async (id: string) => {
      const contact = xero.books.find('Contacts', id)
      xero.books.put('Contacts', { ...contact, ContactStatus: 'ACTIVE', MergedToContactID: undefined })
      expect(await firm.sync()).toBe('done')
    },
  }
}

describe('a merge of customers in the books', () => {
  const firm = setUpTwo()

  it('is shown on both, and the merged one is not active any more', async () => {
    const { alder, birch } = await firm.begin()
    await firm.merge(birch, alder)
    const [into, from] = [await firm.read('Alder Clinic'), await firm.read('Birch Bakery')]
    expect(from).toMatchObject({
      is_active: false,
      merged_into: into.pk,
      merged_into_name: 'Alder Clinic',
      merged_in: 'Xero',
    })
    expect(into).toMatchObject({
      is_active: true,
      merged: [{ pk: from.pk, short_name: 'Birch Bakery', merged_in: 'Xero' }],
    })
    expect((await firm.invoiceOf('1042')).customer_id).toBe(into.pk)
  })

  it('is not undone here', async () => {
    const { pk } = await firm.read('Birch Bakery')
    await expect(firm.tenant.run((ctx) => undoMerge(ctx, pk))).rejects.toMatchObject({
      code: 'wrong_state',
      detail: 'Birch Bakery was merged in Xero, which says when it is not.',
    })
  })

  it('ends when the books show the merged one as active again', async () => {
    const birch = firm.xero.books.list('Contacts').find(({ Name }) => Name === 'Birch Bakery')!
    await firm.part(String(birch.ContactID))
    expect(await firm.read('Birch Bakery')).toMatchObject({
      is_active: true,
      merged_into: null,
      merged_in: null,
    })
    expect((await firm.read('Alder Clinic')).merged).toEqual([])
    expect(await firm.mergeEvents()).toEqual(['customers.merge', 'customers.undo-merge'])
    expect(await firm.countCustomers()).toBe(2)
  })
})

describe('a customer that former books merged into another', () => {
  const firm = setUpTwo()

  it('is itself again where other books have both, and merged again after the way back', async () => {
    const { alder, birch } = await firm.begin()
    await firm.merge(birch, alder)
    for (const name of ['Alder Clinic', 'Birch Bakery'])
      firm.intuit.books.put('Customer', { DisplayName: name, Active: true })
    await firm.move('quickbooks')
    expect(await firm.read('Birch Bakery')).toMatchObject({ is_active: true, merged_into: null })
    expect(await firm.countCustomers()).toBe(2)
    await firm.move('xero')
    expect(await firm.read('Birch Bakery')).toMatchObject({ is_active: false, merged_in: 'Xero' })
    expect(await firm.countCustomers()).toBe(2)
  })
})

describe('a customer that was merged into another of the same name', () => {
  const firm = setUpTwo()

  it('does not keep the other from being recognized in the next books', async () => {
    const { alder } = await firm.begin()
    const twin = firm.xero.books.addContact('Alder Clinic')
    expect(await firm.sync()).toBe('done')
    await firm.merge(twin, alder)
    firm.intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true })
    await firm.move('quickbooks')
    expect(await firm.countCustomers(), 'both, and Birch Bakery').toBe(3)
  })
})
