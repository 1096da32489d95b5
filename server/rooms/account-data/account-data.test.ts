import { unzipSync } from 'fflate'
import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import { type Ctx, unitOfWork } from '../../platform/context.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import { aProviderTenant, connectSandbox, syncBooks } from '../accounting/testing.ts'
import { accountOfSubDomain, readAccountRow } from '../accounts/index.ts'
import { mergeCustomers, updateCustomer } from '../customers/index.ts'
import { aCustomer } from '../customers/testing.ts'
import { anUpload, imported } from '../imports/testing.ts'
import { createPayLink, invoicePdfOf, resolvePayLink, voidInvoice } from '../invoices/index.ts'
import { anOpenInvoice } from '../invoices/testing.ts'
import { givePortalAccess } from '../portal/index.ts'
import { openTask } from '../worklist/index.ts'
import { closeAccount, reopenAccount } from './actions/close-account.ts'
import { deleteClosed } from './actions/delete-closed.ts'
import { downloadExport } from './actions/download-export.ts'
import { eraseCustomer } from './actions/erase-customer.ts'
import { listExports, startExport } from './actions/start-export.ts'
import { writeExport } from './actions/write-export.ts'
import { selectTables } from './store/everything.ts'
import { deleteArchives } from './store/exports.ts'

const test = setUpTestApp()
let tenant: Tenant
let requests = 0

beforeEach(async () => {
  tenant = await test.tenant({ name: 'Brightwater' })
})

const system = () =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, tenant.accountId)
const start = (with_pdfs = true) =>
  tenant.run((ctx) =>
    startExport(ctx, {
      params: { account: ctx.accountId },
      query: {},
      body: { with_pdfs, request_id: `export-${String(++requests).padStart(6, '0')}` },
    }),
  )

async function download(id: string): Promise<Record<string, Uint8Array>> {
  const bytes: Uint8Array[] = []
  for await (const part of (await downloadExport(tenant.uow(), id)).parts) bytes.push(part)
  return unzipSync(Buffer.concat(bytes))
}

const subjectsOfMail = () =>
  tenant.run(async (ctx) =>
    (
      await ctx.db
        .selectFrom('mail_messages')
        .select('subject')
        .where('account_id', '=', ctx.accountId)
        .orderBy('id')
        .execute()
    ).map(({ subject }) => subject),
  )

it('exports every list, table and document, and no secret', async () => {
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, { number: 'INV-77' }))
  await tenant.run((ctx) => createPayLink(ctx, invoice.id))
  const { pk } = await start()
  await writeExport(system(), pk)
  const files = await download(pk)
  const text = (path: string) => Buffer.from(files[path]!).toString()
  expect(text('lists/Invoices.csv')).toContain('INV-77')
  expect(JSON.parse(text('data/invoices.jsonl').split('\n')[0]!)).toMatchObject({ number: 'INV-77' })
  expect(Object.keys(files).filter((path) => path.startsWith('invoices/'))).toHaveLength(1)
  const everything = Object.values(files)
    .map((file) => Buffer.from(file).toString('latin1'))
    .join()
  expect(everything).not.toMatch(/argon2|token_hash|password_hash/)
  expect((await tenant.run(listExports)).exports[0]).toMatchObject({
    state: 'done',
    done: expect.any(Number),
  })
  expect(await subjectsOfMail()).toContain('Your export of Brightwater is ready')
})

it('knows of every column whether it is a secret', async () => {
  const tables = await tenant.run(selectTables)
  const suspicious = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /pass|secret|token|hash|credential|sealed|cookie/.test(column))
      .map((c) => `${name}.${c}`),
  )
  expect(suspicious).toEqual([])
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ledger_postings', 'customers', 'audit_entries']),
  )
})

it('runs one export at a time, and keeps its archive for seven days', async () => {
  const { pk } = await start(false)
  await expect(start()).rejects.toMatchObject({ code: 'wrong_state' })
  await Promise.all([writeExport(system(), pk), writeExport(system(), pk)])
  expect(Object.keys(await download(pk))).toContain('data/accounts.jsonl')
  test.clock.advance(7 * DAY_MS)
  await expect(download(pk)).rejects.toMatchObject({ code: 'wrong_state' })
  await tenant.run((ctx) => deleteArchives(ctx, 'expired'))
  expect((await tenant.run(listExports)).exports[0]).toMatchObject({ kept_until: null })
})

