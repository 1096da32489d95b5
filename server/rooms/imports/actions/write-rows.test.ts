import { describe, expect, it } from 'vitest'
import { customers } from '../../../../contract/customers.ts'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { exportCustomers, updateCustomer } from '../../customers/index.ts'
import { aCustomer } from '../../customers/testing.ts'
import { bookInvoice } from '../../ledger/index.ts'
import { anUpload, checked, imported, rowsOf, written } from '../testing.ts'
import { readImport } from './read-import.ts'
import { runImport } from './run-import.ts'
import { writeRows } from './write-rows.ts'

const test = setUpTestApp()
let tenant: Tenant

const customersOf = (who: Tenant) =>
  who.run((ctx) =>
    ctx.db
      .selectFrom('customers')
      .selectAll()
      .where('account_id', '=', ctx.accountId)
      .orderBy('name_key' as never)
      .execute(),
  )
const namesOf = async (who: Tenant) => (await customersOf(who)).map((customer) => customer.short_name)

const LIST =
  'Customer,Company,Email,Phone,Street,City,Zip,Country,Terms,Currency,Active,Notes\n' +
  'Harbor Foods,Harbor Foods Ltd,"accounts@harborfoods.test; ap@harborfoods.test",+1 555 123 4567,1 Quay,Boston,="02101",USA,Net 30,,yes,"Rings\nfirst"\n' +
  'Anchor & Co,,pay@anchor.test,,,,,,,EUR,,\n' +
  'Sleeper,,,,,,,,,,no,\n'

