import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { formatAmount, sumMinor } from '../../../../domain/money/money.ts'
import { addFee } from '../../../../domain/payment-plans/plan-fee.ts'
import {
  installmentStatus,
  type SettledInstallment,
  settleInstallments,
} from '../../../../domain/payment-plans/settle-installments.ts'
import type { PlanWhole } from './plan-whole.ts'

export type PlanReply = HandlerReplyOf<typeof contract.paymentPlans.read>

/** A plan with the fee in its schedule: a proposal's as if it were charged already, which its confirmation does. */
export const withFee = (plan: PlanWhole) =>
  addFee(plan, plan.row.state === 'proposed' ? plan.row.fee_minor : 0n)

/** Installments as they stand. One whose invoices were voided is left out. */
export function settledOf(plan: PlanWhole): SettledInstallment[] {
  const { installments, invoices } = withFee(plan)
  return settleInstallments(installments, invoices).filter(({ amountMinor }) => amountMinor > 0n)
}

/** The fee of a plan that was or will be charged, without what was waived. Minor units. */
export function feeOf({ row, chargedFee }: Pick<PlanWhole, 'row' | 'chargedFee'>): bigint {
  if (chargedFee !== null) return row.fee_minor - chargedFee.waivedMinor
  return row.state === 'proposed' ? row.fee_minor : 0n
}

/** True for a plan that payers see: a proposal only from when it was emailed, until its last day. */
export const isShownToPayers = (
  { state, sent_at, expires_on }: PlanWhole['row'],
  today: CalendarDate,
): boolean => state !== 'proposed' || (sent_at !== null && expires_on >= today)

/** A plan's figures for a list. An ended plan owes nothing any more. */
export function presentPlanRow(plan: PlanWhole, today: CalendarDate) {
  const { row, invoices } = plan
  const settled = settledOf(plan)
  const amount = (minor: bigint) => formatAmount(minor, row.currency)
  const isEnded = row.state === 'canceled'
  const open = isEnded ? [] : settled.filter(({ openMinor }) => openMinor > 0n)
  const [next] = open
  return {
    pk: row.id,
    id: row.id,
    state: row.state,
    origin: row.origin,
    customer: { pk: row.customer_id, short_name: plan.customerName },
    invoices: invoices.map(({ invoiceId, number }) => ({ pk: invoiceId, number })),
    currency: row.currency,
    total: amount(sumMinor(settled.map(({ amountMinor }) => amountMinor))),
    remaining: amount(sumMinor(open.map(({ openMinor }) => openMinor))),
    installment_count: settled.length,
    paid_count: settled.filter(({ openMinor }) => openMinor === 0n).length,
    missed_count: isMissable(row.state) ? open.filter(({ dueOn }) => dueOn < today).length : 0,
    next_due_date: next?.dueOn ?? null,
    next_amount: next ? amount(next.openMinor) : null,
    sent_at: row.sent_at?.toISOString() ?? null,
    is_expired: row.state === 'proposed' && row.expires_on < today,
    created: row.created_at.toISOString(),
  }
}

const isMissable = (state: string): boolean => state === 'confirmed' || state === 'defaulted'

/** A whole plan for staff. `createdBy`: the name of the member who proposed it; `may`: the caller may change plans. */
export function presentPlan(
  plan: PlanWhole,
  { today, may, createdBy }: { today: CalendarDate; may: boolean; createdBy: string | null },
): PlanReply {
  const { row, invoices } = plan
  const amount = (minor: bigint) => formatAmount(minor, row.currency)
  const isProposed = row.state === 'proposed'
  return {
    ...presentPlanRow(plan, today),
    revision: row.revision,
    message: row.message,
    expires_on: row.expires_on,
    charges_itself: row.charges_itself,
    fee: amount(feeOf(plan)),
    fee_waived: amount(plan.chargedFee?.waivedMinor ?? 0n),
    fee_invoice: invoices.find(({ invoiceId }) => invoiceId === plan.chargedFee?.invoiceId)?.number ?? null,
    created_by: createdBy,
    invoices: invoices.map((one) => ({
      pk: one.invoiceId,
      number: one.number,
      due_date: one.dueDate,
      total: amount(one.totalMinor),
      remaining: amount(one.remainingMinor),
    })),
    installments: presentInstallments(plan, today).map(({ total_amount, ...rest }) => ({
      ...rest,
      amount: total_amount,
    })),
    agreement:
      row.confirmed_at === null
        ? null
        : {
            by: row.confirmed_by,
            at: row.confirmed_at.toISOString(),
            via: row.confirmed_via!,
            ip: row.confirmed_ip,
            user_agent: row.confirmed_agent,
            text: row.agreement_text,
          },
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_because: row.ended_because,
    can: {
      update: may && isProposed,
      send: may && isProposed && row.expires_on >= today,
      cancel: may && (isProposed || isMissable(row.state)),
    },
  }
}

/** Installments as payers see them; with an invoice, only its shares. The fee that was not waived is within an amount. */
export function presentInstallments(plan: PlanWhole, today: CalendarDate, invoiceId?: string) {
  const feeInvoiceId = plan.chargedFee?.invoiceId
  return settledOf(plan).flatMap((installment) => {
    const parts = installment.parts.filter((part) => invoiceId === undefined || part.invoiceId === invoiceId)
    if (parts.length === 0) return []
    const openMinor = sumMinor(parts.map((part) => part.openMinor))
    const hasFee =
      (installment.feeMinor ?? 0n) > 0n && (invoiceId === undefined || invoiceId === feeInvoiceId)
    return [
      {
        id: installment.id,
        number: installment.number,
        status: installmentStatus({ openMinor, dueOn: installment.dueOn }, today),
        due_date: installment.dueOn,
        total_amount: formatAmount(sumMinor(parts.map((part) => part.amountMinor)), plan.row.currency),
        balance: formatAmount(openMinor, plan.row.currency),
        down_payment: installment.isDownPayment,
        fee: formatAmount(hasFee ? feeOf(plan) : 0n, plan.row.currency),
      },
    ]
  })
}