it('closes the account and everything that customers see, and reopens it', async () => {
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
  const { url } = await tenant.run((ctx) => createPayLink(ctx, invoice.id))
  const token = new URL(url).searchParams.get('token')!
  const { subDomain } = await tenant.run(readAccountRow)
  await expect(closeAccount(tenant.uow(), 'Somebody else')).rejects.toMatchObject({
    fields: { name: expect.anything() },
  })
  const linked = await test.transact((ctx) => resolvePayLink(ctx, token))
  expect(linked).toMatchObject({ invoiceId: invoice.id })
  await closeAccount(tenant.uow(), 'Brightwater')
  await closeAccount(tenant.uow(), 'Brightwater')
  expect(await test.transact((ctx) => accountOfSubDomain(ctx, subDomain))).toBeNull()
  expect(await test.transact((ctx) => resolvePayLink(ctx, token))).toBeNull()
  await deleteClosed(system())
  await tenant.run(reopenAccount)
  await expect(tenant.run(reopenAccount)).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await test.transact((ctx) => accountOfSubDomain(ctx, subDomain))).toBe(tenant.accountId)
  expect(await test.transact((ctx) => resolvePayLink(ctx, token))).toEqual(linked)
  expect((await subjectsOfMail()).filter((subject) => subject.includes('closed'))).toHaveLength(1)
})

it('ends the access to the books when the account is closed, once, and keeps what was read', async () => {
  const books = await aProviderTenant(test)
  expect(await connectSandbox(books)).toBe('done')
  const { company } = await books.run(readAccountRow)
  const invoices = () => books.run(({ db }) => db.selectFrom('invoices').select('id').orderBy('id').execute())
  const before = await invoices()
  await closeAccount(books.uow(), company.name)
  await closeAccount(books.uow(), company.name)
  expect(await syncBooks(books.uow())).toBe('none')
  expect(await invoices()).toEqual(before)
  const ended = await books.run(({ db }) =>
    db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'accounting.disconnect')
      .where('account_id', '=', books.accountId)
      .execute(),
  )
  expect(ended).toHaveLength(1)
  await books.run(reopenAccount)
  expect(await connectSandbox(books)).toBe('done')
})

it('deletes every row of a closed account after 30 days, and nothing of another', async () => {
  const other = await test.tenant()
  await other.run((ctx) => anOpenInvoice(ctx))
  await tenant.run((ctx) => anOpenInvoice(ctx))
  const rowsOf = async (accountId: string) => {
    const client = new pg.Client(test.ownerConfig)
    await client.connect()
    const tables =
      await client.query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'deleted_accounts'`)
    const found: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select count(*)::int as n from ${name} where account_id = $1`, [
        accountId,
      ])
      if (rows[0].n > 0) found.push(`${name}: ${rows[0].n}`)
    }
    await client.end()
    return found
  }
  const before = await rowsOf(other.accountId)
  await closeAccount(tenant.uow(), 'Brightwater')
  test.clock.advance(30 * DAY_MS - 1)
  await deleteClosed(system())
  expect((await rowsOf(tenant.accountId)).length).toBeGreaterThan(10)
  test.clock.advance(1)
  await deleteClosed(system())
  expect(await rowsOf(tenant.accountId)).toEqual([])
  expect(await rowsOf(other.accountId)).toEqual(before)
  const left = await test.transact((ctx) =>
    ctx.db.selectFrom('users').select('id').where('id', '=', tenant.owner.userId).execute(),
  )
  expect(left).toEqual([])
})

it('refuses to delete facts of an account that is not being deleted', async () => {
  await tenant.run((ctx) => anOpenInvoice(ctx))
  const deleting = tenant.run((ctx) =>
    ctx.db.deleteFrom('ledger_postings').where('account_id', '=', ctx.accountId).execute(),
  )
  await expect(deleting).rejects.toThrow('permission denied')
})

