import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { findLeftOut, LEFT_OUT_REASONS } from '../../../../../domain/invoices/bulk-actions.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { RunInvoice } from '../../store/runs.ts'
import { checkActionRight } from './check-action-right.ts'
import { readSelection } from './read-selection.ts'

const MOST_SHOWN = 10

/** Computes on which of the selected invoices an action would act, by the rule that the action itself follows. */
export async function previewRun(
  ctx: Ctx,
  { action, ...selection }: InputOf<typeof contract.invoiceRuns.preview>['body'],
) {
  checkActionRight(ctx.actor, action)
  const invoices = await readSelection(ctx, selection)
  const judged = invoices.map((invoice) => ({ invoice, reason: findLeftOut(action, invoice) }))
  const acted = judged.flatMap(({ invoice, reason }) => (reason === null ? [invoice] : []))
  return {
    count: acted.length,
    drafts: acted.filter(({ state }) => state === 'draft').length,
    sums: sumsOf(acted),
    left_out: LEFT_OUT_REASONS.flatMap((reason) => {
      const count = judged.filter((one) => one.reason === reason).length
      return count === 0 ? [] : [{ reason, count }]
    }),
    first: acted.slice(0, MOST_SHOWN).map((invoice) => ({
      pk: invoice.id,
      number: invoice.number,
      customer: invoice.customerName,
      currency: invoice.currency,
      amount: formatAmount(owedMinor(invoice), invoice.currency),
    })),
  }
}

/** A draft will owe its total once it is issued. */
const owedMinor = ({ state, totalMinor, remainingMinor }: RunInvoice): bigint =>
  state === 'draft' ? totalMinor : remainingMinor

function sumsOf(invoices: readonly RunInvoice[]) {
  const sums = new Map<string, bigint>()
  for (const invoice of invoices)
    sums.set(invoice.currency, (sums.get(invoice.currency) ?? 0n) + owedMinor(invoice))
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, minor]) => ({ currency, remaining: formatAmount(minor, currency) }))
}
