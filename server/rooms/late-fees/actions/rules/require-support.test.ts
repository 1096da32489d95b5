import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { LATE_FEES_UNSUPPORTED } from '../../../../../domain/accounts/late-fee-support.ts'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { anOpenInvoice } from '../../../invoices/testing.ts'
import { aLateFeeRule, chargeDue } from '../../testing.ts'
import { listRules } from './read-rule.ts'
import { switchOn } from './switch-rule.ts'

const { test, tenant } = setUpBooks()
const chooseType = (type: 'local' | 'provider') =>
  tenant.run((ctx) =>
    sql`update accounts set account_type = ${type} where account_id = ${ctx.accountId}`.execute(ctx.db),
  )
const countFees = async () =>
  (await tenant.run((ctx) => ctx.db.selectFrom('late_fees').select('id').execute())).length

it('is refused with the reason on an account whose platform can’t take late fees', async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  const draft = await tenant.run((ctx) => aLateFeeRule(ctx))
  await chooseType('provider')
  const turnOn = () =>
    tenant.run((ctx) => switchOn(ctx, draft.pk, { revision: draft.revision, includesLate: false }))
  await expect(turnOn()).rejects.toMatchObject({ code: 'wrong_state', message: LATE_FEES_UNSUPPORTED })
  await expect(tenant.run((ctx) => aLateFeeRule(ctx))).rejects.toMatchObject({ code: 'wrong_state' })
  expect((await tenant.run(listRules)).unsupported).toBe(LATE_FEES_UNSUPPORTED)
  await chooseType('local')
  expect((await tenant.run(listRules)).unsupported).toBeNull()
  expect(await turnOn()).toMatchObject({ state: 'on' })
})

it('charges nothing while a rule that was on stays on', async () => {
  await tenant.run(async (ctx) => {
    await sql`update accounts set system_enabled = true where account_id = ${ctx.accountId}`.execute(ctx.db)
    await sql`update late_fee_rules set covers = 'everyone_else' where account_id = ${ctx.accountId} and state = 'on'`.execute(
      ctx.db,
    )
    await anOpenInvoice(ctx, { amount: '100.00' })
  })
  test.clock.set('2027-01-20T15:00:00Z')
  const charge = () => chargeDue(tenant.uow({ kind: 'system', job: 'late-fees.charge' }))
  await chooseType('provider')
  await charge()
  expect(await countFees()).toBe(0)
  await chooseType('local')
  await charge()
  expect(await countFees()).toBe(1)
})
