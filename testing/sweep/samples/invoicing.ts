import { anInvoiceRun, draftInput, someDrawnPdfs } from '../../../server/rooms/invoices/testing.ts'
import { createView } from '../../../server/rooms/saved-views/index.ts'
import type { Principal } from '../principals.ts'
import type { Subject } from '../subject.ts'
import { account, accountHeader, oneCustomer, oneInvoice, type SamplesOf } from './sample.ts'

/** A draft as a JSON body. */
const draftBody = (customer: string) => {
  const { lines, ...draft } = draftInput(customer)
  return { ...draft, lines: [...lines] }
}

export const customers: SamplesOf<'customers'> = {
  list: (s) => ({ params: account(s), query: { search: 'first' } }),
  export: (s) => ({ params: account(s), body: { filter_balance_gte: '1', format: 'xlsx' } }),
  create: async (s) => ({
    params: account(s),
    body: { short_name: 'Atlas Bakery', parent: await s.spareCustomer(), group: await s.group() },
  }),
  read: (s) => ({ params: oneCustomer(s) }),
  update: async (s) => ({
    params: oneCustomer(s),
    body: { notes: 'Pays late.', parent: await s.spareCustomer(), group: await s.group() },
  }),
}

export const customerGroups: SamplesOf<'customerGroups'> = {
  list: (s) => ({ headers: accountHeader(s), query: { search: 'group' } }),
  export: (s) => ({ params: account(s), body: {} }),
  create: (s) => ({ headers: accountHeader(s), body: { name: `Group ${s.requestId()}` } }),
  rename: async (s) => ({
    headers: accountHeader(s),
    params: { group: await s.group() },
    body: { name: `Group ${s.requestId()}` },
  }),
  changeSwitches: async (s) => ({
    headers: accountHeader(s),
    params: { group: await s.group() },
    body: { reminders_status: false, auto_pay_status: false },
  }),
  remove: async (s) => ({ headers: accountHeader(s), params: { group: await s.group() } }),
  moveCustomers: async (s) => ({
    headers: accountHeader(s),
    body: { group: await s.group(), customers: [await s.spareCustomer()] },
  }),
  undoMove: async (s) => ({ body: {}, headers: accountHeader(s), params: { move: await s.groupMove() } }),
}

export const imports: SamplesOf<'imports'> = {
  export: (s) => ({ params: account(s), body: { kind: 'invoices' } }),
  upload: (s) => ({
    params: account(s),
    query: { kind: 'customers' },
    file: { type: 'text/csv', bytes: Buffer.from('Name\nAtlas Bakery\n') },
  }),
  list: (s) => ({ params: account(s) }),
  read: async (s) => ({ params: { ...account(s), import: (await s.upload()).pk } }),
  check: async (s) => {
    const { pk, mapping, date_order, decimal_mark } = await s.upload()
    return { params: { ...account(s), import: pk }, body: { mapping, date_order, decimal_mark } }
  },
  rows: async (s) => ({ params: { ...account(s), import: (await s.checkedUpload()).pk } }),
  run: async (s) => ({ params: { ...account(s), import: (await s.checkedUpload()).pk }, body: {} }),
  rejectedRows: async (s) => ({ params: { ...account(s), import: (await s.checkedUpload()).pk } }),
}

export const invoices: SamplesOf<'invoices'> = {
  list: (s) => ({ params: account(s), query: { customer: s.debtor.customerId } }),
  export: (s) => ({ params: account(s), body: { view: 'open', order_by: 'due_date' } }),
  defaults: (s) => ({ params: account(s) }),
  create: (s) => ({ params: account(s), body: draftBody(s.debtor.customerId) }),
  read: (s) => ({ params: oneInvoice(s) }),
  update: async (s) => {
    const { pk, revision } = await s.draft()
    return {
      params: { ...account(s), invoice: pk },
      body: { ...draftBody(s.debtor.customerId), revision },
    }
  },
  remove: async (s) => ({ params: { ...account(s), invoice: (await s.draft()).pk } }),
  previewEmail: (s) => ({ params: oneInvoice(s), body: { message: 'Thank you.' } }),
  send: async (s) => ({
    params: { ...account(s), invoice: (await s.draft()).pk },
    body: { message: 'Here is your invoice.', request_id: s.requestId() },
  }),
  duplicate: async (s) => ({ params: { ...account(s), invoice: (await s.openInvoice()).pk }, body: {} }),
  void: async (s) => ({
    params: { ...account(s), invoice: (await s.openInvoice()).pk },
    body: { reason: 'Ordered twice' },
  }),
  writeOff: async (s) => ({
    params: { ...account(s), invoice: (await s.openInvoice()).pk },
    body: { reason: 'Closed its business' },
  }),
  undoWriteOff: async (s) => ({
    params: { ...account(s), invoice: await s.writtenOffInvoice() },
    body: {},
  }),
  pdf: (s) => ({ params: oneInvoice(s) }),
  jointPayLink: async (s) => {
    const { pk, customer } = await s.openInvoice()
    const invoices = [pk, (await s.openInvoice()).pk]
    return { params: { ...account(s), customer: customer.pk }, body: { invoices } }
  },
  payLink: async (s) => ({ params: { ...account(s), invoice: (await s.openInvoice()).pk }, body: {} }),
}

