import { describe, expect, it } from 'vitest'
import { imports } from '../../../../contract/imports.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { anUpload, checked, imported, rejectedCsv, rowsOf, written } from '../testing.ts'
import { checkImport } from './check-import.ts'
import { checkRows } from './check-rows.ts'
import { exportRejectedRows } from './export-rejected-rows.ts'
import { failImport } from './fail-import.ts'
import { listImports } from './list-imports.ts'
import { listRows } from './list-rows.ts'
import { readImport } from './read-import.ts'
import { runImport } from './run-import.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

const formats = { date_order: 'MDY', decimal_mark: 'auto' } as const
const check = (id: string, mapping: Record<string, number | null>) =>
  tenant.run((ctx) => checkImport(ctx, id, { mapping, ...formats }))
const page = { page: 1, page_size: 10, search: '', outcome: undefined } as const

describe('checkImport', () => {
  it('refuses a missing, unknown or nonexistent column beside its target', async () => {
    const customers = await anUpload(tenant, 'customers', 'a,b\nx,y\n')
    await expect(check(customers.pk, {})).rejects.toMatchObject({
      fields: { 'mapping.short_name': ['Choose the column with the customers’ names.'] },
    })
    await expect(check(customers.pk, { short_name: 0, email: 7, nonsense: 1 })).rejects.toMatchObject({
      fields: {
        'mapping.email': ['The file doesn’t have this column.'],
        'mapping.nonsense': ['This field is not known.'],
      },
    })
    await expect(check(customers.pk, { last_name: 0 })).resolves.toMatchObject({ status: 'previewing' })
    const invoices = await anUpload(tenant, 'invoices', 'a,b\nx,y\n')
    await expect(check(invoices.pk, {})).rejects.toMatchObject({
      fields: {
        'mapping.number': ['Choose the column with the invoice numbers.'],
        'mapping.customer_name': [expect.any(String)],
        'mapping.invoice_date': [expect.any(String)],
        'mapping.total': [expect.any(String)],
      },
    })
  })

  it('can be repeated with another mapping until the rows are written', async () => {
    const upload = await anUpload(tenant, 'customers', 'Name,Other\nAcme,Zenith\n')
    expect((await rowsOf(tenant, await checked(tenant, upload)))[0]!.summary).toBe('Acme')
    const again = await checked(tenant, upload, { mapping: { short_name: 1 } })
    expect((await rowsOf(tenant, again)).map((row) => row.summary)).toEqual(['Zenith'])
    expect(again).toMatchObject({ status: 'ready', checked_rows: 1, outcomes: { create: 1 } })
    await written(tenant, upload)
    await expect(check(upload.pk, { short_name: 0 })).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(tenant.run((ctx) => runImport(ctx, upload.pk))).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it('discards the results of an older check that is still running', async () => {
    const upload = await anUpload(tenant, 'customers', 'Name,Other\nAcme,Zenith\n')
    await check(upload.pk, { short_name: 0 })
    await check(upload.pk, { short_name: 1 })
    await checkRows(tenant.uow(), { import: upload.pk, generation: 1 })
    expect(await rowsOf(tenant, upload)).toEqual([])
    await checkRows(tenant.uow(), { import: upload.pk, generation: 2 })
    await checkRows(tenant.uow(), { import: upload.pk, generation: 2 })
    expect((await rowsOf(tenant, upload)).map((row) => row.summary)).toEqual(['Zenith'])
  })

  it('queues the job in the same transaction, and refuses to run before it is done', async () => {
    const upload = await anUpload(tenant, 'customers', 'Name\nAcme\n')
    await expect(tenant.run((ctx) => runImport(ctx, upload.pk))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await check(upload.pk, { short_name: 0 })
    await expect(tenant.run((ctx) => runImport(ctx, upload.pk))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await expect(tenant.run((ctx) => exportRejectedRows(ctx, upload.pk))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    const jobs = await tenant.run(async (ctx) => {
      const { sql } = await import('kysely')
      const found = await sql<{
        data: unknown
      }>`select data from pgboss.job where name = 'imports.check-rows' and data->'payload'->>'import' = ${upload.pk}`.execute(
        ctx.db,
      )
      return found.rows
    })
    expect(jobs).toEqual([
      {
        data: {
          accountId: tenant.accountId,
          requestId: 'test',
          payload: { import: upload.pk, generation: 1 },
        },
      },
    ])
  })

  it('fails with a sentence when the file breaks further down, and can be repeated', async () => {
    const upload = await anUpload(tenant, 'customers', 'Name\nAcme\n')
    await check(upload.pk, { short_name: 0 })
    await tenant.run((ctx) => failImport(ctx, upload.pk, 'We no longer have this file. Upload it again.'))
    expect(await tenant.run((ctx) => readImport(ctx, upload.pk))).toMatchObject({
      status: 'failed',
      failure: 'We no longer have this file. Upload it again.',
    })
    await expect(tenant.run((ctx) => runImport(ctx, upload.pk))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    expect(await checked(tenant, upload)).toMatchObject({ status: 'ready', failure: null })
  })
})

describe('checkRows', () => {
  const outcomes = async (csv: string) => {
    const rows = await rowsOf(tenant, await checked(tenant, await anUpload(tenant, 'customers', csv)))
    return rows.map((row) => [
      row.outcome,
      ...Object.entries(row.errors)
        .map(([target, sentences]) => `${target}: ${sentences.join(' ')}`)
        .sort(),
    ])
  }

  it('finds duplicates within the file, ignoring case, and reports differing details', async () => {
    const csv =
      'Name,Email,Phone\nAcme,a@acme.test,555 0100 1\nACME,A@ACME.TEST,555 0100 1\nAcme,b@acme.test,\nOther,a@acme.test,\nAcme Two,,\n'
    expect(await outcomes(csv)).toEqual([
      ['create'],
      ['duplicate'],
      ['duplicate', 'short_name: Row 2 already has this name with other details. We use that row.'],
      ['duplicate', 'email: Row 2 already has this email address with other details. We use that row.'],
      ['create'],
    ])
  })

  it('reports the faults of a row beside each target, quoting the value', async () => {
    const csv =
      'Name,Email,Phone,Currency,Terms\n,x@x.test,,,\nAcme,nope,12,Gold,whenever\nSlipped,s@x.test,,USD,Net 30,more\n'
    expect(await outcomes(csv)).toEqual([
      ['reject', 'short_name: This field is required.'],
      [
        'reject',
        'currency: ‘Gold’ isn’t a currency. Use a code such as USD.',
        'email: ‘nope’ isn’t an email address.',
        'primary_phone: ‘12’ isn’t a phone number of 7 to 15 digits.',
        'terms: We don’t recognize the terms ‘whenever’. Try Net 30.',
      ],
      [
        'reject',
        'non_field_errors: This row has 6 cells, the header has 5. Put cells that contain the delimiter in quotation marks.',
      ],
    ])
  })

  it('matches existing customers by address or name, as changed or unchanged', async () => {
    await tenant.run(async (ctx) => {
      await aCustomer(ctx, {
        shortName: 'Known',
        email: 'k@known.test',
        city: 'Bath',
        extraEmails: ['b@known.test'],
      })
      await aCustomer(ctx, { shortName: 'Twin', email: 'one@twin.test' })
      await aCustomer(ctx, { shortName: 'TWIN', email: 'two@twin.test' })
    })
    const csv =
      'Name,Email,CC,City\nKNOWN,k@known.test,b@known.test,Bath\nKnown Ltd,K@known.test,c@known.test,\nTwin,two@twin.test,,York\nTwin,,,\nTwin,k@known.test,,\n'
    const upload = await checked(tenant, await anUpload(tenant, 'customers', csv))
    expect((await rowsOf(tenant, upload)).map((row) => [row.outcome, row.summary])).toEqual([
      ['unchanged', 'KNOWN · k@known.test'],
      ['duplicate', 'Known Ltd · repeats row 2'],
      ['update', 'Twin · two@twin.test · changes city'],
      ['duplicate', 'Twin · repeats row 4'],
      ['duplicate', 'Twin · repeats row 2'],
    ])
    const alone = await checked(
      tenant,
      await anUpload(tenant, 'customers', 'Name,Email,CC\nKnown Ltd,k@known.test,c@known.test\n'),
    )
    expect((await rowsOf(tenant, alone))[0]).toMatchObject({
      outcome: 'update',
      summary: 'Known Ltd · k@known.test · changes name, other emails',
    })
    const unclear = await checked(
      tenant,
      await anUpload(tenant, 'customers', 'Name,Email\nTwin,\nTwin,k@known.test\n'),
    )
    expect((await rowsOf(tenant, unclear)).map((row) => Object.keys(row.errors))).toEqual([
      ['short_name'],
      ['email'],
    ])
  })

  it('resumes in slices after an interruption, with the same result', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `Slice ${n % 25},s${n % 25}@slice.test`)
    const upload = await anUpload(tenant, 'customers', `Name,Email\n${lines.join('\n')}\n`)
    await check(upload.pk, { short_name: 0, email: 1 })
    const payload = { import: upload.pk, generation: 1 }
    const pace = { batch: 7, sliceMs: 0 }
    for (let slice = 1; slice <= 6; slice++) {
      await checkRows(tenant.uow(), payload, pace)
      const run = await tenant.run((ctx) => readImport(ctx, upload.pk))
      expect(run.checked_rows).toBe(Math.min(40, slice * 7))
    }
    expect(await tenant.run((ctx) => readImport(ctx, upload.pk))).toMatchObject({
      status: 'ready',
      outcomes: { create: 25, duplicate: 15 },
    })
  })

  it('leaves unexpected errors to the queue a few times, then fails with a sentence', async () => {
    const upload = await anUpload(tenant, 'customers', 'Name\nAcme\n')
    await check(upload.pk, { short_name: 0 })
    const real = tenant.uow()
    let calls = 0
    const broken = {
      ...real,
      transaction: ((work) =>
        ++calls % 3 === 2
          ? Promise.reject(new Error('boom'))
          : real.transaction(work)) as typeof real.transaction,
    }
    for (let attempt = 1; attempt <= 3; attempt++) {
      calls = 0
      await expect(checkRows(broken, { import: upload.pk, generation: 1 })).rejects.toThrow('boom')
      expect(await tenant.run((ctx) => readImport(ctx, upload.pk))).toMatchObject({ status: 'previewing' })
    }
    calls = 0
    await checkRows(broken, { import: upload.pk, generation: 1 })
    expect(await tenant.run((ctx) => readImport(ctx, upload.pk))).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('on our side'),
    })
  })
})

describe('lists', () => {
  it('pages rows by outcome and search, in the order of the file', async () => {
    const csv = `Name,Email\n${Array.from({ length: 30 }, (_, n) => `Paged ${n},${n % 3 === 0 ? 'nope' : `p${n}@paged.test`}`).join('\n')}\n`
    const upload = await checked(tenant, await anUpload(tenant, 'customers', csv))
    const list = (query: object) => tenant.run((ctx) => listRows(ctx, upload.pk, { ...page, ...query }))
    expect(await list({})).toMatchObject({
      count: 30,
      num_pages: 3,
      results: expect.objectContaining({ length: 10 }),
    })
    const rejected = await list({ outcome: 'reject', page_size: 5, page: 2 })
    expect(rejected).toMatchObject({ count: 10, num_pages: 2 })
    expect(rejected.results.map((row) => row.row_number)).toEqual([17, 20, 23, 26, 29])
    expect(rejected.previous).toContain('outcome=reject')
    expect(await list({ search: 'PAGED 29' })).toMatchObject({
      count: 1,
      results: [{ row_number: 31, cells: ['Paged 29', 'p29@paged.test'] }],
    })
  })

  it('lists imports newest first, by kind and file name', async () => {
    const other = await test.tenant()
    test.clock.advance(1000)
    await anUpload(other, 'customers', 'Name\nA\n', 'first.csv')
    test.clock.advance(1000)
    await anUpload(other, 'invoices', 'Number,Customer,Date,Total\n1,A,2026-11-01,5\n', 'second.csv')
    const list = (query: object) => other.run((ctx) => listImports(ctx, imports.list.query.parse(query)))
    expect((await list({})).results.map((run) => run.file_name)).toEqual(['second.csv', 'first.csv'])
    expect(await list({ kind: 'customers' })).toMatchObject({ count: 1 })
    expect((await list({ search: 'SECOND' })).results).toHaveLength(1)
  })

  it('sorts and filters imports', async () => {
    test.clock.set('2026-11-20T15:00:00Z')
    const other = await test.tenant()
    await anUpload(other, 'customers', 'Name\nA\nB\nC\n', 'beta.csv')
    test.clock.set('2026-11-21T04:30:00Z')
    await anUpload(other, 'customers', 'Name\nA\n', 'Alpha.csv')
    test.clock.advance(1000)
    await imported(other, 'customers', 'Name\nA\nB\n')
    const names = async (query: object) =>
      (await other.run((ctx) => listImports(ctx, imports.list.query.parse(query)))).results.map(
        ({ file_name, total_rows }) => `${file_name} ${total_rows}`,
      )
    const [alpha, beta, done] = ['Alpha.csv 1', 'beta.csv 3', 'list.csv 2']
    expect(await names({ order_by: 'file_name' })).toEqual([alpha, beta, done])
    expect(await names({ order_by: '-total_rows' })).toEqual([beta, done, alpha])
    expect(await names({ order_by: 'created' })).toEqual([beta, alpha, done])
    expect(await names({ filter_status: 'done' })).toEqual([done])
    expect(await names({ exclude_status: 'done', order_by: 'file_name' })).toEqual([alpha, beta])
    expect(await names({ filter_total_rows_gt: '2' })).toEqual([beta])
    // The account's days are those of New York, where the second file came on the 20th too.
    expect(await names({ filter_created: '2026-11-20' })).toHaveLength(3)
    expect(await names({ filter_created_gte: '2026-11-21' })).toEqual([])
    for (const wrong of [{ order_by: 'status' }, { filter_total_rows: 'x' }, { filter_file_name: 'x' }])
      expect(imports.list.query.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })

  it('neither shows nor changes anything of another account', async () => {
    const other = await test.tenant()
    const upload = await imported(tenant, 'customers', 'Name\nMine only\n')
    for (const attempt of [
      () => other.run((ctx) => readImport(ctx, upload.pk)),
      () => other.run((ctx) => listRows(ctx, upload.pk, page)),
      () => other.run((ctx) => checkImport(ctx, upload.pk, { mapping: { short_name: 0 }, ...formats })),
      () => other.run((ctx) => runImport(ctx, upload.pk)),
      () => other.run((ctx) => exportRejectedRows(ctx, upload.pk)),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
    expect((await other.run((ctx) => listImports(ctx, imports.list.query.parse({})))).count).toBe(0)
  })

  it("exports every left-out row below the header, with the file's delimiter", async () => {
    const csv =
      'Kunde;E-Mail;Notizen\nMüller;nope;a\nFein;f@fine.test;b\nFein;f@fine.test;c\nFein;f@fine.test;b\n'
    const upload = await imported(tenant, 'customers', csv)
    const lines = (await rejectedCsv(tenant, upload)).trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffKunde;E-Mail;Notizen;Reason')
    expect(lines[1]).toMatch(/^Müller;nope;a;/)
    const { left_out_rows } = await tenant.run((ctx) => readImport(ctx, upload.pk))
    expect(lines).toHaveLength(left_out_rows + 1)
    expect(left_out_rows).toBe(2)
  })

  it('exports rejected rows as CSV with the reason, formulas disarmed, ready for another upload', async () => {
    const csv =
      'Name,Email,Notes\n=cmd|calc,nope,"a, ""quoted"" note"\nFine,f@fine.test,\nFine,g@fine.test,\n+49,also-nope,@x\n'
    const upload = await imported(tenant, 'customers', csv)
    expect((await rejectedCsv(tenant, upload)).split('\r\n')).toEqual([
      '\ufeffName,Email,Notes,Reason',
      `"'=cmd|calc",nope,"a, ""quoted"" note",Email: ‘nope’ isn’t an email address.`,
      'Fine,g@fine.test,,Name: Row 3 already has this name with other details. We use that row.',
      "'+49,also-nope,'@x,Email: ‘also-nope’ isn’t an email address.",
      '',
    ])
    const again = await anUpload(tenant, 'customers', await rejectedCsv(tenant, upload))
    expect(again).toMatchObject({ total_rows: 3, mapping: { short_name: 0, email: 1, notes: 2 } })
    expect((await rowsOf(tenant, await checked(tenant, again)))[0]!.cells[0]).toBe('=cmd|calc')
  })
})
