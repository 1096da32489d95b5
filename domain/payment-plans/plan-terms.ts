import { msg } from '../languages/msg.ts'

/** States of a payment plan. A defaulted plan is confirmed again once its missed installments are paid. */
export const PAYMENT_PLAN_STATES = ['proposed', 'confirmed', 'defaulted', 'completed', 'canceled'] as const
export type PaymentPlanState = (typeof PAYMENT_PLAN_STATES)[number]

export const PLAN_STATE_TEXTS: Readonly<Record<PaymentPlanState, string>> = {
  proposed: 'Proposed',
  confirmed: msg('Confirmed'),
  defaulted: 'Defaulted',
  completed: 'Completed',
  canceled: 'Canceled',
}

/** Distances between installments. */
export const PLAN_INTERVALS = ['weekly', 'two_weeks', 'monthly'] as const
export type PlanInterval = (typeof PLAN_INTERVALS)[number]

export const PLAN_INTERVAL_TEXTS: Readonly<Record<PlanInterval, string>> = {
  weekly: msg('Every week'),
  two_weeks: msg('Every 2 weeks'),
  monthly: msg('Every month'),
}

export const MAX_INSTALLMENTS = 60
/** Invoices of one plan. */
export const MAX_PLAN_INVOICES = 20
/** The last installment is due within this many days. */
export const MAX_PLAN_DAYS = 5 * 365
export const PLAN_TEXT_MAX_LENGTH = 1000
export const PLAN_SIGNER_MAX_LENGTH = 100