it('erases a customer everywhere but in what the law keeps', async () => {
  const customer = await tenant.run((ctx) =>
    aCustomer(ctx, {
      shortName: 'Zebedee Quill',
      email: 'zebedee@quill.test',
      addressline1: '1 Quillroad',
      notes: 'Zebedee likes tea',
    }),
  )
  const { id } = await tenant.run((ctx) => anOpenInvoice(ctx, { customer: customer.id }))
  await imported(tenant, 'customers', 'Name,Email\nZebedee Quill,zebedee@quill.test\nHarbor,h@harbor.test\n')
  await anUpload(tenant, 'customers', 'Name,Email\nZebedee Quill,zebedee@quill.test\n')
  const archive = (await start()).pk
  await writeExport(system(), archive)
  await tenant.run((ctx) =>
    queueMail(ctx, {
      kind: 'invoices.invoice',
      to: 'zebedee@quill.test',
      fromName: 'B',
      subject: 'For Zebedee',
      text: 'Dear Zebedee',
      html: '',
      related: { type: 'invoice', id },
    }),
  )
  await tenant.run((ctx) =>
    openTask(ctx, {
      key: 'call',
      kind: 'other',
      customerId: customer.id,
      endsWhenSettled: false,
      title: 'Call Zebedee',
      reason: 'Zebedee asked',
      dueOn: '2026-11-21',
    }),
  )
  const erase = (name: string) => eraseCustomer(tenant.uow(), customer.id, name)
  await expect(erase('Zebedee Quill')).rejects.toMatchObject({ code: 'wrong_state' })
  await tenant.run((ctx) => voidInvoice(ctx, id, 'agreed'))
  await expect(erase('Zebedee')).rejects.toMatchObject({ fields: { name: expect.anything() } })
  await erase('Zebedee Quill')
  await erase('anything')
  expect(await tablesWith('Zebedee|Quill')).toEqual(['audit_entries', 'retained_recipients'])
  expect(await filesWith('Zebedee Quill')).toBe(0)
  await expect(downloadExport(tenant.uow(), archive)).rejects.toMatchObject({ code: 'wrong_state' })
  const pdf = await invoicePdfOf(tenant.uow(), id)
  expect(pdf.bytes.length).toBeGreaterThan(1000)
})

it('erases the duplicates of a customer with it, and none without it', async () => {
  const named = (shortName: string, email: string) =>
    tenant.run((ctx) => aCustomer(ctx, { shortName, email }))
  const into = await named('Zebedee Quill', 'zebedee@quill.test')
  const from = await named('Quill Zebedee', 'zeb@quill.test')
  const { id } = await tenant.run((ctx) => anOpenInvoice(ctx, { customer: from.id }))
  await tenant.run((ctx) => mergeCustomers(ctx, from.id, into.id))
  const erase = (customer: string, name: string) => eraseCustomer(tenant.uow(), customer, name)
  await expect(erase(from.id, 'Quill Zebedee')).rejects.toMatchObject({
    code: 'wrong_state',
    message: expect.stringContaining('Zebedee Quill'),
  })
  await expect(erase(into.id, 'Zebedee Quill')).rejects.toMatchObject({ code: 'wrong_state' })
  await tenant.run((ctx) => voidInvoice(ctx, id, 'agreed'))
  await erase(into.id, 'Zebedee Quill')
  expect(await tablesWith('Zeb|Quill')).toEqual(['audit_entries', 'retained_recipients'])
  for (const again of [
    (ctx: Ctx) => updateCustomer(ctx, into.id, { email: 'zebedee@quill.test' }),
    (ctx: Ctx) => givePortalAccess(ctx, into.id, 'zebedee@quill.test'),
  ])
    await expect(tenant.run<unknown>(again)).rejects.toMatchObject({ code: 'wrong_state' })
})

/** Counts the stored files of the account that contain a text. */
async function filesWith(text: string): Promise<number> {
  return tenant.run(async (ctx) => {
    const files = await ctx.db
      .selectFrom('stored_files')
      .select('bytes')
      .where('account_id', '=', ctx.accountId)
      .execute()
    return files.filter(({ bytes }) => bytes.includes(text)).length
  })
}

/** Returns the tables in which a row of the account matches. */
async function tablesWith(pattern: string): Promise<string[]> {
  const client = new pg.Client(test.ownerConfig)
  await client.connect()
  const tables =
    await client.query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query(
      `select count(*)::int as n from ${name} t where account_id = $1 and t::text ~* $2`,
      [tenant.accountId, pattern],
    )
    if (rows[0].n > 0) found.push(name)
  }
  await client.end()
  return found
}
