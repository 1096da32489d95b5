import { sumMinor } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { bookPlatformChange, type PlatformChange, type Share } from '../../../ledger/index.ts'
import type { Payment } from '../../rules/records.ts'
import { spendUnapplied } from './spend-unapplied.ts'

/**
 * Settles invoices with a payment's credit, as its own entry of the audit log. Both must be locked, and the credit suffice.
 * `takenBack`: a settlement at the accounting platform in whose place the credit comes.
 */
export async function recordCreditUse(
  ctx: Ctx,
  payment: Payment,
  shares: readonly Share[],
  takenBack: PlatformChange | null = null,
): Promise<void> {
  if (takenBack !== null) await bookPlatformChange(ctx, takenBack)
  await spendUnapplied(ctx, payment, shares)
  const used = sumMinor(shares.map((share) => share.amountMinor))
  const detail = { number: payment.number, amountMinor: used.toString() }
  await audit(ctx, 'payments.use-credit', { type: 'payment', id: payment.id }, detail)
  await failpoint('credit.used')
}
