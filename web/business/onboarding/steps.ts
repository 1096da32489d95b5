import type { OnboardingStep } from '../../../domain/accounts/onboarding.ts'
import type { Right } from '../../../domain/people/roles.ts'
import {
  ACCOUNTING_PATH,
  CUSTOMER_GROUPS_PATH,
  LATE_FEE_RULES_PATH,
  NEW_INVOICE_PATH,
  PAYMENT_PROCESSOR_PATH,
} from '../paths.ts'

export interface StepWords {
  readonly title: string
  readonly text: string
  /** Label of the step's link. */
  readonly label: string
  readonly href: string
  /** Right needed for the step. Users without it see the description but no link. */
  readonly right: Right
}

export const STEP_WORDS: Readonly<Record<OnboardingStep, StepWords>> = {
  complete_registration: {
    title: 'Complete your registration',
    text: 'Your company name, as shown on invoices and emails.',
    label: 'Company information',
    href: '/settings/company-information',
    right: 'company.write',
  },
  connect_accounting_platform: {
    title: 'Connect your accounting platform',
    text: 'Customers and invoices are read from it, and payments are posted where it takes them.',
    label: 'Accounting connection',
    href: ACCOUNTING_PATH,
    right: 'accounting.connect',
  },
  add_company_information_and_logo: {
    title: 'Add your address and logo',
    text: 'Shown on invoices, emails and the portal.',
    label: 'Add address and logo',
    href: '/settings/company-information',
    right: 'company.write',
  },
  create_first_local_invoice: {
    title: 'Create your first invoice',
    text: 'Your customer gets a link and pays online, without an account.',
    label: 'New invoice',
    href: NEW_INVOICE_PATH,
    right: 'invoices.write',
  },
  connect_payment_processor: {
    title: 'Connect a payment processor',
    text: 'Customers pay by card, and the money goes to your own account there.',
    label: 'Payment processor',
    href: PAYMENT_PROCESSOR_PATH,
    right: 'processor.connect',
  },
  complete_payment_settings: {
    title: 'Review payment settings',
    text: 'Partial payments, card surcharges and who gets notified.',
    label: 'Payment settings',
    href: '/settings/payment-settings',
    right: 'company.write',
  },
  send_customer_portal_invites: {
    title: 'Invite customers to their portal',
    text: 'Customers see and pay everything they owe in one place.',
    label: 'Choose a customer',
    href: '/customers',
    right: 'portal.invite',
  },
  setup_custom_groups: {
    title: 'Group your customers',
    text: 'Customers you treat alike: each group can have a reminder flow and switches of its own.',
    label: 'Customer groups',
    href: CUSTOMER_GROUPS_PATH,
    right: 'groups.write',
  },
  create_invoice_reminder_workflow: {
    title: 'Set up a reminder flow',
    text: 'When customers are reminded of open invoices, and with which text.',
    label: 'Reminder flows',
    href: '/reminders/flows',
    right: 'reminders.write',
  },
  setup_late_fees: {
    title: 'Set up late fees',
    text: 'What is added to invoices that are past due, and how much at most.',
    label: 'Late fee rules',
    href: LATE_FEE_RULES_PATH,
    right: 'late_fees.write',
  },
  activate_platform: {
    title: 'Turn reminders on',
    text: 'Look at what will be sent in the next days, then let flows send it.',
    label: 'Reminders',
    href: '/reminders',
    right: 'settings.write',
  },
}

/** Steps to a company's first payment, and the later steps. */
export const GUIDES: Readonly<Record<'quick' | 'advanced', readonly OnboardingStep[]>> = {
  quick: [
    'complete_registration',
    'connect_accounting_platform',
    'add_company_information_and_logo',
    'create_first_local_invoice',
  ],
  advanced: [
    'connect_payment_processor',
    'complete_payment_settings',
    'send_customer_portal_invites',
    'setup_custom_groups',
    'create_invoice_reminder_workflow',
    'setup_late_fees',
    'activate_platform',
  ],
}
