import { describe, expect, it } from 'vitest'
import { setUpMergingFirm } from '../../../testing/accounting/merging-firm.ts'
import { updateSettings } from '../accounts/testing.ts'
import { autoPaymentsOf, runDue } from '../auto-payments/testing.ts'
import { moveCustomers } from '../customers/index.ts'
import { aGroup, changeSwitches } from '../customers/testing.ts'
import { listOwnPlans } from '../payment-plans/index.ts'
import { aConfirmedPlan, movePlansOf, readPlan } from '../payment-plans/testing.ts'
import { cardForm, expectSoundBooks, pay, portalOf, sandboxCounts } from '../payments/testing.ts'
import { aFlow, checkBeforeSending, decisionsOf, remindersOf, sendDueOf } from '../reminders/testing.ts'
import { changeSettings, sendScheduledOf } from '../statements/testing.ts'

/** Sets up a company whose customers have addresses, and which is on. Invoices are due on 2026-12-01. */
function setUpOwing() {
  const firm = setUpMergingFirm()
  const { tenant, xero } = firm
  return {
    ...firm,
    /** Adds two customers, and invoices of the first one by number. Returns their ids there and here. */
    addOwing: async (names: readonly [string, string], numbers: readonly string[]) => {
      const there = await firm.add(...names)
      for (const [at, id] of there.entries()) {
        const EmailAddress = `${names[at]!.toLowerCase().replaceAll(' ', '-')}@merge.test`
        xero.books.put('Contacts', { ...xero.books.find('Contacts', id), EmailAddress })
      }
      for (const number of numbers) xero.books.addInvoice(there[0], 100, number)
      expect(await firm.sync()).toBe('done')
      await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
      return { there, here: [await firm.idOf(names[0]), await firm.idOf(names[1])] as const }
    },
    merge: async ([from, into]: readonly string[]) => {
      xero.books.mergeContact(from!, into!)
      expect(await firm.sync()).toBe('done')
      await firm.follow()
    },
    /** Parts the first of these customers from the second again, which gives its invoices back. */
    partAgain: async ([from, into]: readonly string[]) => {
      firm.part(from!)
      for (const invoice of xero.books.list('Invoices'))
        if ((invoice.Contact as { ContactID: string }).ContactID === into)
          xero.books.put('Invoices', { ...invoice, Contact: { ContactID: from! } })
      expect(await firm.sync()).toBe('done')
      await firm.follow()
    },
    /** Reads the books in the morning of a day, so that what is due then is done next. */
    goTo: async (day: string) => {
      firm.test.clock.set(`${day}T15:00:00Z`)
      expect(await firm.sync()).toBe('done')
    },
    mails: (kind: string) =>
      tenant.run(async ({ db }) => {
        const rows = await db
          .selectFrom('mail_messages')
          .select('to_address')
          .where('kind', '=', kind)
          .execute()
        return rows.map((row) => row.to_address)
      }),
  }
}

describe('a confirmed payment plan of a customer that the books merge', () => {
  const firm = setUpOwing()
  const { tenant } = firm
  const ownOf = async (customer: string) => {
    const query = { page: 1, page_size: 50, search: '', order_by: 'date' } as const
    const app = tenant.uow().app
    return (await tenant.run((ctx) => listOwnPlans({ ...ctx, actor: portalOf(app, customer) }, query))).count
  }

  it('goes on for the other one, who is reminded and charged nothing, and returns when the merge ends', async () => {
    const names = ['Plan Poplar', 'Plan Privet'] as const
    const { there, here } = await firm.addOwing(names, ['2001', '2002'])
    const { id } = await firm.invoiceOf('2001')
    const payer = tenant.uow(portalOf(tenant.uow().app, here[0]))
    const card = cardForm('100.00', { enable_auto_payments: true })
    await pay(payer, (await firm.invoiceOf('2002')).id, card)
    const { charges } = await sandboxCounts(tenant)
    const plan = await tenant.run((ctx) => aConfirmedPlan(ctx, [id], { chargesItself: true }))
    const read = () => tenant.run((ctx) => readPlan(ctx, plan.pk))
    await firm.merge(there)
    await movePlansOf(tenant)
    expect(await read()).toMatchObject({
      ...{ state: 'confirmed', customer: { pk: here[1] }, charges_itself: false },
      agreement: { by: 'Pat Payer', text: expect.stringContaining('Plan Poplar owes') },
    })
    expect([await ownOf(here[0]), await ownOf(here[1])]).toEqual([0, 1])
    for (const day of ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28']) {
      await firm.goTo(day)
      await movePlansOf(tenant)
      await runDue(tenant)
    }
    const reminded = await firm.mails('payment-plans.installment')
    expect(reminded).toEqual(['plan-privet@merge.test', 'plan-privet@merge.test'])
    expect([(await sandboxCounts(tenant)).charges, await autoPaymentsOf(tenant)]).toEqual([charges, []])
    await firm.partAgain(there)
    await movePlansOf(tenant)
    expect(await read()).toMatchObject({ state: 'confirmed', customer: { pk: here[0] } })
    expect([await ownOf(here[0]), await ownOf(here[1])]).toEqual([1, 0])
    await expectSoundBooks(tenant)
  })

  it('stays where it was agreed when the books give its invoice to any other customer', async () => {
    const { there, here } = await firm.addOwing(['Kept Kale', 'Any Aster'], ['2003'])
    const { id } = await firm.invoiceOf('2003')
    const plan = await tenant.run((ctx) => aConfirmedPlan(ctx, [id]))
    const invoice = firm.xero.books.list('Invoices').find((one) => one.InvoiceNumber === '2003')!
    firm.xero.books.put('Invoices', { ...invoice, Contact: { ContactID: there[1] } })
    expect(await firm.sync()).toBe('done')
    expect((await firm.invoiceOf('2003')).customer_id).toBe(here[1])
    await movePlansOf(tenant)
    expect(await tenant.run((ctx) => readPlan(ctx, plan.pk))).toMatchObject({ customer: { pk: here[0] } })
    expect(await ownOf(here[1])).toBe(0)
  })
})