export const ownCreditMemos: SamplesOf<'ownCreditMemos'> = {
  read: async (s) => ({ params: { memo: (await s.memo()).pk } }),
  pdf: async (s) => ({ params: { memo: (await s.memo()).pk } }),
  use: async (s) => ({
    params: { memo: (await s.memo()).pk },
    body: { invoice: s.debtor.invoiceId, amount: '1.00', request_id: s.requestId() },
  }),
}

/** A run that is going on. */
const aRun = (s: Subject) =>
  s.make('invoice run', () => s.company.run((ctx) => anInvoiceRun(ctx, s.debtor.invoiceId)))

/** A run that has drawn its PDFs. */
const drawnPdfs = (s: Subject) =>
  s.make('drawn PDFs', () => s.company.run((ctx) => someDrawnPdfs(ctx, s.debtor.invoiceId)))

export const invoiceRuns: SamplesOf<'invoiceRuns'> = {
  preview: (s) => ({ params: account(s), body: { action: 'void', invoices: [s.debtor.invoiceId] } }),
  list: (s) => ({ params: account(s) }),
  start: (s) => ({
    params: account(s),
    body: { action: 'send', matching: { search: 'INV' }, request_id: s.requestId() },
  }),
  cancel: async (s) => ({
    params: { ...account(s), run: await aRun(s) },
    body: {},
  }),
  downloadPdfs: async (s) => ({
    params: { ...account(s), run: await drawnPdfs(s) },
    body: {},
  }),
  pdfs: (s) => ({ params: account(s), body: { invoices: [s.debtor.invoiceId] } }),
}

/** A view of the caller, or of the owner, that everybody in the company sees. */
const aView = (s: Subject, { is }: Principal) => {
  const role = is.kind === 'staff' && is.company === s.company ? is.role : 'owner'
  const actor = { ...s.company.owner, userId: s.company.people[role] }
  return s.make(`saved view of ${role}`, () =>
    s.company.run(async (ctx) => {
      const name = `View ${s.requestId()}`.slice(0, 40)
      return (await createView(ctx, { list: 'customers', name, query: { search: 'oy' }, shared: true })).pk
    }, actor),
  )
}

export const savedViews: SamplesOf<'savedViews'> = {
  list: (s) => ({ params: account(s), query: { list: 'invoices' } }),
  create: (s) => ({
    params: account(s),
    body: { list: 'invoices', name: `View ${s.requestId()}`.slice(0, 40), query: { view: 'open' } },
  }),
  chooseColumns: (s) => ({
    params: account(s),
    body: { list: 'invoices', columns: 'number,customer:14,remaining' },
  }),
  update: async (s, who) => ({
    params: { ...account(s), view: await aView(s, who) },
    body: { name: `View ${s.requestId()}`.slice(0, 40) },
  }),
  remove: async (s, who) => ({ params: { ...account(s), view: await aView(s, who) } }),
}

export const creditMemos: SamplesOf<'creditMemos'> = {
  list: (s) => ({ params: account(s), query: { customer: s.debtor.customerId } }),
  export: (s) => ({ params: account(s), body: { order_by: 'remaining' } }),
  issue: (s) => ({
    params: account(s),
    body: {
      customer: s.debtor.customerId,
      issued_on: '2026-11-20',
      total: '10.00',
      request_id: s.requestId(),
    },
  }),
  read: async (s) => ({ params: { ...account(s), memo: (await s.memo()).pk } }),
  apply: async (s) => ({
    params: { ...account(s), memo: (await s.memo()).pk },
    body: { invoice: s.debtor.invoiceId, amount: '1.00', request_id: s.requestId() },
  }),
  unapply: async (s) => {
    const memo = await s.appliedMemo()
    return { params: { ...account(s), memo: memo.pk }, body: { application: memo.applications[0]!.pk } }
  },
  void: async (s) => ({ params: { ...account(s), memo: (await s.memo()).pk }, body: {} }),
  pdf: async (s) => ({ params: { ...account(s), memo: (await s.memo()).pk } }),
}
