import { describe, expect, it } from 'vitest'
import { imports as contract } from '../../../../contract/imports.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { anUpload, checked, rowsOf } from '../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

const names = async (content: string | Buffer) => {
  const upload = await anUpload(tenant, 'customers', content)
  const rows = await rowsOf(tenant, await checked(tenant, upload))
  return rows.map((row) => row.summary)
}

describe('uploadImport', () => {
  it('stores the file and returns columns, samples, targets and a guessed mapping', async () => {
    const upload = await anUpload(
      tenant,
      'customers',
      'Customer;E-Mail\r\nHarbor;a@harbor.test\r\n',
      'C:\\lists\\Kunden\u0007.csv',
    )
    expect(contract.upload.reply.safeParse(upload).success).toBe(true)
    expect(upload).toMatchObject({
      kind: 'customers',
      file_name: 'Kunden.csv',
      status: 'mapping',
      columns: ['Customer', 'E-Mail'],
      samples: [['Harbor', 'a@harbor.test']],
      mapping: { short_name: 0, email: 1, fax: null },
      total_rows: 1,
      checked_rows: 0,
      failure: null,
    })
    expect(upload.targets[0]).toEqual({ name: 'short_name', label: 'Name', required: true })
    const audited = await tenant.run((ctx) =>
      ctx.db.selectFrom('audit_entries').select('action').where('object_id', '=', upload.pk).execute(),
    )
    expect(audited).toEqual([{ action: 'imports.upload' }])
  })

  it.each([
    ['a byte order mark', Buffer.from('\ufeffName,Email\nMüller,m@x.test\n')],
    ['Windows-1252', Buffer.from('Name,Email\nM\xfcller,m@x.test\n', 'latin1')],
    [
      'UTF-16 with its mark',
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('Name\tEmail\r\nMüller\tm@x.test\r\n', 'utf16le'),
      ]),
    ],
    ['semicolons', Buffer.from('Name;Email\nMüller;m@x.test\n')],
    ['a separator line', Buffer.from('sep=|\nName|Email\nMüller|m@x.test\n')],
    [
      'quotes, and line breaks in them',
      Buffer.from('"Name","Notes","Email"\r\n"Müller","two\nlines ""here""","m@x.test"\r\n'),
    ],
    ['title lines above the header', Buffer.from('Customer list,,\n\nName,Email,Phone\nMüller,m@x.test,\n')],
    ['classic Mac line ends', Buffer.from('Name,Email\rMüller,m@x.test\r')],
  ])('reads a file with %s', async (_, bytes) => {
    expect(await names(bytes)).toEqual(['Müller · m@x.test'])
  })

  it.each([
    ['nothing', '', 'The file is empty.'],
    ['blank lines', '\n \n', 'The file is empty.'],
    ['only a header', 'Name,Email\n', 'The file has column names but no rows below them.'],
    ['a PDF', '%PDF-1.7\n%\u0001\u0002', 'This is a PDF, not a CSV file.'],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'This looks like an Excel workbook'],
    ['a web page', '<!DOCTYPE html><html></html>', 'This is a web page or a program’s data'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]), 'This is not a text file.'],
    ['a quote that never closes', `Name,Email\n${'"'}Acme,a@x.test\nBeta,b@x.test\n`, 'A quotation mark'],
  ])('refuses %s beside the file', async (_, content, sentence) => {
    await expect(anUpload(tenant, 'customers', content)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { file: [expect.stringContaining(sentence)] },
    })
  })

  it("guesses dates and amounts, and falls back to the account's format and the delimiter", async () => {
    const header = 'Number,Customer,Date,Total\n'
    expect(await anUpload(tenant, 'invoices', `${header}1,A,13/04/2026,"1,234.56"\n`)).toMatchObject({
      date_order: 'DMY',
      decimal_mark: 'point',
    })
    expect(await anUpload(tenant, 'invoices', `${header}1,A,03/04/2026,"1.234,56"\n`)).toMatchObject({
      date_order: 'MDY',
      decimal_mark: 'comma',
    })
    expect(
      await anUpload(tenant, 'invoices', 'Number;Customer;Date;Total\n1;A;03.04.2026;1.234\n'),
    ).toMatchObject({ decimal_mark: 'comma' })
  })

  it('refuses files of an account whose records are kept in an accounting platform, and names where to go', async () => {
    const other = await test.tenant()
    await other.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ account_type: 'provider' })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    const detail = expect.stringContaining('in your accounting platform')
    await expect(
      anUpload(other, 'invoices', 'Number,Customer,Date,Total\n1,A,2026-11-01,5\n'),
    ).rejects.toMatchObject({ code: 'wrong_state', detail })
    await expect(anUpload(other, 'customers', 'Name\nA\n')).rejects.toMatchObject({
      code: 'wrong_state',
      detail,
    })
  })
})
