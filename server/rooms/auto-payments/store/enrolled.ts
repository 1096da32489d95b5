import { sql } from 'kysely'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { DateText } from '../../../platform/db/database.ts'
import { pageOf } from '../../../platform/db/window.ts'

/** A customer who agreed to automatic payments, with the method. */
export interface Enrolled {
  readonly customerId: string
  readonly shortName: string
  readonly isActive: boolean
  readonly hasEmail: boolean
  readonly groupOff: boolean
  readonly agreedOn: DateText
  readonly type: PaymentType
  readonly brand: string
  readonly last4: string
  readonly provider: string
  readonly createdAt: Date
  readonly expirationYear: number | null
  readonly expirationMonth: number | null
}

export async function countEnrolled(ctx: Ctx): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from auto_payment_consents
    where account_id = ${ctx.accountId} and withdrawn_at is null`.execute(ctx.db)
  return result.rows[0]!.count
}

/** Returns a page of the customers who agreed, by name. */
export async function selectEnrolled(ctx: Ctx, limit: number, offset: number): Promise<Enrolled[]> {
  const result = await sql<Enrolled>`
    select k.id as "customerId", k.short_name as "shortName", k.is_active as "isActive",
      (k.email <> '' or k.extra_emails <> '{}') as "hasEmail", coalesce(not g.auto_pay_on, false) as "groupOff",
      c.agreed_on as "agreedOn", m.type, m.brand, m.last_4_digits as last4, m.provider, m.created_at as "createdAt",
      m.expiration_year as "expirationYear", m.expiration_month as "expirationMonth"
    from auto_payment_consents c
      join customers k on k.account_id = c.account_id and k.id = c.customer_id
      join stored_methods m on m.account_id = c.account_id and m.id = c.stored_method_id
      left join customer_groups g on g.account_id = k.account_id and g.id = k.group_id
    where c.account_id = ${ctx.accountId} and c.withdrawn_at is null
    order by k.name_key, k.id ${pageOf(limit, offset)}`.execute(ctx.db)
  return result.rows
}
