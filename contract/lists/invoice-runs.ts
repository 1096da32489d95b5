import { z } from 'zod'
import { BULK_ACTIONS, LEFT_OUT_REASONS } from '../../domain/invoices/bulk-actions.ts'
import { invoiceMatch } from '../invoices.ts'
import { route } from '../route.ts'
import { accountParams, amount, id, instant, requestId, strict, text } from '../shapes.ts'

const MAX_CHOSEN = 500
const count = z.number().int()
const write = { kind: 'staff', right: 'invoices.write', keys: 'never' } as const

const selection = {
  invoices: z
    .array(id)
    .min(1, 'Choose at least one invoice.')
    .max(MAX_CHOSEN, `Choose at most ${MAX_CHOSEN} invoices, or all that match.`)
    .optional(),
  matching: strict(invoiceMatch).optional().describe('search, view and filters of the invoices list'),
}
const SELECTION_TEXT = 'Send invoices or matching.'
const isSelection = ({ invoices, matching }: { invoices?: unknown; matching?: unknown }): boolean =>
  (invoices === undefined) !== (matching === undefined)
export type InvoiceRunSelection = z.output<z.ZodObject<typeof selection>>

const action = z
  .enum(BULK_ACTIONS)
  .describe(
    'send issues drafts, and emails open invoices again; remind sends the next reminder of each now; pdfs draws them for an archive',
  )
const reason = z.enum(LEFT_OUT_REASONS)

const run = z.object({
  pk: id,
  action,
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  failure: z.string().nullable(),
  total: count,
  done: count,
  left_out_count: count,
  left_out: z
    .array(z.object({ invoice: id, number: z.string(), reason, text: z.string() }))
    .describe('the first hundred'),
  started_at: instant,
  finished_at: instant.nullable(),
  kept_until: instant.nullable().describe('of pdfs: when they are deleted; null when they are gone'),
})
export type InvoiceRunReply = z.output<typeof run>

/** One action on many invoices: those named, or all that match a list. */
export const invoiceRuns = {
  preview: route({
    method: 'POST',
    path: '/api/accounts/:account/invoice-runs/preview/',
    summary: 'Preview an action on many invoices: on how many it would act, and which it leaves out and why',
    access: write,
    params: accountParams,
    body: strict({ action, ...selection }).refine(isSelection, SELECTION_TEXT),
    reply: z.object({
      count: count.describe('invoices on which it would act'),
      drafts: count.describe('of these, drafts that would be issued'),
      sums: z.array(z.object({ currency: z.string(), remaining: amount })).describe('of these, what remains'),
      left_out: z.array(
        z.object({
          reason,
          count,
          customers: z.array(z.string()).describe('names, the first five'),
          customer_count: count,
        }),
      ),
      first: z
        .array(z.object({ pk: id, number: z.string(), customer: z.string(), currency: z.string(), amount }))
        .describe('the first ten on which it would act'),
      emails: z
        .object({
          count,
          first: z
            .array(
              z.object({
                customer: z.string(),
                to: z.array(z.string()),
                step: z.string().describe('name of the step of the flow'),
                invoices: z.array(z.string()).describe('numbers, the first ten'),
                invoice_count: count,
                currency: z.string(),
                amount,
              }),
            )
            .describe('the first ten'),
        })
        .nullable()
        .describe('of remind: the emails that would leave. Null for other actions'),
    }),
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/invoice-runs/',
    summary: 'List the last runs of a day with their progress, the latest first',
    access: { kind: 'staff', right: 'invoices.read' },
    params: accountParams,
    reply: z.object({ runs: z.array(run) }),
  }),
  start: route({
    method: 'POST',
    path: '/api/accounts/:account/invoice-runs/',
    summary: 'Act on many invoices, one after another. `request_id` is the idempotency key',
    access: write,
    params: accountParams,
    body: strict({
      action,
      ...selection,
      note: text(1000).default('').describe('the email’s message, or why they are closed'),
      request_id: requestId,
    }).refine(isSelection, SELECTION_TEXT),
    status: 202,
    reply: run,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/accounts/:account/invoice-runs/:run/cancel/',
    summary: 'Stop a run. What it did stays done',
    access: write,
    params: strict({ account: id, run: id }),
    body: strict({}).optional(),
    reply: run,
  }),
  downloadPdfs: route({
    method: 'POST',
    path: '/api/accounts/:account/invoice-runs/:run/archive/',
    summary: 'Download the PDFs that a run has drawn as one ZIP archive',
    access: { kind: 'staff', right: 'export.read' },
    params: strict({ account: id, run: id }),
    body: strict({}).optional(),
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  }),
  pdfs: route({
    method: 'POST',
    path: '/api/accounts/:account/invoice-runs/pdfs/',
    summary:
      'Download the PDFs of many invoices as one ZIP archive, at most 500. They are drawn while it is sent',
    access: { kind: 'staff', right: 'export.read' },
    params: accountParams,
    body: strict(selection).refine(isSelection, SELECTION_TEXT),
    reply: 'file',
    rateLimit: { limit: 10, windowSeconds: 60 },
  }),
}
