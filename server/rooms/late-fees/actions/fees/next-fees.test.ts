import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { rowsOfExport } from '../../../../../testing/exports/rows-of-export.ts'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { aDispute } from '../../../answers/testing.ts'
import { findNextFees } from '../../../fee-schedule/index.ts'
import { aFeeRule, anOpenInvoice } from '../../../invoices/testing.ts'
import { previewMail } from '../../../mail-templates/index.ts'
import { exportUpcoming } from './export-upcoming.ts'

const { test, tenant } = setUpBooks()
beforeEach(() => test.clock.set('2026-11-20T15:00:00Z'))

const switchRules = (state: 'on' | 'off') =>
  tenant.run((ctx) =>
    sql`update late_fee_rules set state = ${state}, on_since = ${state === 'on' ? '2026-11-20' : null}::date
      where account_id = ${ctx.accountId}`.execute(ctx.db),
  )
/** Creates an invoice of 1,250.00 that is due on Dec 20, under a rule of 1.25% a month after ten days. */
async function aCoveredInvoice(): Promise<string> {
  await switchRules('off')
  return tenant.run(async (ctx) => {
    await aFeeRule(ctx, '2026-11-20')
    await sql`update accounts set system_enabled = true where account_id = ${ctx.accountId}`.execute(ctx.db)
    return (await anOpenInvoice(ctx, { amount: '1250.00' })).pk
  })
}
const nextFeeOf = async (invoice: string) =>
  (await tenant.run((ctx) => findNextFees(ctx, [invoice]))).get(invoice)

it('announces the fee that comes next while nobody pays, and none without a rule that is on', async () => {
  const invoice = await aCoveredInvoice()
  expect(await nextFeeOf(invoice)).toMatchObject({ on: expect.stringMatching(/^2026-12-|^2027-01-/) })
  await switchRules('off')
  expect(await nextFeeOf(invoice)).toBeUndefined()
})

it('announces none that a dispute holds back', async () => {
  const invoice = await aCoveredInvoice()
  await tenant.run((ctx) => aDispute(ctx, invoice))
  expect(await nextFeeOf(invoice)).toBeUndefined()
})

it('announces none on an account whose platform can’t take fees', async () => {
  const invoice = await aCoveredInvoice()
  const choose = (type: string) =>
    tenant.run((ctx) =>
      sql`update accounts set account_type = ${type} where account_id = ${ctx.accountId}`.execute(ctx.db),
    )
  await choose('provider')
  expect(await nextFeeOf(invoice)).toBeUndefined()
  await choose('local')
  expect(await nextFeeOf(invoice)).toBeDefined()
})

it('is stated in a mail by variables of its text, and in its preview', async () => {
  const invoice = await aCoveredInvoice()
  const fee = (await nextFeeOf(invoice))!
  const text = 'From {{ invoice.next_late_fee_date }} on, {{ invoice.next_late_fee }} is added.'
  const request = { kind: 'invoice', language: 'en', invoice, subject: 'Invoice', body: text } as const
  const { text: mail } = await tenant.run((ctx) => previewMail(ctx, request))
  const dollars = `$${fee.minor / 100n}.${String(fee.minor % 100n).padStart(2, '0')}`
  expect(mail).toContain(`${dollars} is added.`)
})

it('exports the fees of the next 30 days as they are listed', async () => {
  const invoice = await aCoveredInvoice()
  test.clock.set('2026-12-20T15:00:00Z')
  const { on } = (await nextFeeOf(invoice))!
  const rows = await rowsOfExport(exportUpcoming(tenant.uow(), { format: 'csv' }))
  expect(rows).toContainEqual(
    expect.objectContaining({ Day: on, Remaining: '1250.00', Fee: expect.stringMatching(/^\d+\.\d\d$/) }),
  )
  await switchRules('off')
  expect(await rowsOfExport(exportUpcoming(tenant.uow(), { format: 'csv' }))).toEqual([])
})
