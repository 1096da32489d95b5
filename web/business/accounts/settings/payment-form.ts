import type { Account } from '../../../session/account-context.ts'

/** Fields of the payment settings. */
export interface PaymentForm {
  partial_payments: boolean
  prepayments: boolean
  save_methods_by_default: boolean
  customers_may_promise: boolean
  customers_may_dispute: boolean
  promise_max_days: string
  card_surcharge: string
  e_check_surcharge: string
  email_on_payment: boolean
}

export const formOf = ({
  partial_payments,
  prepayments,
  save_methods_by_default,
  customers_may_promise,
  customers_may_dispute,
  promise_max_days,
  card_surcharge,
  e_check_surcharge,
  email_on_payment,
}: Account): PaymentForm => ({
  partial_payments,
  prepayments,
  save_methods_by_default,
  customers_may_promise,
  customers_may_dispute,
  promise_max_days: String(promise_max_days),
  card_surcharge,
  e_check_surcharge,
  email_on_payment,
})
