import { msg } from '../../../../../domain/languages/msg.ts'
import { sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../../invoices/index.ts'
import { heldByPayer } from '../../store/attempts.ts'
import { currentConsent } from '../../store/consents.ts'
import { mayUseStored, type PayableForPayer, payerOf } from '../read/read-payable.ts'
import { forDeposit, readSettings } from '../read/read-settings.ts'

/** An invoice that the caller may see, and what it takes now. */
export interface OpenLine {
  readonly invoice: InvoiceFacts
  /** Remaining less reserved by others; 0 when it can't be paid. */
  readonly payableMinor: bigint
}

export interface OpenLines {
  /** Earliest due first. */
  readonly lines: readonly OpenLine[]
  /** How many invoices were left out, because another account of the company takes their payment. */
  readonly apart: number
  /** All lines as one target of a payment, named by the invoice with the lowest id. */
  readonly payable: PayableForPayer
}

/**
 * Reads invoices of one customer and currency for their payer, whose unfinished attempts count as payable. Refuses
 * invoice_unknown when the caller may not see one of them, or messages beside `invoices`, also for invoices that different accounts
 * of the company take. With `oneDeposit` those of one account are left.
 */
export async function readOpenLines(
  ctx: Ctx,
  invoiceIds: readonly string[],
  { oneDeposit = false } = {},
): Promise<OpenLines> {
  const [found, all] = await Promise.all([readInvoiceFacts(ctx, invoiceIds), readSettings(ctx)])
  const invoices = oneDeposit ? keepOneDeposit(found) : found
  const [first] = [...invoices].sort((a, b) => (a.id < b.id ? -1 : 1))
  if (!first || found.length < new Set(invoiceIds).size) throw refuse('invoice_unknown')
  if (found.some((one) => one.customerId !== first.customerId)) throw refuse('invoice_unknown')
  if (found.some((one) => one.currency !== first.currency))
    throw refuseFields({ invoices: [msg('Pay invoices in one currency at a time.')] })
  if (invoices.some((one) => one.depositTo !== first.depositTo)) throw refuseFields({ invoices: [APART] })
  const settings = forDeposit(all, first.depositTo)
  const payer = payerOf(ctx.actor)
  const reserved = invoices.filter((one) => one.reservedMinor > 0n).map((one) => one.id)
  const held =
    payer && reserved.length > 0 ? await heldByPayer(ctx, reserved, payer) : new Map<string, bigint>()
  const lines = invoices.map((invoice) => {
    const open = invoice.state === 'open' && settings.isActive
    const freeMinor = invoice.remainingMinor - invoice.reservedMinor + (held.get(invoice.id) ?? 0n)
    return { invoice, payableMinor: open ? freeMinor : 0n }
  })
  const consentProtected = !mayUseStored(ctx.actor) && (await currentConsent(ctx, first.customerId)) !== null
  return {
    lines,
    apart: found.length - invoices.length,
    payable: {
      invoice: first,
      settings,
      payableMinor: sumMinor(lines.map((line) => line.payableMinor)),
      heldMinor: sumMinor(held.values()),
      consentProtected,
    },
  }
}

const APART = msg(
  'Deposits to the trust account and other invoices are paid into different accounts. Pay them one kind at a time.',
)

/** Keeps the invoices that one account of the company takes: the account of the one that is payable and due first. */
function keepOneDeposit(invoices: readonly InvoiceFacts[]): readonly InvoiceFacts[] {
  const first = invoices.find((one) => one.remainingMinor > one.reservedMinor) ?? invoices[0]
  return invoices.filter((one) => one.depositTo === first?.depositTo)
}
