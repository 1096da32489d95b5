import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { BLANK_CUSTOMER, createCustomers } from '../../customers/index.ts'
import { countAllInvoices, importOpenInvoices } from '../../invoices/index.ts'
import { quotaReached, roomLeft } from '../../plans/index.ts'
import type { ImportRun } from '../rules/import-run.ts'
import { type InvoiceDecision, InvoicesOfFile, newCustomerKey } from '../rules/invoices/decide-invoice.ts'
import type { GroupOutcome, GroupToWrite } from '../store/rows.ts'
import { defaultsOf, findForInvoices, type InvoiceRecord, invoiceFingerprint } from './judge-invoices.ts'

interface Judged {
  readonly group: GroupToWrite
  readonly draft: InvoiceRecord['draft']
  readonly decision: InvoiceDecision
}

/**
 * Creates the invoices of these rows and their missing customers, judging each again with the account's
 * current data.
 */
export async function writeInvoices(
  ctx: Ctx,
  run: ImportRun,
  groups: readonly GroupToWrite[],
): Promise<GroupOutcome[]> {
  const defaults = defaultsOf(await readAccountRow(ctx))
  const drafts = groups.map((group) => (group.record as InvoiceRecord).draft)
  const found = await findForInvoices(ctx, drafts)
  const file = new InvoicesOfFile()
  const wanted = groups.map((group, index): Judged => {
    const draft = drafts[index]!
    const given = { draft, rowNumber: group.groupRow, ...found[index]! }
    return { group, draft, decision: file.judge(given, run, defaults) }
  })
  const judged = withinPlan(wanted, await roomLeft(ctx, 'MAX_INVOICES', () => countAllInvoices(ctx)))
  const customerIds = await addCustomers(ctx, judged)
  const taken = await addInvoices(ctx, judged, customerIds)
  return judged.map(({ group, draft, decision }) => {
    const settled = { groupRow: group.groupRow, summary: decision.summary }
    if (!taken.has(draft.number)) return { ...settled, outcome: decision.outcome, errors: decision.errors }
    return {
      ...settled,
      outcome: 'reject',
      errors: { number: ['This number is already used. Enter another one.'] },
    }
  })
}

/** Accepts the first `room` invoices of the file and rejects the others, whose customers are not created. */
function withinPlan(judged: readonly Judged[], room: number): Judged[] {
  let left = room
  return judged.map((one) => {
    if (one.decision.invoice === undefined || left-- > 0) return one
    const { invoice: _, ...decision } = one.decision
    return {
      ...one,
      decision: { ...decision, outcome: 'reject', errors: { number: [quotaReached('MAX_INVOICES')] } },
    }
  })
}

/** Creates missing customers and returns their ids by placeholder key. */
async function addCustomers(ctx: Ctx, judged: readonly Judged[]): Promise<Map<string, string>> {
  const adding = judged.filter(({ decision }) => decision.invoice?.customerId === null)
  const ids = await createCustomers(
    ctx,
    adding.map(({ decision }) => ({
      ...BLANK_CUSTOMER,
      shortName: decision.invoice!.customerName,
      email: decision.invoice!.customerEmail,
      currency: decision.invoice!.currency,
    })),
  )
  return new Map(adding.map(({ group }, index) => [newCustomerKey(group.groupRow), ids[index]!]))
}

/** Returns the numbers taken by other invoices meanwhile. */
async function addInvoices(
  ctx: Ctx,
  judged: readonly Judged[],
  customerIds: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const batch = judged.flatMap(({ group, draft, decision }) => {
    const { invoice } = decision
    if (!invoice) return []
    const key = invoice.customerId ?? newCustomerKey(group.groupRow)
    const customerId = customerIds.get(key) ?? key
    const lines = invoice.lines.map((line) => ({
      ...line,
      description: line.description || `Invoice ${invoice.number}`,
    }))
    return [{ ...invoice, customerId, lines, fingerprint: invoiceFingerprint(draft, invoice, customerId) }]
  })
  const { taken } = await importOpenInvoices(ctx, batch)
  return new Set(taken)
}
