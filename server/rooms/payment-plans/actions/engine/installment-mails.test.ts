import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import { actingAs, type Ctx } from '../../../../platform/context.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aMark } from '../../../email-addresses/testing.ts'
import { readInvoice } from '../../../invoices/index.ts'
import { settle } from '../../../invoices/testing.ts'
import { aConfirmedPlan, anOwingCustomer, cancelPlan, movePlansOf } from '../../testing.ts'
import { checkInstallmentMail } from './check-installment-mail.ts'

const test = setUpTestApp()
let tenant: Tenant
const run = <T>(work: (ctx: Ctx) => Promise<T>) => tenant.run(work)

beforeEach(async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  tenant = await test.tenant()
  await run((ctx) => updateSettings(ctx, { system_enabled: true }))
})

/** A plan whose first installment is due in three days, and its email. */
async function aDueInstallment(change: (customer: string) => Promise<unknown> = async () => {}) {
  const { customer, ids } = await run((ctx) => anOwingCustomer(ctx, ['100.00']))
  const plan = await run((ctx) => aConfirmedPlan(ctx, ids, { count: 2 }))
  await change(customer)
  test.clock.advance(4 * DAY_MS)
  await movePlansOf(tenant)
  return { customer, invoice: ids[0]!, plan: plan.pk, mails: await mails() }
}
type Due = Awaited<ReturnType<typeof aDueInstallment>>

const mails = () =>
  run(({ db }) =>
    db
      .selectFrom('mail_messages')
      .select(['id', 'to_address as to'])
      .where('kind', '=', 'payment-plans.installment')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
const leaves = ({ mails: [mail] }: Due) =>
  run((ctx) => checkInstallmentMail(actingAs(ctx, { kind: 'system', job: 'mail' }), mail!.id))

it('leaves while it is true', async () => {
  const due = await aDueInstallment()
  expect(due.mails.map(({ to }) => to)).toEqual(['pat@payer.test'])
  expect(await leaves(due)).toBe(true)
})

it.each<[string, (due: Due) => Promise<unknown>]>([
  [
    'the installment was paid',
    ({ invoice }) => run(async (ctx) => settle(ctx, await readInvoice(ctx, invoice), 50_00n)),
  ],
  ['the plan was canceled', ({ plan }) => run((ctx) => cancelPlan(ctx, plan, ''))],
  ['the address was marked', () => run((ctx) => aMark(ctx, 'pat@payer.test', 'unsubscribed'))],
  [
    'reminders were switched off',
    ({ customer }) => run((ctx) => updateCustomer(ctx, customer, { reminders_status: false })),
  ],
])('does not leave when %s meanwhile', async (_, change) => {
  const due = await aDueInstallment()
  await change(due)
  expect(await leaves(due)).toBe(false)
})

it('is written again when it did not leave and is true again', async () => {
  const due = await aDueInstallment()
  await run((ctx) => updateCustomer(ctx, due.customer, { reminders_status: false }))
  expect(await leaves(due)).toBe(false)
  await run((ctx) => updateCustomer(ctx, due.customer, { reminders_status: true }))
  test.clock.advance(1000)
  await movePlansOf(tenant)
  await movePlansOf(tenant)
  expect(await mails()).toHaveLength(2)
})

it('goes to the first address that takes reminders, and to none that is marked or gets copies', async () => {
  const toThose = await aDueInstallment(async (customer) => {
    await run((ctx) => aMark(ctx, 'pat@payer.test', 'bounced'))
    await run((ctx) =>
      updateCustomer(ctx, customer, {
        emails: ['copy@payer.test', 'books@payer.test'],
        email_roles: [{ email: 'copy@payer.test', role: 'copy' }],
      }),
    )
  })
  expect(toThose.mails.map(({ to }) => to)).toEqual(['books@payer.test'])
})
