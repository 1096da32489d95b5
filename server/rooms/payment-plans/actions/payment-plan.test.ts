import { expect, it } from 'vitest'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { rowsOfExport } from '../../../../testing/exports/rows-of-export.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { actingAs, type Ctx } from '../../../platform/context.ts'
import { readStoredFile } from '../../../platform/files.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { updateSettings } from '../../accounts/testing.ts'
import { drawStoredDocument } from '../../documents/index.ts'
import { readInvoice, voidInvoice } from '../../invoices/index.ts'
import { asCustomer, settle } from '../../invoices/testing.ts'
import { tasksOf } from '../../worklist/testing.ts'
import {
  aConfirmationToken,
  aConfirmedPlan,
  anOwingCustomer,
  aProposal,
  aWrittenSchedule,
  cancelPlan,
  choosePlan,
  confirmAs,
  confirmByLink,
  letCustomersChoose,
  movePlansOf,
  proposePlan,
  readPlan,
  readProposal,
  updateProposal,
} from '../testing.ts'
import { exportPlans } from './read/export-plans.ts'
import { listOwnPlans } from './read/list-own-plans.ts'
import { listPlans } from './read/list-plans.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const run = <T>(work: (ctx: Ctx) => Promise<T>) => tenant.run(work)

const invoices = (...amounts: string[]) => run((ctx) => anOwingCustomer(ctx, amounts))
const pay = (id: string, minor: bigint) => run(async (ctx) => settle(ctx, await readInvoice(ctx, id), minor))
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error
  return error
}
const stateOf = async (id: string) => {
  const plan = await run((ctx) => readPlan(ctx, id))
  return [plan.state, ...plan.installments.map(({ status, balance }) => `${status} ${balance}`)]
}

it('covers several invoices, and payments settle the earliest installments', async () => {
  const { ids } = await invoices('100.00', '200.00')
  const plan = await run((ctx) => aConfirmedPlan(ctx, ids, { count: 3 }))
  expect(await stateOf(plan.pk)).toEqual(['confirmed', 'Open 100.00', 'Open 100.00', 'Open 100.00'])
  await pay(ids[1]!, 130_00n)
  expect(await stateOf(plan.pk)).toEqual(['confirmed', 'Open 100.00', 'Paid 0.00', 'Open 70.00'])
  await pay(ids[0]!, 100_00n)
  await pay(ids[1]!, 70_00n)
  await movePlansOf(tenant)
  expect((await stateOf(plan.pk))[0]).toBe('completed')
})

it('refuses what a plan can’t cover, beside the field', async () => {
  const { ids } = await invoices('100.00')
  const other = await invoices('50.00')
  const installments = await run((ctx) => aWrittenSchedule(ctx, ids))
  const propose = (more: object) =>
    refusal(
      run((ctx) =>
        proposePlan(ctx, { invoices: ids, installments, message: '', fee: '', email: false, ...more }),
      ),
    )
  expect((await propose({ invoices: [...ids, ...other.ids] })).fields).toEqual({
    invoices: ['Choose invoices of one customer.'],
  })
  expect((await propose({ installments: installments.slice(1) })).fields).toEqual({
    installments: ['The installments add up to $75.00, $25.00 less than the $100.00 that is owed.'],
  })
  const wrong = [{ ...installments[0]!, amount: 'ten' }, ...installments.slice(1)]
  expect(Object.keys((await propose({ installments: wrong })).fields!)).toEqual(['installments.0.amount'])
  await run((ctx) => aProposal(ctx, ids))
  expect((await propose({})).fields!.invoices![0]).toMatch(/is on another payment plan/)
})

