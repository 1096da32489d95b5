import { sql } from 'kysely'
import type { Tenant } from '../../../testing/test-app.ts'
import { asDate } from '../../platform/clock.ts'
import { type Actor, type App, type Ctx, nextId, unitOfWork } from '../../platform/context.ts'
import { aCustomer } from '../customers/testing.ts'
import { bookPayment } from '../ledger/index.ts'
import type { InvoiceReply } from './actions/read/read-invoice.ts'
import { listRuns } from './actions/runs/list-runs.ts'
import { performRun } from './actions/runs/perform-run.ts'
import { previewRun } from './actions/runs/preview-run.ts'
import { startRun } from './actions/runs/start-run.ts'
import { sendInvoice } from './actions/send/send-invoice.ts'
import { createInvoice } from './actions/write/create-invoice.ts'
import type { DraftInput } from './actions/write/read-draft.ts'
import { voidInvoice } from './actions/write/void-invoice.ts'
import { writeOffInvoice } from './actions/write/write-off-invoice.ts'
import type { LineInput } from './rules.ts'
import { insertRunPdf } from './store/run-pdfs.ts'
import { lockRun, moveRun } from './store/runs.ts'

/** Returns a line for tests: one case of cups for 1,250.00, untaxed. */
export const aLine = (fields: Partial<LineInput> = {}): LineInput => ({
  description: 'Hot cups, 12 oz',
  detail: 'Case of 1,000',
  quantity: '1',
  unit_price: '1250.00',
  discount: '0',
  tax_name: '',
  tax_rate: '0',
  ...fields,
})

/** Returns input for a draft with one line, dated Nov 20, 2026, due in 30 days. */
export const draftInput = (customer: string, fields: Partial<DraftInput> = {}): DraftInput => ({
  customer,
  invoice_date: '2026-11-20',
  terms: 'net_30',
  notes: '',
  lines: [aLine()],
  ...fields,
})

type Fields = Partial<DraftInput> & { readonly amount?: string }

/** Creates a draft of 1,250.00 (or `amount`), by default for a new customer. */
export async function aDraft(ctx: Ctx, { amount, ...fields }: Fields = {}): Promise<InvoiceReply> {
  const customer = fields.customer ?? (await aCustomer(ctx)).id
  const lines = amount === undefined ? {} : { lines: [aLine({ unit_price: amount })] }
  return createInvoice(ctx, draftInput(customer, { ...lines, ...fields }))
}

/** Creates the same invoice, issued without an email. */
export async function anOpenInvoice(ctx: Ctx, fields: Fields = {}): Promise<InvoiceReply> {
  const draft = await aDraft(ctx, fields)
  return sendInvoice(ctx, draft.id, { message: '', email: false })
}

/** A run that is going on: sending one invoice. Returns its id. */
export async function anInvoiceRun(ctx: Ctx, invoiceId: string): Promise<string> {
  const request = { action: 'send' as const, invoices: [invoiceId], note: '', request_id: nextId(ctx) }
  return (await startRun(ctx, request)).pk
}

/** Adds a run that has drawn the PDF of an invoice, of a few bytes. Returns its id. */
export async function someDrawnPdfs(ctx: Ctx, invoiceId: string): Promise<string> {
  const request = { action: 'pdfs' as const, invoices: [invoiceId], note: '', request_id: nextId(ctx) }
  const { pk } = await startRun(ctx, request)
  await insertRunPdf(ctx, pk, { position: 0, name: 'Invoice.pdf', bytes: Buffer.from('%PDF') })
  await moveRun(ctx, (await lockRun(ctx, pk))!, [])
  return pk
}

/** Actor of a customer logged in to the portal. */
export const asCustomer = (customerId: string): Actor => ({
  kind: 'customer',
  portalUserId: customerId,
  sessionId: customerId,
  email: 'accounts@harborfoods.test',
  customerId,
  customerIds: [customerId],
})

/** Actor of a pay link session. */
export const asLinkHolder = (invoiceId: string, customerId: string): Actor => ({
  kind: 'pay_link',
  payLinkId: invoiceId,
  sessionId: invoiceId,
  invoiceId,
  customerId,
  unlocked: false,
})

