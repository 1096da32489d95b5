import type { Generated, Selectable } from 'kysely'
import type { PaymentPlanState, PlanInterval } from '../../../domain/payment-plans/plan-terms.ts'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'

export type ConfirmedVia = 'link' | 'portal' | 'pay_link' | 'staff'

interface PaymentPlansTable {
  account_id: string
  id: string
  customer_id: string
  currency: string
  state: PaymentPlanState
  revision: Generated<number>
  origin: 'staff' | 'customer'
  /** Owed by its invoices when it was made. */
  total_minor: Minor
  /** As agreed; zero for none. */
  fee_minor: Generated<Minor>
  message: Generated<string>
  charges_itself: Generated<boolean>
  expires_on: DateText
  sent_at: Generated<Instant | null>
  confirmed_at: Generated<Instant | null>
  confirmed_by: Generated<string>
  confirmed_via: Generated<ConfirmedVia | null>
  confirmed_ip: Generated<string | null>
  confirmed_agent: Generated<string | null>
  agreement_text: Generated<string>
  agreement_file_id: Generated<string | null>
  defaulted_at: Generated<Instant | null>
  ended_at: Generated<Instant | null>
  ended_because: Generated<string>
  created_by: string | null
  created_at: Instant
  updated_at: Instant
}

interface PaymentPlanInvoicesTable {
  account_id: string
  plan_id: string
  invoice_id: string
  position: number
  /** Remaining, and charged, when the plan was made. */
  planned_minor: Minor
  charged_minor: Minor
  is_live: Generated<boolean>
}

interface PaymentPlanInstallmentsTable {
  account_id: string
  plan_id: string
  id: string
  number: number
  due_on: DateText
  amount_minor: Minor
  is_down_payment: boolean
  /** The part of the amount that is the plan's fee, once it is charged. */
  fee_minor: Generated<Minor>
}

export type PlanReminderKind = 'coming' | 'missed'

interface PaymentPlanRemindersTable {
  account_id: string
  plan_id: string
  installment_id: string
  kind: PlanReminderKind
  sent_on: DateText
  /** The email, and what it says is open. */
  mail_id: string | null
  open_minor: Minor | null
}

interface PaymentPlanLinksTable {
  account_id: string
  id: string
  plan_id: string
  token_hash: Buffer
  created_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
  /** False for a link that a pay link alone opened. */
  may_charge: Generated<boolean>
  /** The person or the pay link that opened it, with which it ends; both null for one that staff issued. */
  holder_portal_user_id: Generated<string | null>
  holder_pay_link_id: Generated<string | null>
  former_pay_link_ids: Generated<string[]>
  issued_pay_link_id: Generated<string | null>
}

interface PaymentPlanTokensTable {
  token_hash: Buffer
  account_id: string
  link_id: string
}

interface PaymentPlanPoliciesTable {
  account_id: string
  customers_may_choose: boolean
  min_amount_minor: Minor
  max_installments: number
  max_days: number
  down_payment_percent: number
  intervals: PlanInterval[]
  grace_days: number
  fee_minor: Generated<Minor>
}

declare module '../../platform/db/database.ts' {
  interface Database {
    payment_plans: PaymentPlansTable
    payment_plan_invoices: PaymentPlanInvoicesTable
    payment_plan_installments: PaymentPlanInstallmentsTable
    payment_plan_reminders: PaymentPlanRemindersTable
    payment_plan_links: PaymentPlanLinksTable
    payment_plan_tokens: PaymentPlanTokensTable
    payment_plan_policies: PaymentPlanPoliciesTable
  }
}

export type PlanRow = Selectable<PaymentPlansTable>
