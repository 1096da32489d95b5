/** Onboarding steps by their API names; only those whose feature is built. */
export const ONBOARDING_STEPS = [
  'complete_registration',
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

/** Minutes that each step takes the first time. */
export const STEP_MINUTES: Readonly<Record<OnboardingStep, number>> = {
  complete_registration: 2,
  add_company_information_and_logo: 4,
  create_first_local_invoice: 5,
  connect_payment_processor: 5,
  complete_payment_settings: 5,
  send_customer_portal_invites: 5,
  setup_custom_groups: 5,
  create_invoice_reminder_workflow: 5,
  setup_late_fees: 5,
  activate_platform: 2,
}

/** Steps that an account has, each with whether it is done. */
export type OnboardingProgress = Readonly<Partial<Record<OnboardingStep, boolean>>>

/** Progress in whole percent of the account's steps; 100 without any. */
export function percentDone(progress: OnboardingProgress): number {
  const steps = Object.values(progress)
  return steps.length === 0 ? 100 : Math.round((steps.filter(Boolean).length / steps.length) * 100)
}
