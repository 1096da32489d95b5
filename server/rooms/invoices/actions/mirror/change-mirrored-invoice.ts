import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { todayOf } from '../../../accounts/index.ts'
import { bookPlatformChange, bookVoid, lockReceivables, type Receivable } from '../../../ledger/index.ts'
import { type InvoiceRecord, lockInvoice, rewriteInvoice, setState } from '../../store/invoices.ts'
import { revokePayLinks } from '../../store/pay-links.ts'
import { waiveFeesOf } from '../fees/waive-fees-of.ts'
import { type MirroredInvoice, totalsOf } from './mirror-new-invoices.ts'

/**
 * Result of a change: `remainingMinor` is what is owed here now. `isExact` is false when more was settled here and there together
 * than is owed, so that it has to be applied again once one of them is taken back.
 */
export type MirrorOutcome =
  | { readonly ok: true; readonly remainingMinor: bigint; readonly isExact: boolean }
  | { readonly ok: false; readonly because: 'reserved' | 'paid_here'; readonly remainingMinor: bigint }

/**
 * Brings an invoice to its state at the platform, whatever was paid on it. The given amounts are without late fees, which are kept
 * here; only `remainingMinor` includes them, and is what is owed there after everything that the platform doesn't know yet. Keeps what a payment under way has reserved, and reports `reserved` then.
 */
export async function changeMirroredInvoice(
  ctx: Ctx,
  id: string,
  given: MirroredInvoice,
  reference: string | null,
): Promise<MirrorOutcome> {
  const before = await lockInvoice(ctx, id)
  const [receivable] = await lockReceivables(ctx, [id])
  if (!before || !receivable) throw new Error('a mirrored invoice has no receivable')
  if (before.state === 'void') return { ok: true, remainingMinor: 0n, isExact: true }
  const wanted = given.remainingMinor < 0n ? 0n : given.remainingMinor
  const remainingMinor = wanted < receivable.reservedMinor ? receivable.reservedMinor : wanted
  if (remainingMinor > given.totalMinor + before.fees_minor)
    return { ok: false, because: 'reserved', remainingMinor: receivable.remainingMinor }
  await book(ctx, { before, receivable, given: { ...given, remainingMinor }, reference })
  if (isRewritten(before, given)) {
    if (given.customerId !== before.customer_id) await revokePayLinks(ctx, id)
    await rewriteInvoice(
      ctx,
      id,
      { ...given, terms: 'custom', depositTo: before.deposit_to, totals: totalsOf(given) },
      before.number,
    )
  }
  return wanted === remainingMinor
    ? { ok: true, remainingMinor, isExact: wanted === given.remainingMinor }
    : { ok: false, because: 'reserved', remainingMinor }
}

const isRewritten = (before: InvoiceRecord, given: MirroredInvoice): boolean =>
  before.total_minor - before.fees_minor !== given.totalMinor ||
  before.tax_minor !== given.taxMinor ||
  before.customer_id !== given.customerId ||
  before.due_date !== given.dueDate ||
  before.invoice_date !== given.invoiceDate ||
  before.notes !== given.notes

/** Amount of an invoice without tax and late fees. */
const netOf = (invoice: InvoiceRecord): bigint => invoice.total_minor - invoice.fees_minor - invoice.tax_minor

interface Booking {
  readonly before: InvoiceRecord
  readonly receivable: Receivable
  readonly given: MirroredInvoice
  readonly reference: string | null
}

async function book(ctx: Ctx, { before, receivable, given, reference }: Booking): Promise<void> {
  const settledBefore = receivable.chargedMinor - receivable.remainingMinor
  const settledMinor = given.totalMinor + before.fees_minor - given.remainingMinor - settledBefore
  const netMinor = given.totalMinor - given.taxMinor - netOf(before)
  const change = {
    receivable,
    number: before.number,
    bookedOn: await todayOf(ctx),
    dueDate: given.dueDate,
    customerId: given.customerId,
    netMinor,
    taxMinor: given.taxMinor - before.tax_minor,
    settledMinor,
    reference,
  }
  await bookPlatformChange(ctx, change)
}

/**
 * Voids an invoice that was voided or deleted at the platform: takes back what was paid there, and ends its pay links. Reports
 * `paid_here` and changes nothing while money that came through Quittance is settled on it, and `reserved` while some is under way.
 */
export async function voidMirroredInvoice(
  ctx: Ctx,
  id: string,
  paidHereMinor: bigint,
  reason: string,
): Promise<MirrorOutcome> {
  const before = await lockInvoice(ctx, id)
  const [receivable] = await lockReceivables(ctx, [id])
  if (!before || !receivable) throw new Error('a mirrored invoice has no receivable')
  if (before.state === 'void') return { ok: true, remainingMinor: 0n, isExact: true }
  if (paidHereMinor !== 0n)
    return { ok: false, because: 'paid_here', remainingMinor: receivable.remainingMinor }
  if (receivable.reservedMinor !== 0n)
    return { ok: false, because: 'reserved', remainingMinor: receivable.remainingMinor }
  const bookedOn = await todayOf(ctx)
  const settledBefore = receivable.chargedMinor - receivable.remainingMinor
  if (settledBefore > 0n)
    await bookPlatformChange(ctx, {
      receivable,
      number: before.number,
      bookedOn,
      dueDate: receivable.dueDate,
      customerId: receivable.customerId,
      netMinor: 0n,
      taxMinor: 0n,
      settledMinor: -settledBefore,
      reference: null,
    })
  await waiveFeesOf(ctx, id, bookedOn)
  await bookVoid(ctx, {
    invoiceId: id,
    number: before.number,
    bookedOn,
    netMinor: netOf(before),
    taxMinor: before.tax_minor,
  })
  await setState(ctx, id, 'void', { closed_at: asDate(ctx.now), closed_because: reason })
  await revokePayLinks(ctx, id)
  await audit(
    ctx,
    'invoices.void',
    { type: 'invoice', id },
    { reason, total_minor: before.total_minor.toString() },
  )
  await failpoint('books.invoice_voided')
  return { ok: true, remainingMinor: 0n, isExact: true }
}
