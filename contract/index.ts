import { accounting } from './accounting/accounting.ts'
import { accountData } from './accounts/account-data.ts'
import { billing } from './accounts/billing.ts'
import { clients } from './accounts/clients.ts'
import { accounts } from './accounts.ts'
import { auditLog } from './audit-log.ts'
import { customerGroups } from './customer-groups.ts'
import { customers } from './customers.ts'
import { dev } from './dev.ts'
import { apiKeys } from './developers/api-keys.ts'
import { webhooks } from './developers/webhooks.ts'
import { events } from './events.ts'
import { identity } from './identity.ts'
import { imports } from './imports.ts'
import { installation } from './installation.ts'
import { invoices } from './invoices.ts'
import { lateFees } from './late-fees/fees.ts'
import { lateFeeRules } from './late-fees/rules.ts'
import { customerMerges, customerNotes } from './lists/customer-work.ts'
import { help } from './lists/help.ts'
import { invoiceRuns } from './lists/invoice-runs.ts'
import { notifications } from './lists/notifications.ts'
import { savedViews } from './lists/saved-views.ts'
import { onboarding } from './onboarding.ts'
import { autoPayments } from './payments/auto-payments.ts'
import { creditMemos } from './payments/credit-memos.ts'
import { openInvoices } from './payments/open-invoices.ts'
import { ownCreditMemos } from './payments/own-credit-memos.ts'
import { ownPayments } from './payments/own-payments.ts'
import { paymentCases } from './payments/payment-cases.ts'
import { paymentConnections } from './payments/payment-connections.ts'
import { paymentMethods } from './payments/payment-methods.ts'
import { paymentPlans } from './payments/payment-plans.ts'
import { payments } from './payments/payments.ts'
import { payouts } from './payments/payouts.ts'
import { processorChoice } from './payments/processor-choices.ts'
import { sandbox } from './payments/sandbox.ts'
import { portal } from './portal.ts'
import { accessRequests } from './portal-access/access-requests.ts'
import { inviteRuns } from './portal-access/invite-runs.ts'
import { logInLinks } from './portal-access/log-in-links.ts'
import { payLinkEntry } from './portal-access/pay-link-entry.ts'
import { portalPeople } from './portal-access/people.ts'
import { portalLogins } from './portal-access/portal-logins.ts'
import { preview } from './preview.ts'
import { reminderCheckList } from './reminders/check-list.ts'
import { emailAddresses } from './reminders/email-addresses.ts'
import { mailTemplates } from './reminders/mail-templates.ts'
import { reminderRehearsals } from './reminders/rehearsals.ts'
import { reminderFlows } from './reminders/reminder-flows.ts'
import { reminderTemplates } from './reminders/reminder-templates.ts'
import { reminders } from './reminders/reminders.ts'
import { charts } from './reports/charts.ts'
import { reports } from './reports/reports.ts'
import type { Route } from './route.ts'
import { socialLogins } from './social-logins.ts'
import { statementSending } from './statements/sending.ts'
import { statements } from './statements/statements.ts'
import { team } from './team.ts'
import { answers } from './worklist/answers.ts'
import { companies } from './worklist/companies.ts'
import { contactChanges } from './worklist/contact-changes.ts'
import { worklist } from './worklist/worklist.ts'

/** All calls, by room. */
export const contract = {
  help,
  identity,
  installation,
  accounts,
  accountData,
  billing,
  accounting,
  socialLogins,
  team,
  clients,
  apiKeys,
  customers,
  companies,
  customerMerges,
  customerNotes,
  notifications,
  customerGroups,
  contactChanges,
  emailAddresses,
  imports,
  invoices,
  creditMemos,
  ownCreditMemos,
  paymentPlans,
  payments,
  openInvoices,
  paymentCases,
  payouts,
  paymentConnections,
  processorChoice,
  paymentMethods,
  ownPayments,
  autoPayments,
  logInLinks,
  payLinkEntry,
  accessRequests,
  inviteRuns,
  invoiceRuns,
  savedViews,
  portalLogins,
  portalPeople,
  portal,
  preview,
  reminders,
  reminderCheckList,
  mailTemplates,
  reminderFlows,
  reminderTemplates,
  reminderRehearsals,
  lateFeeRules,
  lateFees,
  statements,
  statementSending,
  worklist,
  answers,
  reports,
  charts,
  onboarding,
  auditLog,
  events,
  webhooks,
  sandbox,
  dev,
}

export const allRoutes: readonly Route[] = Object.values(contract).flatMap(
  (group) => Object.values(group) as Route[],
)
