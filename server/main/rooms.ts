import type { AuditTexts } from '../../domain/accounts/audit-areas.ts'
import type { EventTypesByAction } from '../../domain/accounts/event-types.ts'
import type { InvoiceReminders, InvoiceReopening, JobDefinition } from '../platform/app.ts'
import { checkFailpointNames } from '../platform/control/failpoint.ts'
import { createDeliverMessageJob } from '../platform/mail/deliver-message.ts'
import type { FailedMailHandler } from '../platform/mail/failed-mail.ts'
import { mailAuditTexts, mailEvents } from '../platform/mail/mail-events.ts'
import type { Failpoint, JobName } from '../platform/registered-names.ts'
import { PLATFORM_FAILPOINTS } from '../platform/registered-names.ts'
import type { RoomRegistry } from '../platform/registry.ts'
import { accountDataRegistry } from '../rooms/account-data/registry.ts'
import { accountingRegistry } from '../rooms/accounting/registry.ts'
import { accountsRegistry } from '../rooms/accounts/registry.ts'
import { answersRegistry } from '../rooms/answers/registry.ts'
import { apiKeysRegistry } from '../rooms/api-keys/registry.ts'
import { auditLogRegistry } from '../rooms/audit-log/registry.ts'
import { autoPaymentsRegistry } from '../rooms/auto-payments/registry.ts'
import { connectionsRegistry } from '../rooms/connections/registry.ts'
import { contactChangesRegistry } from '../rooms/contact-changes/registry.ts'
import { creditMemosRegistry } from '../rooms/credit-memos/registry.ts'
import { customersRegistry } from '../rooms/customers/registry.ts'
import { drawStoredDocument } from '../rooms/documents/index.ts'
import { documentsRegistry } from '../rooms/documents/registry.ts'
import { addressRecords } from '../rooms/email-addresses/index.ts'
import { emailAddressesRegistry } from '../rooms/email-addresses/registry.ts'
import { feeScheduleRegistry } from '../rooms/fee-schedule/registry.ts'
import { identityRegistry } from '../rooms/identity/registry.ts'
import { importsRegistry } from '../rooms/imports/registry.ts'
import { invoicesRegistry } from '../rooms/invoices/registry.ts'
import { lateFeesRegistry } from '../rooms/late-fees/registry.ts'
import { ledgerRegistry } from '../rooms/ledger/registry.ts'
import { loginRegistry } from '../rooms/login/registry.ts'
import { mailTemplatesRegistry } from '../rooms/mail-templates/registry.ts'
import { onboardingRegistry } from '../rooms/onboarding/registry.ts'
import { paymentPlansRegistry } from '../rooms/payment-plans/registry.ts'
import { paymentsRegistry } from '../rooms/payments/registry.ts'
import { plansRegistry } from '../rooms/plans/registry.ts'
import { portalRegistry } from '../rooms/portal/registry.ts'
import { remindersRegistry } from '../rooms/reminders/registry.ts'
import { reportsRegistry } from '../rooms/reports/registry.ts'
import { savedViewsRegistry } from '../rooms/saved-views/registry.ts'
import { statementsRegistry } from '../rooms/statements/registry.ts'
import { teamRegistry } from '../rooms/team/registry.ts'
import { webhooksRegistry } from '../rooms/webhooks/registry.ts'
import { worklistRegistry } from '../rooms/worklist/registry.ts'

/**
 * All rooms. A room follows those that it imports. The audit log comes after all that write entries, so that
 * its schedule seals them, and before the webhooks, which follow the seals.
 */
export const REGISTRIES: readonly RoomRegistry[] = [
  ledgerRegistry,
  documentsRegistry,
  identityRegistry,
  accountsRegistry,
  connectionsRegistry,
  apiKeysRegistry,
  feeScheduleRegistry,
  plansRegistry,
  mailTemplatesRegistry,
  teamRegistry,
  customersRegistry,
  worklistRegistry,
  emailAddressesRegistry,
  contactChangesRegistry,
  invoicesRegistry,
  importsRegistry,
  creditMemosRegistry,
  answersRegistry,
  paymentPlansRegistry,
  paymentsRegistry,
  accountingRegistry,
  autoPaymentsRegistry,
  lateFeesRegistry,
  remindersRegistry,
  savedViewsRegistry,
  statementsRegistry,
  reportsRegistry,
  portalRegistry,
  loginRegistry,
  onboardingRegistry,
  accountDataRegistry,
  auditLogRegistry,
  webhooksRegistry,
]

/** The Sandbox's pages belong to no room. */
const sandboxAuditTexts = { 'sandbox.let-happen': 'simulated a Sandbox event[: {event}]' } as const

/** Reactions of the rooms to emails that are given up. */
export const MAIL_FAILURE_HANDLERS: readonly FailedMailHandler[] = REGISTRIES.flatMap(
  ({ mailFailures = [] }) => mailFailures,
)

/** All kinds of jobs. */
export const JOBS: readonly JobDefinition<JobName>[] = [
  createDeliverMessageJob({
    prepareAttachment: drawStoredDocument,
    checks: Object.assign({}, ...REGISTRIES.map(({ mailChecks }) => mailChecks)),
    addresses: addressRecords,
    onFailure: MAIL_FAILURE_HANDLERS,
  }),
  ...REGISTRIES.flatMap(({ jobs = [] }) => jobs),
]

/** Names of all jobs. Each has a queue of that name. */
export const JOB_NAMES: readonly JobName[] = [...JOBS.map(({ name }) => name), 'platform.run-schedules']

/** All failpoints. */
export const FAILPOINTS: readonly Failpoint[] = [
  ...PLATFORM_FAILPOINTS,
  ...REGISTRIES.flatMap(({ failpoints = [] }) => failpoints),
]

/** Texts of all audit actions. */
export const AUDIT_TEXTS: AuditTexts = Object.assign(
  { ...sandboxAuditTexts, ...mailAuditTexts },
  ...REGISTRIES.map(({ auditTexts }) => auditTexts),
)

/** Reminds of invoices that people select. */
export const INVOICE_REMINDERS: InvoiceReminders | null =
  REGISTRIES.flatMap(({ invoiceReminders = [] }) => invoiceReminders)[0] ?? null

/** Opens again what ended with an invoice, room by room. */
export const INVOICE_REOPENING: InvoiceReopening = {
  async reopen(ctx, invoiceId, closedAt) {
    for (const { invoiceReopening } of REGISTRIES) await invoiceReopening?.reopen(ctx, invoiceId, closedAt)
  },
}

/** Types of events by audit action. */
export const EVENT_TYPES_BY_ACTION: EventTypesByAction = Object.assign(
  { ...mailEvents },
  ...REGISTRIES.map(({ events }) => events),
)

checkFailpointNames(FAILPOINTS)
