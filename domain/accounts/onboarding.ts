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

/** Seconds that each step takes the first time. */
export const STEP_SECONDS: Readonly<Record<OnboardingStep, number>> = {
  complete_registration: 120,
  connect_accounting_platform: 180,
  activate_platform: 5,
  add_company_information_and_logo: 240,
  create_first_local_invoice: 300,
  connect_payment_processor: 300,
  complete_payment_settings: 300,
  send_customer_portal_invites: 300,
  setup_custom_groups: 300,
  create_invoice_reminder_workflow: 300,
  setup_late_fees: 300,
}

/** Example: '5 min', below a minute '5 s'. */
export const estimateText = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`

/** Steps that an account has, each with whether it is done. */
export type OnboardingProgress = Readonly<Partial<Record<OnboardingStep, boolean>>>

/** Progress in whole percent of the account's steps; 100 without any. */
export function percentDone(progress: OnboardingProgress): number {
  const steps = Object.values(progress)
  return steps.length === 0 ? 100 : Math.round((steps.filter(Boolean).length / steps.length) * 100)
}
