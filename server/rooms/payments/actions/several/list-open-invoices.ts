import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { invoiceStatusText } from '../../../../../domain/invoices/invoice-status.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { MOST_INVOICES_PAID } from '../../../../../domain/payments/several.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { writeFor } from '../../../../platform/languages/translate.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import { receivablesDue } from '../../../ledger/index.ts'
import { attemptsAwaitingPayer } from '../../store/attempts.ts'
import { readCredit } from '../credit/read-credit.ts'
import { listWays, optionOf, readUsableMethods } from '../pay/offer-options.ts'
import { mayUseCredit, payerOf } from '../read/read-payable.ts'
import { readSettings } from '../read/read-settings.ts'
import { type OpenLine, type OpenLines, readOpenLines } from './read-open-lines.ts'

type Reply = HandlerReplyOf<typeof contract.openInvoices.list>

const ADDRESS = '/api/open-invoices/'

/**
 * Returns the named invoices, otherwise what is due now, with the ways to pay them at once. Refuses invoice_unknown
 * for an invoice that the caller may not see.
 */
export async function listOpenInvoices(
  uow: UnitOfWork,
  named: readonly string[] | undefined,
): Promise<Reply> {
  const { ids, more, currency, open, methods, creditMinor } = await uow.transaction(async (ctx) => {
    const chosen = await chooseIds(ctx, named)
    const found = chosen.ids.length > 0 ? await readOpenLines(ctx, chosen.ids, { oneDeposit: true }) : null
    return {
      ...chosen,
      open: found,
      currency: found?.payable.invoice.currency ?? chosen.currency,
      methods: found ? await readUsableMethods(ctx, found.payable) : [],
      creditMinor:
        found && mayUseCredit(ctx.actor) && found.payable.invoice.depositTo === 'operating'
          ? await readUsableCredit(ctx, found)
          : 0n,
    }
  })
  if (ids.length === 0 || open === null)
    return {
      currency,
      lines: [],
      more: false,
      apart: 0,
      prepay_allowed: false,
      credit: formatAmount(0n, currency),
      options: [],
    }
  const { payable, lines } = open
  const { prepayments, today } = payable.settings
  const ways = await listWays(uow, payable, methods)
  return {
    currency,
    lines: lines.map((line) => showLine(uow, line, today)),
    more,
    apart: open.apart,
    prepay_allowed: prepayments,
    credit: formatAmount(creditMinor, currency),
    options: ways
      // An order at PayPal belongs to one invoice.
      .filter((way) => way.type !== 'paypal' || way.stored !== null)
      .map((way) => optionOf(way, payable, ADDRESS, prepayments)),
  }
}

/** Returns the customer's credit; what the caller's own unfinished attempts planned to use counts as free. */
async function readUsableCredit(ctx: Ctx, { payable, lines }: OpenLines): Promise<bigint> {
  const payer = payerOf(ctx.actor)
  const ids = lines.map((line) => line.invoice.id)
  const held = payer && payable.heldMinor > 0n ? await attemptsAwaitingPayer(ctx, ids, payer) : []
  return readCredit(
    ctx,
    payable.invoice,
    held.map((payment) => payment.id),
  )
}

/** Returns the named invoices, or those of the caller that are due now, earliest first. */
async function chooseIds(
  ctx: Ctx,
  named: readonly string[] | undefined,
): Promise<{ ids: readonly string[]; more: boolean; currency: string }> {
  const { actor } = ctx
  const { today, currency } = await readSettings(ctx)
  if (named !== undefined) return { ids: [...new Set(named)], more: false, currency }
  if (actor.kind === 'pay_link') return { ids: actor.invoiceIds ?? [actor.invoiceId], more: false, currency }
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('invoice_unknown')
  const { customerId } = actor
  const owed = { customerId, currency: (await readCustomer(ctx, customerId)).currency }
  const due = await receivablesDue(ctx, owed, { by: today }, MOST_INVOICES_PAID + 1)
  const ids = due.slice(0, MOST_INVOICES_PAID).map((one) => one.invoiceId)
  return { ids, more: due.length > ids.length, currency: owed.currency }
}

function showLine(
  uow: UnitOfWork,
  { invoice, payableMinor }: OpenLine,
  today: string,
): Reply['lines'][number] {
  const { currency } = invoice
  const pastDue = daysPastDue(invoice.dueDate, today)
  return {
    pk: invoice.id,
    number: invoice.number,
    due_date: invoice.dueDate,
    days_past_due: pastDue,
    status: writeFor(uow, invoiceStatusText(invoice.remainingMinor, currency, pastDue)),
    total: formatAmount(invoice.totalMinor, currency),
    remaining: formatAmount(invoice.remainingMinor, currency),
    payable: formatAmount(payableMinor, currency),
  }
}
