import { expect, it } from 'vitest'
import { allRoutes } from '../index.ts'

/*
 * The routes that may read from a replica, listed a second time with the reason of each. A route that writes, moves money,
 * decides about it or is a customer's is never among them (docs/decisions/0030-replica-reads.md).
 */
const MAY_READ_REPLICA = [
  'GET /api/accounts/:account/dashboard/ — a report',
  'GET /api/accounts/:account/search/ — a search over everything',
  'GET /api/accounts/:account/reports/debtors/ — a report',
  'GET /api/accounts/:account/reports/next-days/ — a report',
  'GET /api/accounts/:account/audit-log/ — a report with filters over everything',
  'POST /api/accounts/:account/audit-log/export/ — an export, whose own entry is written on the primary',
  'POST /api/accounts/:account/customers/export/ — an export, as above',
  'POST /api/accounts/:account/invoices/export/ — an export, as above',
  'POST /api/accounts/:account/payments/export/ — an export, as above',
  'POST /api/accounts/:account/tasks/export/ — an export, as above',
  'POST /api/accounts/:account/credit-memos/export/ — an export, as above',
  'POST /api/accounts/:account/late-fees/export/ — an export, as above',
  'POST /api/accounts/:account/payment-plans/export/ — an export, as above',
  'POST /api/accounts/:account/reminders/held/export/ — an export, as above',
  'POST /api/accounts/:account/reminders/sent/export/ — an export, as above',
  'POST /api/accounts/:account/payouts/export/ — an export, as above',
  'POST /api/accounts/:account/reminders/upcoming/export/ — an export, as above',
  'POST /api/accounts/:account/late-fees/upcoming/export/ — an export, as above',
  'POST /api/accounts/:account/payment-cases/export/ — an export, as above',
  'POST /api/accounts/:account/customer-portal/export/ — an export, as above',
  'POST /api/accounts/:account/auto-payments/export/ — an export, as above',
  'POST /api/accounts/:account/customer-groups/export/ — an export, as above',
  'POST /api/accounts/:account/statements/export/ — an export, as above',
  'POST /api/accounts/:account/imports/export/ — an export, as above',
  'POST /api/accounts/:account/events/export/ — an export, as above',
  'POST /api/accounts/:account/late-fee-rules/export/ — an export, as above',
  'POST /api/accounts/:account/access-requests/export/ — an export, as above',
  'POST /api/accounts/:account/accounting-conflicts/export/ — an export, as above',
]

/** Rights of staff who only read. A person with any other right may change something or decide about money. */
const RIGHTS = new Set(['dashboard.read', 'reports.read', 'audit.read', 'export.read'])

const declared = allRoutes.filter((route) => route.mayReadReplica)

it('lets only these routes read from a replica', () => {
  const names = declared.map(({ method, path }) => `${method} ${path}`)
  expect(names.sort()).toEqual(MAY_READ_REPLICA.map((line) => line.split(' — ')[0]).sort())
})

it('lets none that pays, refunds, charges or writes, and none of customers', () => {
  const wrong = declared.filter(
    ({ access, method, reply, rateLimit }) =>
      access.kind !== 'staff' ||
      !RIGHTS.has(access.right) ||
      // An export is a POST with a limit of its own, because it is audited.
      (method !== 'GET' && !(reply === 'file' && rateLimit)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})
