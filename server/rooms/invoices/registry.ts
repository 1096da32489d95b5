import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { invoicesJobs, invoicesSchedules } from './jobs.ts'
import { invoicesRoutes } from './routes.ts'

const failpoints = [
  'invoice.drafted',
  'invoice.booked',
  'invoice.sent',
  'edit.booked',
  'edit.before_commit',
  'void.booked',
  'void.before_commit',
  'write_off.booked',
  'write_off.before_commit',
  'write_off_undo.booked',
  'write_off_undo.before_commit',
  'import.booked',
  'late_fees.booked',
  'late_fees.waived',
  'late_fees.restored',
  'books.invoice_voided',
] as const

const auditTexts = {
  'invoices.create': 'created {object}[ of {amount}][ for {customer}]',
  'invoices.duplicate': 'created {object}[ of {amount}][ for {customer}] as a copy of another',
  'invoices.update-draft': 'changed the draft of {object}[ from {before} to {after}]',
  'invoices.update': 'changed {object}, which was sent already[, from {before} to {after}]',
  'invoices.send': 'sent {object}[ of {amount}][ to {to}]',
  'invoices.create-pay-link': 'made a new pay link for {object}',
  'invoices.create-joint-pay-link': 'made a pay link for [{invoices} ]invoices of {object}',
  'invoices.remove-draft': 'deleted the draft of {object}',
  'invoices.void': 'voided {object}[ of {amount}][: {reason}]',
  'invoices.write-off': 'wrote [{amount} of ]{object} off[: {reason}]',
  'invoices.undo-write-off': 'undid the write-off[ of {amount}] of {object}',
  'invoices.export': 'exported a list of invoices[ (rows: {rows})]',
  'invoices.export-pdfs': 'downloaded the PDFs of invoices[ ({rows})]',
  'invoices.reopen': 'reopened {object}, which was written off',
  'invoices.start-run': 'started to act on many invoices[: {chosen}][ ({invoices} invoices)]',
  'invoices.cancel-run': 'stopped acting on many invoices',
} as const

const events = {
  'invoices.create': 'invoice.created',
  'invoices.duplicate': 'invoice.created',
  'invoices.update-draft': 'invoice.updated',
  'invoices.update': 'invoice.updated',
  'invoices.send': 'invoice.sent',
  'invoices.remove-draft': 'invoice.deleted',
  'invoices.void': 'invoice.voided',
  'invoices.write-off': 'invoice.written_off',
  'invoices.undo-write-off': 'invoice.reopened',
  'invoices.reopen': 'invoice.reopened',
} as const

export const invoicesRegistry = {
  room: 'invoices',
  routes: invoicesRoutes,
  jobs: invoicesJobs,
  schedules: invoicesSchedules,
  failpoints,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredJobs extends Record<(typeof invoicesJobs)[number]['name'], true> {}
  interface RegisteredSchedules {
    'invoices.delete-run-pdfs': true
  }
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
