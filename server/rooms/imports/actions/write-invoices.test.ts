import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { createInvoice } from '../../invoices/index.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { changeQuotas } from '../../plans/index.ts'
import { anUpload, checked, imported, rowsOf, written } from '../testing.ts'
import { readImport } from './read-import.ts'
import { runImport } from './run-import.ts'
import { writeRows } from './write-rows.ts'

const test = setUpTestApp()
let tenant: Tenant

beforeEach(async () => {
  tenant = await test.tenant()
})

interface Found {
  number: string
  customer: string
  email: string
  currency: string
  invoice_date: string
  due_date: string
  terms: string
  state: string
  total: string
  remaining: string
  lines: number
}

const invoicesOf = (who = tenant): Promise<Found[]> =>
  who.run(async (ctx) => {
    const found = await sql<Found>`
      select i.number, c.short_name as customer, c.email, i.currency, i.invoice_date, i.due_date, i.terms, i.state,
        i.total_minor::text as total, r.remaining_minor::text as remaining,
        (select count(*)::int from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id) as lines
      from invoices i join customers c on c.account_id = i.account_id and c.id = i.customer_id
        left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
      order by i.number`.execute(ctx.db)
    return found.rows
  })

const verdicts = async (csv: string | Buffer, options = {}) => {
  const rows = await rowsOf(tenant, await checked(tenant, await anUpload(tenant, 'invoices', csv), options))
  return rows.map((row) => [row.outcome, row.errors])
}

const LIST =
  'Invoice No,Customer,Email,Invoice Date,Due Date,Terms,Amount,Balance,Currency\n' +
  'INV-1,Harbor Foods,accounts@harborfoods.test,11/20/2026,12/20/2026,,"1,234.56","1,000.00",\n' +
  'INV-2,harbor foods,,11/21/2026,,Net 15,200.00,,USD\n' +
  'INV-3,Zeta GmbH,z@zeta.test,11/01/2026,,,"50.00",0.00,EUR\n'

