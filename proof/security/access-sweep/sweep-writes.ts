import { expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import type { SweptCompany } from '../../../testing/sweep/company.ts'
import { forgetLimits } from '../../../testing/sweep/forget-limits.ts'
import { openRowAccess, tablesWithRowSecurity } from '../../../testing/sweep/row-access.ts'
import { sampleOf } from '../../../testing/sweep/samples.ts'
import { subjectOf } from '../../../testing/sweep/subject.ts'
import { labelOf, type Sweep, successOf } from '../../../testing/sweep/sweep.ts'
import type { Cell } from '../../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { changesDuring, expectNoSecretAnswered, type Part, problemsOf, writesOf } from './run-sweep.ts'

/** Tenant tables that only jobs write, so that the sweep leaves no row in them. */
const WRITTEN_BY_JOBS = [
  'accounting_companies',
  'accounting_inbox',
  'accounting_links',
  'accounting_post_shares',
  'accounting_posts',
  'accounting_syncs',
  'aging_months',
  'audit_seals',
  'auto_payment_notices',
  'auto_payment_problems',
  'auto_payment_tries',
  'collected_entries',
  'collected_months',
  'customer_aging_months',
  'deleted_accounts',
  'delivery_reports',
  'due_date_changes',
  'invariant_findings',
  'invariant_looks',
  'invoice_revisions',
  'payment_delays',
  'payment_plan_reminders',
  'payment_reconciliations',
  'processor_choices',
  'received_reports',
  'report_cursors',
  // The sample of an erasure is refused.
  'retained_recipients',
  'sandbox_books',
  'sandbox_books_heads',
  'sandbox_books_keys',
  // Only the callback of a service writes it.
  'spent_connection_states',
]

let test: TestServer
let sweep: Sweep

/** The account in which a call may change rows; null for any. */
const touchedBy = ({ route, who, target }: Cell): SweptCompany | null =>
  route.access.kind === 'public' || route.access.kind === 'signed' || !('company' in who.is)
    ? target.account
    : who.is.company

/** Makes an allowed write, on records of its own. */
async function write(cell: Cell, audited: Map<string, Cell>): Promise<string | null> {
  const { route, who, target } = cell
  await forgetLimits(sweep.inspector)
  const subject = subjectOf(test, target.account!, target.debtor!, false)
  // A second factor that another call set up would have to confirm this one.
  if (route.access.kind === 'staff' && route.access.stepUp) await subject.factors(who, 'none')
  const call = await sampleOf.get(route)!(subject, who)
  const token =
    route.access.kind === 'session' || route.access.kind === 'preview' ? await who.renew() : who.token
  const answer = await sweep.ask(cell, call, { token })
  if (route.access.kind === 'staff' && call.status === undefined) audited.set(answer.requestId, cell)
  return answer.status === successOf(route, call) ? null : `${labelOf(cell)}: ${answer.status} ${answer.text}`
}

const { refund, capture, void: voidPayment } = contract.payments
/**
 * Calls a processor, so the audit log has an entry for the intent and one for the outcome; or opens or ends the
 * task about it.
 */
const HAS_TWO_ENTRIES = new Set<Route>([
  refund,
  capture,
  voidPayment,
  contract.emailAddresses.useAgain,
  contract.contactChanges.withdraw,
  contract.contactChanges.propose,
  contract.contactChanges.decide,
  contract.answers.recordDispute,
  contract.answers.resolveDispute,
])

/** A call ends what another one would need: an account has one run at a time, and a payer names the amounts seen. */
const ONE_AT_A_TIME: ReadonlySet<Route> = new Set([
  contract.inviteRuns.start,
  contract.inviteRuns.cancel,
  contract.openInvoices.pay,
  contract.accountData.startExport,
])

/** Changes nothing, so the audit log has no entry. */
const ONLY_RENDER: ReadonlySet<Route> = new Set([
  contract.inviteRuns.previewSelected,
  contract.reminderTemplates.preview,
  contract.mailTemplates.preview,
  contract.invoices.previewEmail,
  contract.invoiceRuns.preview,
  contract.reminders.showPlanned,
  contract.customerMerges.preview,
  // A person's read marks and list settings.
  contract.notifications.markSeen,
  // Only what a person sees of the notes on their screens.
  contract.help.change,
  contract.savedViews.chooseColumns,
  contract.paymentConnections.start,
  // Only reads, at the seller of plans.
  contract.billing.refresh,
  // The sample's connection has ended already.
  contract.paymentConnections.disconnect,
  contract.accounting.disconnect,
])

const linesOfAudit = ({ route }: Cell): number =>
  HAS_TWO_ENTRIES.has(route) ? 2 : ONLY_RENDER.has(route) ? 0 : 1

/**
 * Defines the tests of the writes to one of the two companies. The many writes to the first one run in several files.
 */
export function sweepWrites(of: 'own' | 'rival', part?: Part): void {
  withSweep((opened, server) => {
    sweep = opened
    test = server
  })

  it('allows each write that the policy allows, with one audit entry, and changes no other tenant', async () => {
    const wrong: string[] = []
    const audited = new Map<string, Cell>()
    const company = sweep[of]
    const other = of === 'own' ? sweep.rival : sweep.own
    const changed = await changesDuring(sweep, async () => {
      // One route at a time: a call may use up records that another route needs, such as a person's other sessions.
      for (const route of writesOf(part)) {
        const writes = sweep.cells.filter(
          (cell) => cell.route === route && cell.expected === 'allowed' && touchedBy(cell) === company,
        )
        const lanes = ONE_AT_A_TIME.has(route) ? 1 : undefined
        wrong.push(...(await problemsOf(writes, (cell) => write(cell, audited), lanes)))
      }
    })
    expect(changed.filter((place) => place.includes(other.accountId))).toEqual([])
    expect(wrong).toEqual([])
    const lines = await sweep.inspector.rows<{ request_id: string; account_id: string; lines: number }>(
      'select request_id, account_id, count(*)::int as lines from audit_entries group by 1, 2',
    )
    // In the log of the changed account, because its users can't read another one.
    const at = (id: string, cell: Cell) => `${id} ${cell.target.account?.accountId}`
    const linesOf = new Map(lines.map((row) => [`${row.request_id} ${row.account_id}`, row.lines]))
    const unaudited = [...audited].filter(
      ([id, cell]) => (linesOf.get(at(id, cell)) ?? 0) !== linesOfAudit(cell),
    )
    expect(
      unaudited.map(([id, cell]) => `${labelOf(cell)}: ${linesOf.get(at(id, cell)) ?? 0} lines`),
    ).toEqual([])
  })

  it('hides its rows from raw statements of another tenant, in every table that has rows', async () => {
    const tables = await tablesWithRowSecurity(sweep.inspector)
    const rowAccess = await openRowAccess(test.ownerConfig, sweep.inspector)
    try {
      const other = of === 'own' ? sweep.rival : sweep.own
      const found = new Map<string, string | null | undefined>()
      for (const table of tables) found.set(table, await rowAccess.findViolation(table, other.accountId))
      expect([...found.values()].filter(Boolean)).toEqual([])
      const empty = tables.filter((table) => found.get(table) === undefined)
      // A part of the routes leaves some tables without rows.
      if (part === undefined) expect(empty).toEqual(WRITTEN_BY_JOBS)
    } finally {
      await rowAccess.close()
    }
  })

  it('answers no secret', () => expectNoSecretAnswered(sweep))
}
