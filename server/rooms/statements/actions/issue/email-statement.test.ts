import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { rowsOfExport } from '../../../../../testing/exports/rows-of-export.ts'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { aMark } from '../../../email-addresses/testing.ts'
import { readInvoice } from '../../../invoices/index.ts'
import { settle } from '../../../invoices/testing.ts'
import { anOwingCustomer } from '../../testing.ts'
import { exportStatements } from '../read/export-statements.ts'
import { listStatements } from '../read/list-statements.ts'
import { checkStatementBeforeSending } from './check-before-sending.ts'
import { emailStatement } from './email-statement.ts'

const { test, tenant } = setUpBooks()
const period = { from: '2026-11-01', to: '2026-11-20', kind: 'open_item' } as const
const email = (customer: string, more: object = {}) =>
  tenant.run((ctx) => emailStatement(ctx, customer, { ...period, again: false, ...more }))
const list = async (customer: string) =>
  (await tenant.run((ctx) => listStatements(ctx, { page: 1, page_size: 10, customer }))).results
const isLeaving = (statement: string) =>
  tenant.run(async (ctx) => {
    const { rows } = await sql<{ id: string }>`select unnest(mail_ids) as id from statements
      where account_id = ${ctx.accountId} and id = ${statement}`.execute(ctx.db)
    return checkStatementBeforeSending(ctx, rows[0]!.id)
  })

it('issues a statement once for a period, and sends the same again when asked', async () => {
  const customer = await tenant.run((ctx) => anOwingCustomer(ctx))
  const first = await email(customer)
  expect(first).toMatchObject({ number: expect.stringMatching(/^ST-\d{4}$/), to: ['owes@harbor.test'] })
  await expect(email(customer)).rejects.toMatchObject({
    code: 'statement_sent',
    message: `${first.number} was already sent for this period.`,
  })
  const { rows } = await tenant.run((ctx) =>
    sql<{
      id: string
    }>`select id from invoices where account_id = ${ctx.accountId} and customer_id = ${customer}`.execute(
      ctx.db,
    ),
  )
  await tenant.run(async (ctx) => settle(ctx, await readInvoice(ctx, rows[0]!.id), 9_000n))
  expect(await email(customer, { again: true })).toMatchObject({ pk: first.pk, number: first.number })
  expect(await list(customer)).toMatchObject([{ owed: '90.00', closing: '90.00' }])
})

it('is sent by hand also when the customer’s switch is off, and not to a marked address', async () => {
  const customer = await tenant.run((ctx) =>
    anOwingCustomer(ctx, { statementsOn: false, email: 'off@harbor.test' }),
  )
  const { pk } = await email(customer)
  expect(await isLeaving(pk)).toBe(true)
  await tenant.run((ctx) => aMark(ctx, 'off@harbor.test', 'unsubscribed'))
  expect(await isLeaving(pk)).toBe(false)
  await expect(email(customer, { again: true })).rejects.toMatchObject({ code: 'wrong_state' })
})

it.each([
  ['a customer without an address', { email: '' }, {}],
  ['a period with nothing to state', {}, { from: '2026-01-01', to: '2026-01-31' }],
  ['a currency without entries', {}, { currency: 'JPY' }],
] as const)('refuses %s', async (_, fields, more) => {
  const customer = await tenant.run((ctx) => anOwingCustomer(ctx, fields))
  await expect(email(customer, more)).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await list(customer)).toEqual([])
})

it('refuses a customer of another account', async () => {
  const customer = await tenant.run((ctx) => anOwingCustomer(ctx))
  const other = await test.tenant()
  await expect(
    other.run((ctx) => emailStatement(ctx, customer, { ...period, again: false })),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('exports the issued statements that the list shows', async () => {
  const customer = await tenant.run((ctx) => anOwingCustomer(ctx))
  const { number } = await email(customer)
  const exported = (of?: string) =>
    rowsOfExport(exportStatements(tenant.uow(), { customer: of, format: 'csv' }))
  expect(await exported(customer)).toEqual([
    expect.objectContaining({
      Statement: number,
      From: period.from,
      To: period.to,
      'Sent to': 'owes@harbor.test',
    }),
  ])
  expect((await exported()).length).toBeGreaterThanOrEqual(1)
})
