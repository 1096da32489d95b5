/** Onboarding steps by their API names; only those whose feature is built. */
export const ONBOARDING_STEPS = [
  'complete_registration',
  'connect_accounting_platform',
  'add_company_information_and_logo',
  'create_first_local_invoice',
  'connect_payment_processor',
  'complete_payment_settings',
  'send_customer_portal_invites',
  'setup_custom_groups',
  'create_invoice_reminder_workflow',
  'setup_late_fees',
  'activate_platform',
] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

/** Time that each step takes the first time. */
export const STEP_TIMES: Readonly<Record<OnboardingStep, string>> = {
  complete_registration: '2 min',
  connect_accounting_platform: '3 min',
  add_company_information_and_logo: '4 min',
  create_first_local_invoice: '5 min',
  connect_payment_processor: '5 min',
  complete_payment_settings: '5 min',
  send_customer_portal_invites: '5 min',
  setup_custom_groups: '5 min',
  create_invoice_reminder_workflow: '5 min',
  setup_late_fees: '5 min',
  activate_platform: '5 s',
}

/** Steps that an account has, each with whether it is done. */
export type OnboardingProgress = Readonly<Partial<Record<OnboardingStep, boolean>>>

/** Progress in whole percent of the account's steps; 100 without any. */
export function percentDone(progress: OnboardingProgress): number {
  const steps = Object.values(progress)
  return steps.length === 0 ? 100 : Math.round((steps.filter(Boolean).length / steps.length) * 100)
}
