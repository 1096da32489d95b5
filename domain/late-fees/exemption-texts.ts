import type { FeeExemption } from './decide-fee.ts'

/** Why a late invoice is not charged, in a few words. */
export const EXEMPTION_TEXTS: Readonly<Record<FeeExemption, string>> = {
  not_yet: 'Not late enough yet',
  already_charged: 'Already charged',
  before_rule: 'Late before the rule was on',
  account_off: 'The account is switched off',
  customer_inactive: 'The customer is inactive',
  customer_off: 'Late fees are off for this customer',
  group_off: 'Late fees are off for this group',
  closed: 'The invoice is closed',
  paid: 'Paid',
  payment_under_way: 'Payment on its way',
  disputed: 'Disputed',
  promised: 'Promised',
  payment_plan: 'On a payment plan',
  customer_paused: 'Reminders paused for this customer',
  invoice_paused: 'Reminders paused',
  other_currency: 'Another currency than the rule’s amounts',
  below_minimum: 'Less remains than the minimum',
  cap_reached: 'Cap reached',
  no_fee: 'Only late fees remain',
}
