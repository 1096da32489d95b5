import { findLeftOut } from '../../../../../domain/invoices/bulk-actions.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { leftOutOf, moveRun, type RunInvoice, selectRunInvoices } from '../../store/runs.ts'
import type { InvoiceRunRow } from '../../tables.ts'

/**
 * Reminds of the next invoice of a run together with those of the same customer, which follow it, so that they share a message where
 * the flow says so. The run moves past all of them.
 */
export async function remindNext(ctx: Ctx, run: InvoiceRunRow): Promise<void> {
  const invoices = await nextOfOneCustomer(ctx, run)
  const fit = invoices.filter((invoice) => findLeftOut('remind', invoice) === null)
  const reasons = await ctx.app.invoiceReminders!.send(
    ctx,
    fit.map(({ id }) => id),
  )
  const leftOut = invoices.flatMap((invoice) => {
    const reason = findLeftOut('remind', invoice) ?? reasons.get(invoice.id)
    return reason ? [leftOutOf(invoice.id, invoice.number, reason)] : []
  })
  await moveRun(ctx, run, leftOut, invoices.length)
}

const FIRST_LOOK = 20

/** Returns the invoices from the run's position on that are one customer's. The first of them exists. */
async function nextOfOneCustomer(ctx: Ctx, run: InvoiceRunRow): Promise<RunInvoice[]> {
  for (let size = FIRST_LOOK; ; size *= 10) {
    const ids = run.invoice_ids.slice(run.position, run.position + size)
    const found = new Map((await selectRunInvoices(ctx, ids)).map((invoice) => [invoice.id, invoice]))
    const { customerId } = found.get(ids[0]!)!
    const other = ids.findIndex((id) => found.get(id)?.customerId !== customerId)
    const isAll = other === -1 && run.position + size >= run.invoice_ids.length
    if (other !== -1 || isAll)
      return ids.slice(0, other === -1 ? undefined : other).map((id) => found.get(id)!)
  }
}
