/** Paths that one area of the app uses to link to another. */

/** The page that shows a record's PDF. */
export const viewerPath = (
  account: string,
  kind: 'invoices' | 'credit-memos' | 'statements' | 'billing/invoices',
  pk: string,
): string =>
  `/document-viewer?pdf_url=${encodeURIComponent(`/api/accounts/${account}/${kind}/${pk}/pdf/`)}&account=${account}`

/** The company's own plan at Quittance. */
export const PLAN_PATH = '/settings/plan-billing'
export const NEW_INVOICE_PATH = '/invoice-view'
export const NEW_CUSTOMER_PATH = '/customers?new=true'
export const CUSTOMER_GROUPS_PATH = '/customers/groups'
export const AUTO_PAYMENTS_PATH = '/automatic-payments'
export const PAYOUTS_PATH = '/payment-processing/payouts'
export const payoutPath = (payout: string): string => `${PAYOUTS_PATH}/${payout}`
export const NEW_PAYMENT_PATH = '/payment-processing?new=true'
export const IMPORT_PATH = '/imports'
/** The page that shows an import's progress outside the app's frame. */
export const MIGRATION_PATH = '/migration-started'
/** All companies in which somebody works. */
export const COMPANIES_PATH = '/companies'
/** Client companies of a firm of accountants, and who works in which. */
export const CLIENTS_PATH = '/companies/clients'
export const GETTING_STARTED_PATH = '/getting-started'
export const ACTIVITY_PATH = '/activity'
/** Exports everything, and closes the account. */
export const ACCOUNT_DATA_PATH = '/settings/account'
export const AUDIT_LOG_PATH = '/settings/audit-log'
export const PAYMENT_PROCESSOR_PATH = '/settings/payment-processor'
export const ACCOUNTING_PATH = '/settings/accounting-connection'
export const CONFLICTS_PATH = '/settings/accounting-connection/conflicts'
export const EMAIL_DELIVERY_PATH = '/settings/email-delivery'
export const REPORTS_PATH = '/reports'
/** The page of one report, named as in the API. */
export const reportPath = (report: string): string => `${REPORTS_PATH}/${report}`
export const REPORT_LINKS_PATH = '/settings/reports'
export const DEVELOPERS_PATH = '/settings/developers'

const RECORDS = {
  customer: '/customers',
  invoice: '/invoices',
  payment: '/payment-processing',
  credit_memo: '/credit-memos',
} as const

/** The page of one record. */
export const recordPath = (kind: keyof typeof RECORDS, pk: string): string => `${RECORDS[kind]}/${pk}`
/** The editor with a new invoice for a customer. */
export const newInvoicePath = (customer: string): string => `${NEW_INVOICE_PATH}?customer=${customer}`
/** The page of a customer, with the dialog that records their payment. */
export const recordPaymentPath = (customer: string): string =>
  `${recordPath('customer', customer)}?new=payment`
export const REMINDERS_PATH = '/reminders'
export const LATE_FEES_PATH = '/late-fees'
export const LATE_FEE_RULES_PATH = '/late-fees/rules'
export const STATEMENTS_PATH = '/statements'
/** The statement of one customer, of any period. */
export const statementPath = (customer: string): string => `/customers/${customer}/statement`
export const PAYMENT_PLANS_PATH = '/payment-plans'
export const paymentPlanPath = (plan: string): string => `/payment-plans/${plan}`
/** Proposes a plan for these invoices. */
export const proposePlanPath = (invoices: readonly string[]): string =>
  `/payment-plans/new?invoices=${invoices.join(',')}`
export const WORKLIST_PATH = '/worklist'
export const PORTAL_PATH = '/customer-portal'
export const PORTAL_REQUESTS_PATH = '/customer-portal/requests'
export const PORTAL_SETTINGS_PATH = '/customer-portal/settings'
