import type { Generated, Selectable } from 'kysely'
import type { PlanQuota } from '../../../domain/accounts/plan-quotas.ts'
import type { Instant, Json, Minor } from '../../platform/db/database.ts'

export interface PlanQuotasTable {
  account_id: string
  codename: PlanQuota
  most: number
  from_plan: Generated<boolean>
}

interface PlanSubscriptionsTable {
  account_id: string
  provider: 'sandbox' | 'stripe'
  customer_ref: string
  subscription_ref: string | null
  period_ends_at: Instant | null
  ends_with_period: Generated<boolean>
  unpaid_ref: string | null
  unpaid_minor: Minor | null
  reads_begun: Generated<number>
  reads_written: Generated<number>
}

interface PlanInvoicesTable {
  account_id: string
  id: string
  ref: string
  number: string
  status: 'open' | 'paid' | 'uncollectible' | 'void'
  description: string
  amount_minor: Minor
  credit_minor: Minor
  tax_minor: Minor
  currency: string
  issued_at: Instant
  paid_at: Instant | null
  period_starts_at: Instant | null
  period_ends_at: Instant | null
  lines: Json<{ description: string; amount_minor: string }[]>
  url: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    plan_quotas: PlanQuotasTable
    plan_subscriptions: PlanSubscriptionsTable
    plan_invoices: PlanInvoicesTable
  }
}

export type SubscriptionRow = Selectable<PlanSubscriptionsTable>
export type PlanInvoiceRow = Selectable<PlanInvoicesTable>
