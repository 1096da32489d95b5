import { formatAmount } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { type KeptBecause, readInvoiceFacts, waiveLateFees } from '../../../invoices/index.ts'

const KEPT: Readonly<Record<Exclude<KeptBecause, 'unknown'>, string>> = {
  waived: 'This fee is waived already.',
  closed: 'The invoice is closed, so nothing is owed on it.',
  paid: 'This fee was paid. Refund or credit it instead.',
  in_flight: 'A payment for this invoice is pending. Wait until it clears.',
}

/** Waives the unpaid part of fees, and returns why others stay. Refuses not_found when one does not exist. */
export async function waiveFees(ctx: Ctx, ids: readonly string[], reason: string) {
  const outcomes = await waiveLateFees(ctx, [...new Set(ids)], reason, await todayOf(ctx))
  const kept = outcomes.flatMap(({ feeId, kept: why }) => {
    if (why === 'unknown') throw refuse('not_found')
    return why === null ? [] : [{ pk: feeId, detail: KEPT[why] }]
  })
  const invoiceIds = outcomes.flatMap(({ fee }) => (fee ? [fee.invoice_id] : []))
  const currencies = new Map((await readInvoiceFacts(ctx, invoiceIds)).map((one) => [one.id, one.currency]))
  const waived = []
  for (const { fee, feeId, minor, kept: why } of outcomes) {
    if (fee === null || why !== null) continue
    waived.push({ pk: feeId, amount: formatAmount(minor, currencies.get(fee.invoice_id)!) })
    await audit(
      ctx,
      'late-fees.waive',
      { type: 'invoice', id: fee.invoice_id },
      { amountMinor: minor.toString(), reason },
    )
  }
  return { waived, kept }
}
