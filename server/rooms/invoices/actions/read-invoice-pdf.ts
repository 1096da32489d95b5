import type { Steps } from '../../../platform/context.ts'
import { servePaper } from '../../../platform/pdf/serve-paper.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readInvoiceWhole } from '../store/detail.ts'
import { invoicePaper } from './invoice-paper.ts'
import { readIssuer } from './read-issuer.ts'

/** The PDF of an invoice that the actor may see. Refuses not_found, and as `servePaper` does. */
export const invoicePdfOf = (steps: Steps, invoiceId: string) =>
  servePaper(steps, async (ctx) => {
    const invoice = await readInvoiceWhole(ctx, invoiceId)
    if (!invoice) throw refuse('not_found')
    return invoicePaper(ctx, await readIssuer(ctx), invoice, null)
  })
