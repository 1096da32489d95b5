import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { DepositTo } from '../../../../../domain/payments/deposit-to.ts'
import type { PaymentType } from '../../../../../domain/payments/payment-status.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { logoPath, readAccountRow, todayOf } from '../../../accounts/index.ts'

/** The account's payment settings. */
export interface PaymentSettings {
  readonly isActive: boolean
  readonly currency: string
  readonly partialPayments: boolean
  /** Customers can pay more than is due. */
  readonly prepayments: boolean
  /** The box that saves the payment method is ticked at first. */
  readonly saveMethodsByDefault: boolean
  /** Parts per million. */
  readonly surchargePpm: Readonly<Record<PaymentType, number>>
  readonly logo: string | null
  /** Today in the account's time zone, by the product's clock. */
  readonly today: CalendarDate
}

/** Reads the database once for each transaction. */
export async function readSettings(ctx: Ctx): Promise<PaymentSettings> {
  const account = await readAccountRow(ctx)
  return {
    isActive: account.isActive,
    currency: account.currency,
    partialPayments: account.partialPayments,
    prepayments: account.prepayments,
    saveMethodsByDefault: account.saveMethodsByDefault,
    surchargePpm: { credit_card: account.cardSurchargePpm, e_check: account.eCheckSurchargePpm, paypal: 0 },
    logo: logoPath(ctx.accountId, account.company.logoFileId),
    today: await todayOf(ctx),
  }
}

/** A trust account takes exactly what is asked for: no surcharge, which is the firm's, and nothing beyond. */
export const forDeposit = (settings: PaymentSettings, to: DepositTo): PaymentSettings =>
  to === 'operating'
    ? settings
    : { ...settings, prepayments: false, surchargePpm: { credit_card: 0, e_check: 0, paypal: 0 } }