it('is confirmed by its link once, and keeps who agreed to what', async () => {
  const { ids } = await invoices('100.00')
  const plan = await run((ctx) => aProposal(ctx, ids, 2))
  const token = await run((ctx) => aConfirmationToken(ctx, plan.pk))
  const shown = await test.transact((ctx) => readProposal(ctx, token))
  expect(shown).toMatchObject({ state: 'proposed', total: '100.00', may_charge_itself: false })
  expect(shown.agreement_text).toContain('$100.00 on invoice')
  const german = await test.transact((ctx) => readProposal({ ...ctx, language: 'de' }, token))
  expect(german.agreement_text, 'dates and amounts as its reader writes them').toMatch(
    /100,00\s\$ .* vom \d+\. \p{L}+\.? \d{4} bis zum \d+\. \p{L}+\.? \d{4}/u,
  )
  const given = {
    token,
    name: 'Pat Payer',
    agreed: true,
    revision: 1,
    total: '100.00',
    charges_itself: false,
  } as const
  const stale = await refusal(test.transact((ctx) => confirmByLink(ctx, { ...given, total: '90.00' })))
  expect(stale.code).toBe('conflict')
  const confirmed = await test.transact((ctx) => confirmByLink(ctx, given))
  expect(confirmed).toMatchObject({ state: 'confirmed', confirmed_by: 'Pat Payer' })
  expect(confirmed.pay_url).toContain('/pay-invoice?token=')
  const again = await test.transact((ctx) => confirmByLink(ctx, { ...given, name: 'Somebody Else' }))
  expect(again.confirmed_by).toBe('Pat Payer')
  const { agreement } = await run((ctx) => readPlan(ctx, plan.pk))
  expect(agreement).toMatchObject({
    by: 'Pat Payer',
    via: 'link',
    ip: '127.0.0.1',
    text: shown.agreement_text,
  })
  const mails = await run((ctx) =>
    ctx.db.selectFrom('mail_messages').selectAll().where('related_id', '=', plan.pk).execute(),
  )
  expect(mails.map(({ kind }) => kind)).toEqual(['payment-plans.confirmed'])
  const stored = await run((ctx) => readStoredFile(ctx, mails[0]!.attachments.at(-1)!.fileId))
  const file = await drawStoredDocument(tenant.uow(), stored!)
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

it('ends links to a proposal that was changed, and refuses unknown ones', async () => {
  const { ids } = await invoices('100.00')
  const plan = await run((ctx) => aProposal(ctx, ids))
  const token = await run((ctx) => aConfirmationToken(ctx, plan.pk))
  const installments = await run((ctx) => aWrittenSchedule(ctx, ids, 2))
  const body = { installments, message: 'Two are enough', fee: '', revision: 1, email: true }
  const changed = await run((ctx) => updateProposal(ctx, plan.pk, body))
  expect(changed).toMatchObject({ installment_count: 2, revision: 2, message: 'Two are enough' })
  expect((await refusal(run((ctx) => updateProposal(ctx, plan.pk, body)))).code).toBe('conflict')
  for (const ended of [token, 'x', 'a'.repeat(43)])
    expect((await refusal(test.transact((ctx) => readProposal(ctx, ended)))).code).toBe('token_expired')
})

it('defaults after the days of grace with a task, and goes on when the installment is paid', async () => {
  const { ids } = await invoices('100.00')
  const plan = await run((ctx) => aConfirmedPlan(ctx, ids, { count: 2 }))
  test.clock.advance(12 * DAY_MS)
  await movePlansOf(tenant)
  expect(await stateOf(plan.pk)).toEqual(['confirmed', 'Overdue 50.00', 'Open 50.00'])
  test.clock.advance(DAY_MS)
  await movePlansOf(tenant)
  expect((await stateOf(plan.pk))[0]).toBe('defaulted')
  const task = `follow_up: Payment plan for ${plan.invoices[0]!.number} defaulted`
  expect(await tasksOf(tenant)).toContain(`${task} (open)`)
  const { counts } = await run((ctx) =>
    listPlans(ctx, {
      state: 'missed',
      page: 1,
      page_size: 10,
      search: plan.invoices[0]!.number,
      order_by: 'next_due_date',
    }),
  )
  expect(counts.missed).toBe(1)
  await pay(ids[0]!, 50_00n)
  await movePlansOf(tenant)
  expect(await stateOf(plan.pk)).toEqual(['confirmed', 'Paid 0.00', 'Open 50.00'])
  expect(await tasksOf(tenant)).toContain(`${task} (done)`)
})

it('reminds of each installment once before it is due and once after it was missed', async () => {
  const { ids } = await invoices('100.00')
  await run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await run((ctx) => aConfirmedPlan(ctx, ids, { count: 2 }))
  const subjects = async () =>
    (
      await run((ctx) =>
        ctx.db
          .selectFrom('mail_messages')
          .select('subject')
          .where('kind', '=', 'payment-plans.installment')
          .where('related_id', '=', ids[0]!)
          .orderBy('id')
          .execute(),
      )
    ).map(({ subject }) => subject.replace(/ (due|was due) .*/, ' $1'))
  for (let day = 0; day < 12; day += 1) {
    test.clock.advance(DAY_MS)
    await movePlansOf(tenant)
    await movePlansOf(tenant)
  }
  expect(await subjects()).toEqual([
    'Installment of $50.00 due',
    'Missed installment: $50.00 was due',
    'Installment of $50.00 due',
  ])
})

it('lists a customer’s confirmed plans with the shares of each invoice', async () => {
  const { customer, ids } = await invoices('100.00', '200.00')
  await run((ctx) => aConfirmedPlan(ctx, ids, { count: 2 }))
  const query = { page: 1, page_size: 5, search: '', order_by: 'number' } as const
  const list = await tenant.run((ctx) => listOwnPlans(ctx, query), asCustomer(customer))
  expect(
    list.results.map(({ invoice, installments }) => [
      invoice.pk,
      installments.map((one) => one.total_amount),
    ]),
  ).toEqual([
    [ids[0], ['100.00']],
    [ids[1], ['50.00', '150.00']],
  ])
  expect(list.results[0]!.installments[0]).toMatchObject({ status: 'Open', down_payment: false })
  const shown = await tenant.run((ctx) => readInvoice(ctx, ids[0]!))
  expect(shown.payment_plan).toMatchObject({ state: 'confirmed' })
})

it('lets a payer choose within the policy, and the same choice changes nothing', async () => {
  const { customer, ids } = await invoices('100.00')
  const body = {
    interval: 'monthly',
    count: 3,
    total: '100.00',
    name: 'Pat',
    agreed: true,
    charges_itself: false,
  } as const
  const choose = (more: object = {}) =>
    tenant.run((ctx) => choosePlan(ctx, ids[0]!, { ...body, ...more }), asCustomer(customer))
  expect((await refusal(choose())).code).toBe('invalid_input')
  await run((ctx) => letCustomersChoose(ctx))
  expect((await refusal(choose({ count: 7 }))).fields).toEqual({
    count: ['This payment plan is not offered. Choose another one.'],
  })
  const plan = await choose()
  expect(plan).toMatchObject({ state: 'confirmed', total: '100.00' })
  expect((await choose()).pk).toBe(plan.pk)
  await run((ctx) => cancelPlan(ctx, plan.pk, 'They pay at once'))
  expect((await stateOf(plan.pk))[0]).toBe('canceled')
})

it('puts no deposit for the trust account on a plan, neither chosen nor confirmed', async () => {
  const { ids, customer } = await invoices('100.00', '80.00')
  const toTrust = (id: string) =>
    run(({ db }) => db.updateTable('invoices').set({ deposit_to: 'trust' }).where('id', '=', id).execute())
  await toTrust(ids[0]!)
  await run((ctx) => letCustomersChoose(ctx))
  const choice = { interval: 'monthly', count: 2, total: '100.00', name: 'Pat', agreed: true } as const
  const choose = () =>
    tenant.run((ctx) => choosePlan(ctx, ids[0]!, { ...choice, charges_itself: false }), asCustomer(customer))
  expect((await refusal(choose())).code).toBe('invalid_input')
  const plan = await run((ctx) => aProposal(ctx, [ids[1]!]))
  await toTrust(ids[1]!)
  expect((await refusal(run((ctx) => confirmAs(ctx, plan)))).code).toBe('wrong_state')
})

it('cancels a proposal when its invoices are settled', async () => {
  const { ids } = await invoices('100.00')
  const plan = await run((ctx) => aProposal(ctx, ids))
  await pay(ids[0]!, 100_00n)
  expect((await refusal(run((ctx) => confirmAs(ctx, plan)))).code).toBe('wrong_state')
  await movePlansOf(tenant)
  expect(await run((ctx) => readPlan(ctx, plan.pk))).toMatchObject({
    state: 'canceled',
    ended_because: 'Nothing is owed any more.',
  })
})

it('leaves a voided invoice out of its installments, and the others as they are', async () => {
  const { ids } = await invoices('40.00', '60.00')
  const { pk } = await run((ctx) => aConfirmedPlan(ctx, ids, { count: 5 }))
  await run((ctx) => voidInvoice(ctx, ids[0]!, ''))
  const plan = await run((ctx) => readPlan(ctx, pk))
  expect(plan).toMatchObject({ total: '60.00', remaining: '60.00', installment_count: 3, paid_count: 0 })
  expect(plan.installments.map(({ number, amount, balance }) => [number, amount, balance])).toEqual([
    [3, '20.00', '20.00'],
    [4, '20.00', '20.00'],
    [5, '20.00', '20.00'],
  ])
})

it('exports the plans that the list shows, in its order', async () => {
  const { ids } = await invoices('100.00')
  test.clock.advance(1000)
  const plan = await run((ctx) => aConfirmedPlan(ctx, ids, { count: 4 }))
  const request = {
    search: '',
    customer: undefined,
    invoice: undefined,
    order_by: '-created',
    format: 'csv',
  } as const
  const exported = (state: 'all' | 'canceled') =>
    rowsOfExport(exportPlans(tenant.uow(), { ...request, state }))
  const [first] = await exported('all')
  expect(first).toMatchObject({
    Status: 'confirmed',
    Total: '100.00',
    Remaining: '100.00',
    Installments: '4',
  })
  const listed = await run((ctx) => listPlans(ctx, { ...request, state: 'all', page: 1, page_size: 100 }))
  expect((await exported('all')).length).toBe(listed.count)
  expect(listed.results[0]!.pk).toBe(plan.pk)
  expect((await exported('canceled')).every((row) => row.Status === 'canceled')).toBe(true)
})

it('is not confirmed by a customer for an invoice that is another one’s by now', async () => {
  const { customer, ids } = await invoices('100.00')
  const { customer: other } = await invoices('70.00')
  const plan = await run((ctx) => aProposal(ctx, ids, 2))
  await run((ctx) =>
    ctx.db
      .updateTable('invoices')
      .set({ customer_id: other })
      .where('account_id', '=', ctx.accountId)
      .where('id', '=', ids[0]!)
      .execute(),
  )
  // This customer no longer sees the invoice.
  for (const actor of [asCustomer(customer), null]) {
    const confirming = run((ctx) => confirmAs(actor ? actingAs(ctx, actor) : ctx, plan))
    expect((await refusal(confirming))?.code).toBe('wrong_state')
  }
})