describe('invoices from a file', () => {
  it("are imported up to the plan's cap; the others are rejected with the reason, without adding their customers", async () => {
    await tenant.run((ctx) => changeQuotas(ctx, { MAX_INVOICES: 2 }))
    const run = await imported(tenant, 'invoices', LIST)
    expect(run).toMatchObject({ status: 'done', written_rows: 2, outcomes: { create: 2, reject: 1 } })
    expect((await rowsOf(tenant, run)).map(({ outcome, errors }) => [outcome, errors])).toEqual([
      ['create', {}],
      ['create', {}],
      ['reject', { number: ['Your plan allows no more invoices. See Plan and billing.'] }],
    ])
    expect((await invoicesOf()).map(({ customer }) => customer)).not.toContain('Zeta GmbH')
    const customers = await tenant.run(({ db }) => db.selectFrom('customers').select('short_name').execute())
    expect(customers).toEqual([{ short_name: 'Harbor Foods' }])
  })

  it('become open invoices with ledger entries, adding missing customers once and recording former payments', async () => {
    const run = await imported(tenant, 'invoices', LIST)
    expect(run).toMatchObject({ status: 'done', written_rows: 3, outcomes: { create: 3, reject: 0 } })
    const common = { state: 'open', lines: 1 }
    expect(await invoicesOf()).toEqual([
      {
        ...common,
        number: 'INV-1',
        customer: 'Harbor Foods',
        email: 'accounts@harborfoods.test',
        currency: 'USD',
        invoice_date: '2026-11-20',
        due_date: '2026-12-20',
        terms: 'custom',
        total: '123456',
        remaining: '100000',
      },
      {
        ...common,
        number: 'INV-2',
        customer: 'Harbor Foods',
        email: 'accounts@harborfoods.test',
        currency: 'USD',
        invoice_date: '2026-11-21',
        due_date: '2026-12-06',
        terms: 'net_15',
        total: '20000',
        remaining: '20000',
      },
      {
        ...common,
        number: 'INV-3',
        customer: 'Zeta GmbH',
        email: 'z@zeta.test',
        currency: 'EUR',
        invoice_date: '2026-11-01',
        due_date: '2026-12-01',
        terms: 'net_30',
        total: '5000',
        remaining: '0',
      },
    ])
    const entries = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('ledger_entries')
        .select(['kind', 'description'])
        .where('account_id', '=', ctx.accountId)
        .orderBy('sequence')
        .execute(),
    )
    expect(entries.filter((entry) => entry.kind === 'invoice')).toHaveLength(3)
    expect(entries.filter((entry) => entry.kind === 'payment')).toHaveLength(2)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('change nothing when imported twice', async () => {
    await imported(tenant, 'invoices', LIST)
    const before = await invoicesOf()
    const again = await imported(tenant, 'invoices', LIST)
    expect(again).toMatchObject({
      status: 'done',
      written_rows: 0,
      outcomes: { create: 0, unchanged: 3, reject: 0 },
    })
    expect(await invoicesOf()).toEqual(before)
    expect(
      await tenant.run((ctx) =>
        ctx.db.selectFrom('customers').select('short_name').where('account_id', '=', ctx.accountId).execute(),
      ),
    ).toHaveLength(2)
  })

  it('are refused for a used number with other content, ignoring case', async () => {
    await imported(tenant, 'invoices', LIST)
    const changed = LIST.replace('"1,234.56"', '"1,234.57"')
      .replace('INV-2', 'inv-2')
      .replace('0.00,EUR', '10.00,EUR')
    expect(await verdicts(changed)).toEqual([
      [
        'reject',
        {
          number: ['This number is already used. Enter another one.'],
        },
      ],
      ['unchanged', {}],
      [
        'reject',
        {
          number: ['This number is already used. Enter another one.'],
        },
      ],
    ])
  })

  it('match an invoice written here by its facts', async () => {
    const { id } = await tenant.run((ctx) => aCustomer(ctx))
    const line = {
      description: 'Work',
      detail: '',
      quantity: '1',
      unit_price: '10.00',
      discount: '0',
      tax_name: '',
      tax_rate: '0',
    }
    await tenant.run((ctx) =>
      createInvoice(ctx, {
        customer: id,
        number: 'A-1',
        invoice_date: '2026-11-20',
        terms: 'net_30',
        notes: '',
        lines: [line],
      }),
    )
    const header = 'Number,Customer,Date,Due date,Total\n'
    expect(await verdicts(`${header}A-1,Harbor Foods,2026-11-20,2026-12-20,10.00\n`)).toEqual([
      ['unchanged', {}],
    ])
    expect(await verdicts(`${header}A-1,Harbor Foods,2026-11-20,2026-12-20,11.00\n`)).toEqual([
      [
        'reject',
        {
          number: ['This number is already used. Enter another one.'],
        },
      ],
    ])
    expect(await verdicts(`${header}A-1,Somebody,2026-11-20,2026-12-20,10.00\n`)).toEqual([
      [
        'reject',
        {
          number: ['This number is already used. Enter another one.'],
        },
      ],
    ])
  })

  it('combine scattered rows of one number as lines', async () => {
    const csv =
      'Invoice Number,Customer,Invoice Date,Description,Quantity,Unit Price,Discount,Tax Rate,Total\n' +
      'L-1,Acme,2026-11-20,Paint,2,50.00,10,20,109.00\n' +
      'L-2,Acme,2026-11-20,Brush,1,5.00,,,5.00\n' +
      'L-1,,,Delivery,1,1.00,,,109.00\n'
    const preview = await checked(tenant, await anUpload(tenant, 'invoices', csv))
    expect(preview).toMatchObject({ outcomes: { create: 3 }, invoices: { create: 2, written: 0 } })
    const run = await imported(tenant, 'invoices', csv)
    expect(run).toMatchObject({
      written_rows: 3,
      outcomes: { create: 3 },
      invoices: { create: 2, written: 2 },
    })
    expect(await invoicesOf()).toMatchObject([
      { number: 'L-1', total: '10900', lines: 2 },
      { number: 'L-2', total: '500', lines: 1 },
    ])
    expect(await imported(tenant, 'invoices', csv)).toMatchObject({
      written_rows: 0,
      outcomes: { unchanged: 3 },
    })
    expect(
      await verdicts('Number,Customer,Date,Unit Price\nX,Acme,2026-11-01,1\nX,Beta,2026-11-02,1\n'),
    ).toEqual(
      Array.from({ length: 2 }, () => [
        'reject',
        {
          customer_name: ['Rows 2 and 3 belong to one invoice but differ: ‘Acme’ and ‘Beta’.'],
          invoice_date: ['Rows 2 and 3 belong to one invoice but differ: ‘2026-11-01’ and ‘2026-11-02’.'],
        },
      ]),
    )
  })

  it('report faults beside each target, quoting the value', async () => {
    await tenant.run(async (ctx) => {
      await aCustomer(ctx, { shortName: 'Sleeper', email: '', isActive: false })
      await aCustomer(ctx, { shortName: 'Euro', email: '', currency: 'EUR' })
    })
    const csv =
      'Number,Customer,Email,Date,Due,Total,Currency\n' +
      ',Acme,,11/01/2026,,5,\n' +
      'B-1,,,11/01/2026,,5,\n' +
      'B-2,Acme,,02/30/2026,,5,\n' +
      'B-3,Acme,,11/13/2026,11/01/2026,5,\n' +
      'B-4,Acme,,11/13/2026,,-5.00,\n' +
      'B-5,Acme,,11/13/2026,,five,\n' +
      'B-6,Sleeper,,11/13/2026,,5,\n' +
      'B-7,Euro,,11/13/2026,,5,USD\n' +
      'B-8,New,,11/13/2026,,5,EUR\n' +
      'B-9,new,,11/13/2026,,5,USD\n' +
      'B-8,New,,11/13/2026,,5,EUR\n' +
      'B-8,New,,11/13/2026,,6,EUR\n' +
      'B-10,Acme,nope,,,,\n'
    expect(await verdicts(csv)).toEqual([
      ['reject', { number: ['This field is required.'] }],
      ['reject', { customer_name: ['This field is required.'] }],
      ['reject', { invoice_date: ['‘02/30/2026’ isn’t a real date, read as month, day, year.'] }],
      ['reject', { due_date: ['The due date is before the invoice date.'] }],
      ['reject', { total: ['The total is negative. Issue a credit memo instead.'] }],
      ['reject', { total: ['‘five’ isn’t an amount.'] }],
      ['reject', { customer_name: ['Sleeper is inactive. Activate them to invoice them.'] }],
      ['reject', { currency: ['Euro is invoiced in EUR, not USD.'] }],
      ['create', {}],
      ['reject', { currency: ['New is invoiced in EUR, not USD.'] }],
      ['duplicate', {}],
      ['reject', { number: ['This number is already used in row 10.'] }],
      [
        'reject',
        {
          customer_email: ['‘nope’ isn’t an email address.'],
          invoice_date: ['This field is required.'],
          total: ['This field is required.'],
        },
      ],
    ])
  })

  it("are read with the file's own number and date formats", async () => {
    const german = Buffer.from(
      'Rechnungsnummer;Kunde;Rechnungsdatum;F\xe4llig am;Bruttobetrag;Offener Betrag\r\nR-1;M\xfcller;03.04.2026;03.05.2026;"1.234,56";1.234\r\nR-2;M\xfcller;30.04.2026;;(5,00);\r\n',
      'latin1',
    )
    const run = await imported(tenant, 'invoices', german)
    expect(run).toMatchObject({ date_order: 'DMY', decimal_mark: 'comma', written_rows: 1 })
    expect(await invoicesOf()).toMatchObject([
      {
        number: 'R-1',
        customer: 'Müller',
        invoice_date: '2026-04-03',
        due_date: '2026-05-03',
        total: '123456',
        remaining: '123400',
      },
    ])
    expect((await rowsOf(tenant, run))[1]!.errors).toEqual({
      total: ['The total is negative. Issue a credit memo instead.'],
    })
  })

  it('can be read with a chosen date order and decimal mark', async () => {
    const csv = 'Number,Customer,Date,Total\nC-1,Acme,03/04/2026,1.234\n'
    const upload = await anUpload(tenant, 'invoices', csv)
    const american = await checked(tenant, upload, { date_order: 'MDY', decimal_mark: 'auto' })
    expect((await rowsOf(tenant, american))[0]!.errors).toEqual({
      total: ['‘1.234’ could mean two amounts. Choose the file’s decimal mark.'],
    })
    await written(tenant, await checked(tenant, upload, { date_order: 'DMY', decimal_mark: 'comma' }))
    expect(await invoicesOf()).toMatchObject([{ invoice_date: '2026-04-03', total: '123400' }])
  })

  it('skip void invoices, drafts, payments and credits, and take paid ones as paid', async () => {
    const csv =
      'Date,Transaction Type,Num,Customer,Amount,Status\n' +
      '11/01/2026,Invoice,1,Acme,5.00,Void\n' +
      '11/01/2026,Invoice,2,Acme,5.00,Draft\n' +
      '11/01/2026,Payment,3,Acme,5.00,\n' +
      '11/01/2026,Credit Memo,4,Acme,-5.00,\n' +
      '11/01/2026,Invoice,5,Acme,5.00,Paid\n' +
      '11/01/2026,Invoice,6,Acme,5.00,Overdue\n'
    const run = await imported(tenant, 'invoices', csv)
    expect((await rowsOf(tenant, run)).map((row) => Object.keys(row.errors)[0] ?? row.outcome)).toEqual([
      'status',
      'status',
      'transaction_type',
      'transaction_type',
      'create',
      'create',
    ])
    expect(await invoicesOf()).toMatchObject([
      { number: '5', remaining: '0' },
      { number: '6', remaining: '500' },
    ])
  })

  it('resume after a crash, also twice in parallel, without booking twice', async () => {
    const lines = Array.from(
      { length: 90 },
      (_, n) => `N-${n},Customer ${n % 7},2026-11-01,${n + 1}.00,${n % 3 === 0 ? '0.50' : ''}`,
    )
    const upload = await checked(
      tenant,
      await anUpload(tenant, 'invoices', `Number,Customer,Date,Total,Paid\n${lines.join('\n')}\n`),
    )
    await tenant.run((ctx) => runImport(ctx, upload.pk))
    const pace = { batch: 20, sliceMs: 60_000 }
    let left = 2
    const uow = tenant.uow()
    const dying = {
      ...uow,
      transaction: ((work) =>
        left-- > 0 ? uow.transaction(work) : Promise.reject(new Error('killed'))) as typeof uow.transaction,
    }
    await expect(writeRows(dying, upload.pk, pace)).rejects.toThrow('killed')
    expect(await invoicesOf()).toHaveLength(40)
    await Promise.all([writeRows(tenant.uow(), upload.pk, pace), writeRows(tenant.uow(), upload.pk, pace)])
    expect(await tenant.run((ctx) => readImport(ctx, upload.pk))).toMatchObject({
      status: 'done',
      written_rows: 90,
    })
    expect(await invoicesOf()).toHaveLength(90)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    const customers = await tenant.run((ctx) => ctx.db.selectFrom('customers').select('id').execute())
    expect(customers).toHaveLength(7)
  })

  it('are judged again when written: a number taken meanwhile is refused, the rest is imported', async () => {
    const upload = await checked(
      tenant,
      await anUpload(
        tenant,
        'invoices',
        'Number,Customer,Date,Total\nT-1,Acme,2026-11-01,5.00\nT-2,Acme,2026-11-01,6.00\n',
      ),
    )
    await imported(tenant, 'invoices', 'Number,Customer,Date,Total\nt-1,Other,2026-11-01,9.00\n')
    expect(await written(tenant, upload)).toMatchObject({
      status: 'done',
      written_rows: 1,
      outcomes: { create: 1, reject: 1 },
    })
    expect((await rowsOf(tenant, upload))[0]!.errors).toEqual({
      number: ['This number is already used. Enter another one.'],
    })
    expect((await invoicesOf()).map((invoice) => invoice.number)).toEqual(['T-2', 't-1'])
  })
})