describe.each([
  ['left before', true],
  ['waits to be sent', false],
])('reminders in progress for a customer that the books merge, of which one %s,', (_, hasLeft) => {
  const firm = setUpOwing()
  const { tenant } = firm

  it('go on for the other one: no step twice, and none to the former one', async () => {
    const { there } = await firm.addOwing(['Remind Rue', 'Remind Rye'], ['3001', '3002'])
    await tenant.run((ctx) => aFlow(ctx, [{ offset_days: 3 }, { offset_days: 9 }]))
    const ids = await Promise.all(['3001', '3002'].map(async (one) => (await firm.invoiceOf(one)).id))
    await firm.goTo('2026-12-04')
    await sendDueOf(tenant)
    const [first] = await remindersOf(tenant)
    expect(first).toMatchObject({ to: 'remind-rue@merge.test', subject: '2 invoices are past due' })
    await firm.merge(there)
    // A mail that waits is about invoices of another customer by now, so it goes to that one.
    if (!hasLeft) expect(await tenant.run((ctx) => checkBeforeSending(ctx, first!.id))).toBe(false)
    for (const day of ['2026-12-04', '2026-12-04', '2026-12-05', '2026-12-10', '2026-12-10', '2026-12-11']) {
      await firm.goTo(day)
      await sendDueOf(tenant)
    }
    const later = (await remindersOf(tenant)).filter(({ id }) => id !== first!.id)
    expect(later.map(({ to }) => to)).toEqual(Array(hasLeft ? 1 : 2).fill('remind-rye@merge.test'))
    for (const { text } of later) {
      expect(text).toContain('Hello Remind Rye')
      expect(text).not.toContain('Rue')
    }
    const decided = ['Day 3: sent', ...(hasLeft ? [] : ['Day 3: sent']), 'Day 9: sent']
    for (const id of ids) expect(await decisionsOf(tenant, id)).toEqual(decided)
  })
})

describe('the group and the statements of a customer that the books merge', () => {
  const firm = setUpOwing()
  const { tenant } = firm

  it('stay its own: its invoices follow the switches of the other one until they are parted', async () => {
    const { there, here } = await firm.addOwing(['Group Gorse', 'Group Grape'], ['4001'])
    const group = await tenant.run((ctx) => aGroup(ctx, 'Quiet'))
    await tenant.run((ctx) => moveCustomers(ctx, { group, customers: [here[0]] }))
    await tenant.run((ctx) =>
      changeSwitches(ctx, group, { reminders_status: false, statements_status: false }),
    )
    await tenant.run((ctx) =>
      changeSettings(ctx, { kind: 'open_item', send_day: 1, send_hour: 9, only_open: true }),
    )
    const off = (by: string) => ({
      group: { name: 'Quiet' },
      switches: { reminders: { on: false, off_by: by }, statements: { on: false, off_by: by } },
    })
    const on = { group: null, switches: { reminders: { on: true }, statements: { on: true } } }
    await firm.merge(there)
    expect(await firm.read('Group Gorse')).toMatchObject(off('inactive'))
    expect(await firm.read('Group Grape')).toMatchObject({ ...on, balance: '100.00' })
    await firm.goTo('2026-12-01')
    for (let times = 0; times < 2; times++) await sendScheduledOf(tenant)
    const stated = () => firm.mails('statements.statement')
    expect(await stated()).toEqual(['group-grape@merge.test'])
    await firm.partAgain(there)
    expect(await firm.read('Group Gorse')).toMatchObject({ ...off('group'), balance: '100.00' })
    expect(await firm.read('Group Grape')).toMatchObject({ ...on, balance: '0.00' })
    await firm.goTo('2027-01-01')
    await sendScheduledOf(tenant)
    expect(await stated()).toEqual(['group-grape@merge.test'])
  })
})