describe('writeRows of customers', () => {
  it("creates them with all details of the file, by default in the account's currency", async () => {
    tenant = await test.tenant()
    const run = await imported(tenant, 'customers', LIST)
    expect(run).toMatchObject({
      status: 'done',
      total_rows: 3,
      checked_rows: 3,
      written_rows: 3,
      outcomes: { create: 3, reject: 0 },
    })
    expect(run.finished_at).not.toBeNull()
    const [anchor, harbor, sleeper] = await customersOf(tenant)
    expect(harbor).toMatchObject({
      short_name: 'Harbor Foods',
      company_name: 'Harbor Foods Ltd',
      email: 'accounts@harborfoods.test',
      extra_emails: ['ap@harborfoods.test'],
      primary_phone: '+1 555-123-4567',
      addressline1: '1 Quay',
      postal_code: '02101',
      terms: 'net_30',
      currency: 'USD',
      is_active: true,
      notes: 'Rings\nfirst',
    })
    expect(anchor).toMatchObject({ currency: 'EUR', reminders_on: true })
    expect(sleeper).toMatchObject({ is_active: false, email: '' })
    const audited = await tenant.run((ctx) =>
      ctx.db.selectFrom('audit_entries').select('action').where('object_id', '=', run.pk).execute(),
    )
    expect(audited.map((entry) => entry.action).sort()).toEqual([
      'imports.check',
      'imports.finish',
      'imports.run',
      'imports.upload',
    ])
  })

  it('takes the roles of other emails, and changes nothing when an export is imported', async () => {
    const fresh = await test.tenant()
    const file = (roles: string, emails = 'ap@harbor.test; cfo@harbor.test') =>
      `Name,Email,Other emails,Roles of other emails\nHarbor,a@harbor.test,${emails},"${roles}"\n`
    const rolesOf = async () => (await customersOf(fresh))[0]!.email_roles
    const receipts = [{ email: 'cfo@harbor.test', role: 'receipts' }]
    expect((await imported(fresh, 'customers', file('billing, Receipts'))).outcomes.create).toBe(1)
    expect(await rolesOf()).toEqual(receipts)
    const { parts } = await exportCustomers(fresh.uow(), customers.export.body.parse({}))
    const bytes: Uint8Array[] = []
    for await (const part of parts) bytes.push(part)
    const exported = Buffer.concat(bytes)
    expect(exported.toString()).toContain('"ap@harbor.test, cfo@harbor.test","billing, receipts"')
    const before = await customersOf(fresh)
    expect((await imported(fresh, 'customers', exported)).outcomes).toMatchObject({ unchanged: 1, update: 0 })
    expect(await customersOf(fresh)).toEqual(before)
    expect((await imported(fresh, 'customers', file('', 'new@harbor.test'))).outcomes.update).toBe(1)
    expect(await rolesOf()).toEqual(receipts)
    expect((await imported(fresh, 'customers', file('copy; billing'))).outcomes.update).toBe(1)
    expect(await rolesOf()).toEqual([{ email: 'ap@harbor.test', role: 'copy' }])
    const words = 'Use billing, copy or receipts.'
    for (const [roles, error] of [
      ['billing, boss', `“boss” isn’t a role. ${words}`],
      ['copy', `Name one role for each of the other emails, in their order: 1 for 2 now. ${words}`],
      ['copy, ', `A role is missing. ${words}`],
    ] as const) {
      const upload = await checked(fresh, await anUpload(fresh, 'customers', file(roles)))
      expect(await rowsOf(fresh, upload)).toMatchObject([
        { outcome: 'reject', errors: { email_roles: [error] } },
      ])
    }
  })

  it('changes nothing when imported twice, and keeps corrections made since', async () => {
    const before = await customersOf(tenant)
    const again = await imported(tenant, 'customers', LIST)
    expect(again).toMatchObject({
      status: 'done',
      written_rows: 0,
      outcomes: { create: 0, update: 0, unchanged: 3 },
    })
    expect(await customersOf(tenant)).toEqual(before)
    const harbor = before.find((customer) => customer.short_name === 'Harbor Foods')!
    await tenant.run((ctx) => updateCustomer(ctx, harbor.id, { city: 'Salem' }))
    expect(await imported(tenant, 'customers', LIST)).toMatchObject({ outcomes: { update: 0, unchanged: 3 } })
    expect((await customersOf(tenant)).find((customer) => customer.id === harbor.id)!.city).toBe('Salem')
  })

  it('changes differing values, and erases nothing with an empty cell', async () => {
    const csv = 'Name,Email,Phone,City\nHarbor Foods,new@harborfoods.test,,Lowell\n'
    expect(await imported(tenant, 'customers', csv)).toMatchObject({ outcomes: { update: 1 } })
    const harbor = (await customersOf(tenant)).find((customer) => customer.short_name === 'Harbor Foods')
    expect(harbor).toMatchObject({
      email: 'new@harborfoods.test',
      primary_phone: '+1 555-123-4567',
      city: 'Lowell',
      notes: 'Rings\nfirst',
    })
  })

  it('refuses to change the currency of a customer with invoices', async () => {
    const other = await test.tenant()
    await other.run(async (ctx) => {
      const { id } = await aCustomer(ctx, { shortName: 'Billed', email: 'b@billed.test' })
      await bookInvoice(ctx, {
        invoiceId: id,
        customerId: id,
        currency: 'USD',
        number: 'I',
        bookedOn: '2026-11-01',
        dueDate: '2026-11-02',
        netMinor: 1n,
        taxMinor: 0n,
      })
      await aCustomer(ctx, { shortName: 'Free', email: '' })
    })
    const run = await imported(other, 'customers', 'Name,Currency\nBilled,EUR\nFree,EUR\n')
    expect((await rowsOf(other, run)).map((row) => [row.outcome, row.errors])).toEqual([
      ['reject', { currency: ['This customer has invoices in USD, so you can’t change the currency.'] }],
      ['update', {}],
    ])
  })

  it('judges again when writing: a customer added meanwhile is not added twice', async () => {
    const other = await test.tenant()
    const upload = await checked(
      other,
      await anUpload(other, 'customers', 'Name,Email\nAcme,a@acme.test\nBeta,b@beta.test\n'),
    )
    await other.run((ctx) => aCustomer(ctx, { shortName: 'ACME', email: 'a@acme.test' }))
    const run = await written(other, upload)
    expect(run).toMatchObject({ status: 'done', written_rows: 1, outcomes: { create: 1, unchanged: 1 } })
    expect(await namesOf(other)).toEqual(['ACME', 'Beta'])
  })

  it('resumes after a crash with the next row, and writes nothing twice in parallel jobs', async () => {
    const other = await test.tenant()
    const lines = Array.from({ length: 120 }, (_, n) => `Customer ${n},c${n}@crash.test`)
    const upload = await checked(
      other,
      await anUpload(other, 'customers', `Name,Email\n${lines.join('\n')}\n`),
    )
    await other.run((ctx) => runImport(ctx, upload.pk))
    const pace = { batch: 25, sliceMs: 60_000 }
    await expect(writeRows(dyingAfter(other.uow(), 2), upload.pk, pace)).rejects.toThrow('killed')
    expect(await other.run((ctx) => readImport(ctx, upload.pk))).toMatchObject({
      status: 'running',
      written_rows: 50,
    })
    expect(await namesOf(other)).toHaveLength(50)
    await Promise.all([writeRows(other.uow(), upload.pk, pace), writeRows(other.uow(), upload.pk, pace)])
    expect(await other.run((ctx) => readImport(ctx, upload.pk))).toMatchObject({
      status: 'done',
      written_rows: 120,
      outcomes: { create: 120 },
    })
    expect(new Set(await namesOf(other)).size).toBe(120)
    await writeRows(other.uow(), upload.pk)
    expect(await namesOf(other)).toHaveLength(120)
  })

  it('starts nothing twice when requested again while it runs', async () => {
    const other = await test.tenant()
    const upload = await checked(other, await anUpload(other, 'customers', 'Name\nOne\nTwo\n'))
    await other.run((ctx) => runImport(ctx, upload.pk))
    expect(await written(other, upload)).toMatchObject({ status: 'done', written_rows: 2 })
    await expect(other.run((ctx) => runImport(ctx, upload.pk))).rejects.toMatchObject({ code: 'wrong_state' })
    expect(await namesOf(other)).toEqual(['One', 'Two'])
  })

  it('queues itself again at the end of its slice', async () => {
    const other = await test.tenant()
    const upload = await checked(other, await anUpload(other, 'customers', 'Name\nOne\nTwo\nThree\n'))
    await other.run((ctx) => runImport(ctx, upload.pk))
    await writeRows(other.uow(), upload.pk, { batch: 2, sliceMs: 0 })
    expect(await other.run((ctx) => readImport(ctx, upload.pk))).toMatchObject({
      status: 'running',
      written_rows: 2,
    })
    const queued = await other.run(async (ctx) => {
      const { sql } = await import('kysely')
      const found = await sql<{
        n: number
      }>`select count(*)::int as n from pgboss.job where name = 'imports.write-rows' and data->'payload'->>'import' = ${upload.pk}`.execute(
        ctx.db,
      )
      return found.rows[0]!.n
    })
    expect(queued).toBe(2)
    await writeRows(other.uow(), upload.pk)
    expect(await namesOf(other)).toEqual(['One', 'Three', 'Two'])
  })

  it('adds no customer twice in two parallel imports', async () => {
    const other = await test.tenant()
    const csv = `Name,Email\n${Array.from({ length: 60 }, (_, n) => `Both ${n},b${n}@both.test`).join('\n')}\n`
    const uploads = await Promise.all(
      [1, 2].map(async () => checked(other, await anUpload(other, 'customers', csv))),
    )
    const runs = await Promise.all(uploads.map((upload) => written(other, upload)))
    expect(runs.map((run) => run.outcomes.create + run.outcomes.unchanged)).toEqual([60, 60])
    expect(await namesOf(other)).toHaveLength(60)
  })
})

/** A unit of work whose process is killed after some batches. */
function dyingAfter(uow: UnitOfWork, batches: number): UnitOfWork {
  let left = batches
  return {
    ...uow,
    transaction: (work) => (left-- > 0 ? uow.transaction(work) : Promise.reject(new Error('killed'))),
  }
}
