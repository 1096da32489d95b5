import { beforeEach, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import { storeFile } from '../../../platform/files.ts'
import { connectSandbox } from '../../accounting/testing.ts'
import { changeFlags } from '../../accounts/index.ts'
import { updateSettings } from '../../accounts/testing.ts'
import { aCustomer, aGroup } from '../../customers/testing.ts'
import { aDraft } from '../../invoices/testing.ts'
import { aLateFeeRule } from '../../late-fees/testing.ts'
import { aPortalLogin } from '../../portal/testing.ts'
import { aFlow } from '../../reminders/testing.ts'
import { checkStep } from './check-step.ts'
import { readOnboarding } from './read-onboarding.ts'

const test = setUpTestApp()
let tenant: Tenant

beforeEach(async () => {
  tenant = await test.tenant({ name: '' })
})

const progress = async () => (await tenant.run(readOnboarding)).onboarding_progress
const audited = () =>
  tenant.run(({ db }) =>
    db.selectFrom('audit_entries').select('detail').where('action', '=', 'onboarding.check-step').execute(),
  )

const NOTHING = {
  complete_registration: false,
  add_company_information_and_logo: false,
  create_first_local_invoice: false,
  complete_payment_settings: false,
  send_customer_portal_invites: false,
  setup_custom_groups: false,
  create_invoice_reminder_workflow: false,
  setup_late_fees: false,
  activate_platform: false,
}

it("completes a step when the account's data shows it", async () => {
  expect(await progress()).toEqual(NOTHING)
  await tenant.run(async (ctx) => {
    await ctx.db.updateTable('companies').set({ name: 'Harbor Lights', addressline1: '1 Quay' }).execute()
    await aDraft(ctx)
    const customer = await aCustomer(ctx)
    await aPortalLogin(ctx, { email: 'a@harbor.test', customerIds: [customer.id] })
  })
  expect(await progress(), 'an address alone is half of a step').toEqual({
    ...NOTHING,
    complete_registration: true,
    create_first_local_invoice: true,
    send_customer_portal_invites: true,
  })
  await tenant.run(async (ctx) => {
    await aGroup(ctx)
    await aFlow(ctx, [{ offset_days: 3 }])
    await aLateFeeRule(ctx, 'on')
    await updateSettings(ctx, { system_enabled: true })
  })
  expect(await progress()).toMatchObject({
    setup_custom_groups: true,
    create_invoice_reminder_workflow: true,
    setup_late_fees: true,
    activate_platform: true,
  })
  await tenant.run(async (ctx) => {
    const logo = { name: 'logo.png', mediaType: 'image/png', bytes: Buffer.from('logo') }
    await ctx.db
      .updateTable('companies')
      .set({ logo_file_id: await storeFile(ctx, logo) })
      .execute()
  })
  expect(await progress()).toMatchObject({ add_company_information_and_logo: true })
})

it('completes a step when a member marks it, and audits that', async () => {
  for (let times = 0; times < 2; times++)
    expect(
      (await tenant.run((ctx) => checkStep(ctx, 'complete_payment_settings'))).onboarding_progress,
    ).toEqual({
      ...NOTHING,
      complete_payment_settings: true,
    })
  expect(await audited()).toEqual(Array(2).fill({ detail: { step: 'complete_payment_settings' } }))
})

it('omits the invoice step for an account without local invoices, and refuses to mark it', async () => {
  await tenant.run((ctx) => changeFlags(ctx, { 'local-invoices': false }))
  const { create_first_local_invoice: _, ...others } = NOTHING
  expect(await progress()).toEqual(others)
  await expect(tenant.run((ctx) => checkStep(ctx, 'create_first_local_invoice'))).rejects.toMatchObject({
    fields: { onboarding_step: ['This account doesn’t have this step.'] },
  })
})

it('asks an account of an accounting platform to connect it, until it was read', async () => {
  await tenant.run(({ db }) => db.updateTable('accounts').set({ account_type: 'provider' }).execute())
  expect(await progress()).toMatchObject({ connect_accounting_platform: false })
  expect(await progress()).not.toHaveProperty('create_first_local_invoice')
  await connectSandbox(tenant)
  expect(await progress()).toMatchObject({ connect_accounting_platform: true })
})
