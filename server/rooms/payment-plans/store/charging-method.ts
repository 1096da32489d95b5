import { sql } from 'kysely'
import { type PaymentType, paymentTypeText } from '../../../../domain/payments/payment-status.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface ChargingMethod {
  readonly type: PaymentType
  readonly brand: string
  readonly last4: string
}

/** Returns the method that a customer's consent to automatic payments names; null without a current consent. */
export async function findChargingMethod(ctx: Ctx, customerId: string): Promise<ChargingMethod | null> {
  const { rows } = await sql<ChargingMethod>`
    select m.type, m.brand, m.last_4_digits as last4
    from auto_payment_consents c
      join stored_methods m on m.account_id = c.account_id and m.id = c.stored_method_id and m.removed_at is null
    where c.account_id = ${ctx.accountId} and c.customer_id = ${customerId} and c.withdrawn_at is null limit 1`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** 'Visa •••• 4242' */
export const methodDisplay = ({ type, brand, last4 }: ChargingMethod): string =>
  `${brand || paymentTypeText(type)}${last4 === '' ? '' : ` •••• ${last4}`}`
