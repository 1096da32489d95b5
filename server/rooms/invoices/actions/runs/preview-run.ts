import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import {
  findLeftOut,
  LEFT_OUT_REASONS,
  type LeftOutReason,
} from '../../../../../domain/invoices/bulk-actions.ts'
import { formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readWrittenOff } from '../../../ledger/index.ts'
import type { RunInvoice } from '../../store/runs.ts'
import { checkActionRight } from './check-action-right.ts'
import { mostOf, readSelection } from './read-selection.ts'

const MOST_SHOWN = 10

/** Computes on which of the selected invoices an action would act, by the rule that the action itself follows. */
export async function previewRun(
  ctx: Ctx,
  { action, ...selection }: InputOf<typeof contract.invoiceRuns.preview>['body'],
) {
  checkActionRight(ctx.actor, action)
  const invoices = await readSelection(ctx, selection, mostOf(action))
  const own = invoices.map((invoice) => ({ invoice, reason: findLeftOut(action, invoice) }))
  const { judged, emails } =
    action === 'remind' ? await judgeReminders(ctx, own) : { judged: own, emails: null }
  const acted = judged.flatMap(({ invoice, reason }) => (reason === null ? [invoice] : []))
  const amounts =
    action === 'undo_write_off'
      ? await readWrittenOff(
          ctx,
          acted.map(({ id }) => id),
        )
      : new Map(acted.map((invoice) => [invoice.id, owedMinor(invoice)]))
  return {
    count: acted.length,
    drafts: acted.filter(({ state }) => state === 'draft').length,
    sums: sumsOf(acted, amounts),
    left_out: LEFT_OUT_REASONS.flatMap((reason) => {
      const left = judged.filter((one) => one.reason === reason).map(({ invoice }) => invoice)
      return left.length === 0 ? [] : [{ reason, count: left.length, ...customersOf(left) }]
    }),
    first: acted.slice(0, MOST_SHOWN).map((invoice) => ({
      pk: invoice.id,
      number: invoice.number,
      customer: invoice.customerName,
      currency: invoice.currency,
      amount: formatAmount(amounts.get(invoice.id) ?? 0n, invoice.currency),
    })),
    emails,
  }
}

const MOST_NAMED = 5

/** Returns the first five customers of these invoices, each once, and how many there are. */
function customersOf(invoices: readonly RunInvoice[]) {
  const names = [...new Set(invoices.map(({ customerName }) => customerName))]
  return { customers: names.slice(0, MOST_NAMED), customer_count: names.length }
}

interface Judged {
  readonly invoice: RunInvoice
  readonly reason: LeftOutReason | null
}

/** Adds what keeps reminders of the invoices back, and the emails that would leave. */
async function judgeReminders(ctx: Ctx, own: readonly Judged[]) {
  const byId = new Map(own.map(({ invoice }) => [invoice.id, invoice]))
  const fit = own.filter(({ reason }) => reason === null).map(({ invoice }) => invoice.id)
  const { ready, leftOut } = await ctx.app.invoiceReminders!.plan(ctx, fit)
  return {
    judged: own.map(({ invoice, reason }) => ({
      invoice,
      reason: reason ?? leftOut.get(invoice.id) ?? null,
    })),
    emails: {
      count: ready.length,
      first: ready.slice(0, MOST_SHOWN).map(({ to, step, invoiceIds }) => {
        const invoices = invoiceIds.map((id) => byId.get(id)!)
        const { customerName, currency } = invoices[0]!
        return {
          customer: customerName,
          to: [...to],
          step,
          invoices: invoices.slice(0, MOST_SHOWN).map(({ number }) => number),
          invoice_count: invoices.length,
          currency,
          amount: formatAmount(sumMinor(invoices.map(owedMinor)), currency),
        }
      }),
    },
  }
}

/** A draft will owe its total once it is issued. */
const owedMinor = ({ state, totalMinor, remainingMinor }: RunInvoice): bigint =>
  state === 'draft' ? totalMinor : remainingMinor

function sumsOf(invoices: readonly RunInvoice[], amounts: ReadonlyMap<string, bigint>) {
  const sums = new Map<string, bigint>()
  for (const { id, currency } of invoices)
    sums.set(currency, (sums.get(currency) ?? 0n) + (amounts.get(id) ?? 0n))
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, minor]) => ({ currency, remaining: formatAmount(minor, currency) }))
}
