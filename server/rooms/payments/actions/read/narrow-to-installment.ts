import { msg } from '../../../../../domain/languages/msg.ts'
import { smallerMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { findOpenInstallment } from '../../../payment-plans/index.ts'
import type { PayableForPayer } from './read-payable.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A payable invoice, of which one installment is paid. */
export interface PayableInstallment extends PayableForPayer {
  readonly installmentId: string | null
  /** Payable of the whole invoice. */
  readonly wholeMinor: bigint
}

/**
 * Limits what is payable to an installment of the invoice's payment plan. Refuses an installment that isn't open, or that a
 * payment under way settles, beside `installment_id`.
 */
export async function narrowToInstallment(
  ctx: Ctx,
  payable: PayableForPayer,
  given: string | boolean | number | undefined,
): Promise<PayableInstallment> {
  if (given === undefined) return { ...payable, wholeMinor: payable.payableMinor, installmentId: null }
  const openMinor = await payableOfInstallment(ctx, payable.invoice.id, given, payable.heldMinor)
  return {
    ...payable,
    payableMinor: smallerMinor(payable.payableMinor, openMinor),
    wholeMinor: payable.payableMinor,
    installmentId: String(given),
  }
}

/** Returns what can be paid of an installment. `ownMinor`: reserved by the payer's own attempts. Refuses like `narrowToInstallment`. */
export async function payableOfInstallment(
  ctx: Ctx,
  invoiceId: string,
  given: string | boolean | number,
  ownMinor = 0n,
): Promise<bigint> {
  const refused = (text: string) => refuseFields({ installment_id: [text] })
  const found =
    typeof given === 'string' && UUID.test(given)
      ? await findOpenInstallment(ctx, invoiceId, given, ownMinor)
      : null
  if (found === null)
    throw refused(
      'This installment is paid already, or is not part of the invoice’s payment plan. Reload and choose another one.',
    )
  if (found.payableMinor === 0n) throw refused(msg('A payment of this installment is on its way.'))
  return found.payableMinor
}