/**
 * Creates twelve invoices of two customers and two currencies, in every state as of Nov 20, 2026. Numbers
 * describe the state.
 */
export async function someOfEach(tenant: Tenant): Promise<{ harbor: string; kissa: string }> {
  const harbor = (await tenant.run((ctx) => aCustomer(ctx))).id
  const yen = { shortName: 'Kissa', email: 'k@kissa.test', currency: 'JPY' }
  const kissa = (await tenant.run((ctx) => aCustomer(ctx, yen))).id
  const open = (number: string, invoice_date: string, amount: string, customer = harbor) =>
    tenant.run((ctx) => anOpenInvoice(ctx, { number, invoice_date, amount, customer }))
  await open('Due-999', '2026-11-15', '100.00')
  await open('Due-1000', '2026-10-22', '200.00')
  await open('Late-10', '2026-10-15', '300.00')
  await open('Late-40', '2026-09-11', '400.00')
  await open('Late-75', '2026-08-07', '500.00')
  await open('Late-200', '2026-04-01', '600.00')
  await open('Yen-1', '2026-10-15', '7000', kissa)
  const paid = await open('Paid-1', '2026-11-01', '800.00')
  const part = await open('Part-1', '2026-10-15', '900.00')
  await tenant.run((ctx) => settle(ctx, paid, 80_000n))
  await tenant.run((ctx) => settle(ctx, part, 50_000n))
  const voided = await open('Void-1', '2026-11-01', '1000.00')
  await tenant.run((ctx) => voidInvoice(ctx, voided.id, ''))
  const lost = await open('Lost-1', '2026-01-01', '1100.00')
  await tenant.run((ctx) => writeOffInvoice(ctx, lost.id, ''))
  await tenant.run((ctx) => aDraft(ctx, { customer: harbor, number: 'Draft_1', amount: '1200.00' }))
  return { harbor, kissa }
}

/** Books a payment in the ledger, without a row in the payments room. Returns its facts. */
export async function settle(ctx: Ctx, invoice: InvoiceReply, amountMinor: bigint) {
  const payment = {
    paymentId: nextId(ctx),
    customerId: invoice.customer.pk,
    currency: invoice.currency,
    number: 'PAY-7',
    bookedOn: '2026-11-20',
    shares: [{ invoiceId: invoice.id, amountMinor }],
    unappliedMinor: 0n,
    surchargeMinor: 0n,
  }
  await bookPayment(ctx, { ...payment, reserved: false })
  return payment
}

/** Writes a rule for everyone else that charges 1.25% each month after 10 days, and returns its id. On since a day, or a draft. */
export async function aFeeRule(ctx: Ctx, onSince: string | null = null): Promise<string> {
  const id = nextId(ctx)
  await sql`insert into late_fee_rules (account_id, id, name, covers, state, on_since, kind, flat_minor, rate_ppm, compounds, grace_days,
      repeat, every_days, line_text, created_at, updated_at)
    values (${ctx.accountId}, ${id}, ${`Rule ${id}`}, 'everyone_else', ${onSince === null ? 'draft' : 'on'}, ${onSince}, 'percent', 0, 12500,
      false, 10, 'monthly', 0, 'Late fee, {month}', ${asDate(ctx.now)}, ${asDate(ctx.now)})`.execute(ctx.db)
  return id
}

/** Previews and performs runs of reminders about chosen invoices. */
export function runInvoices(now: () => { readonly app: App; readonly tenant: Tenant }) {
  return {
    preview: (invoices: readonly string[]) =>
      now().tenant.run((ctx) => previewRun(ctx, { action: 'remind', invoices: [...invoices] })),
    async remind(invoices: readonly string[]) {
      const { app, tenant } = now()
      const { pk } = await tenant.run((ctx) =>
        startRun(ctx, { action: 'remind', invoices: [...invoices], note: '', request_id: nextId(ctx) }),
      )
      const work = unitOfWork(
        app,
        { requestId: 'test', ip: null },
        { kind: 'system', job: 'test' },
        tenant.accountId,
      )
      await Promise.all([performRun(work, pk), performRun(work, pk)])
      return (await tenant.run(listRuns)).runs.find((run) => run.pk === pk)!
    },
  }
}
