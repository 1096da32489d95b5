import type { HoldReason, SkipReason } from './decide.ts'

/** Why a reminder was held or skipped, in a few words. */
export const REASON_TEXTS: Readonly<Record<HoldReason | SkipReason, string>> = {
  weekend: 'Waits for the end of the weekend',
  holiday: 'Waits for the end of a public holiday',
  gap: 'Too soon after the last reminder',
  flow_paused: 'The flow is paused',
  customer_paused: 'Reminders to this customer are paused',
  invoice_paused: 'Reminders of this invoice are paused',
  payment_under_way: 'A payment is on its way',
  automatic_payment: 'An automatic payment will charge it',
  no_address: 'The customer has no email address',
  template_problem: 'The template can’t be rendered for this invoice',
  message_changed: 'An invoice changed before the message left',
  text_outdated: 'Its own text was written for other invoices or amounts',
  put_back: 'Put back by a person: goes out at its time',
  missed: 'The day passed before it could be sent',
  replaced: 'A later step was due',
  account_off: 'Reminders were switched off for the account',
  customer_inactive: 'The customer was inactive',
  customer_off: 'Reminders were switched off for the customer',
  group_off: 'Reminders were switched off for the group',
  below_minimum: 'Less than the step’s minimum was owed',
  settled: 'The invoice was paid or closed',
  skipped_by_person: 'Skipped by a person',
}
