/** Screens that explain themselves in a note, which each person can hide. */
export const HELP_TOPICS = [
  'reminder_flows',
  'late_fees',
  'payment_plans',
  'statements',
  'processors',
  'accounting',
  'conflicts',
  'payouts',
  'developers',
  'reports',
  'worklist',
  'auto_payments',
  'companies',
] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]
