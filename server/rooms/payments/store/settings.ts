import { sql } from 'kysely'
import { type CalendarDate, dateInZone } from '../../../../domain/calendar.ts'
import type { PaymentType } from '../../../../domain/payment-status.ts'
import type { Ctx } from '../../../platform/context.ts'

/** What the account says about being paid. */
export interface PaymentSettings {
  readonly isActive: boolean
  readonly currency: string
  readonly timezone: string
  readonly partialPayments: boolean
  readonly surchargePpm: Readonly<Record<PaymentType, number>>
  readonly logo: string | null
  /** The date in the account's time zone, by the product's clock. */
  readonly today: CalendarDate
}

interface SettingsRow {
  is_active: boolean
  currency: string
  timezone: string
  partial_payments: boolean
  card_surcharge_ppm: number
  e_check_surcharge_ppm: number
  logo_file_id: string | null
}

export async function readSettings(ctx: Ctx): Promise<PaymentSettings> {
  const result = await sql<SettingsRow>`
    select a.is_active, a.currency, a.timezone, a.partial_payments, a.card_surcharge_ppm, a.e_check_surcharge_ppm, c.logo_file_id
    from accounts a join companies c on c.account_id = a.account_id where a.account_id = ${ctx.accountId}`.execute(ctx.db)
  const row = result.rows[0]!
  return {
    isActive: row.is_active,
    currency: row.currency,
    timezone: row.timezone,
    partialPayments: row.partial_payments,
    surchargePpm: { credit_card: row.card_surcharge_ppm, e_check: row.e_check_surcharge_ppm, paypal: 0 },
    logo: row.logo_file_id === null ? null : `/api/logos/${ctx.accountId}/${row.logo_file_id}/`,
    today: dateInZone(ctx.now, row.timezone),
  }
}
