import { msg } from '../../../../../domain/languages/msg.ts'
import { parseAmount } from '../../../../../domain/money/money.ts'
import type { Actor } from '../../../../platform/context.ts'
import type { Reader } from '../../../../platform/languages/translate.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { mayUseCredit, type Payable } from '../read/read-payable.ts'
import type { OpenLines } from './read-open-lines.ts'
import { refuseChanged, type ShownLine } from './share-amount.ts'

/** An invoice with the amount that its payer saw as payable. */
export interface SeenInvoice {
  readonly invoice: string
  readonly amount: string
}

/** Returns the ids of the invoices in the order of ids. Refuses an invoice that is listed twice. */
export function distinctIds(invoices: readonly SeenInvoice[]): string[] {
  const ids = invoices.map(({ invoice }) => invoice.toLowerCase()).sort()
  if (new Set(ids).size < ids.length) throw refuseFields({ invoices: [msg('List each invoice once.')] })
  return ids
}

/** Checks the amounts that the payer saw against what the invoices owe. Refuses amounts_changed. */
export function shownLines(
  invoices: readonly SeenInvoice[],
  { lines, payable }: OpenLines,
  reader: Reader,
): ShownLine[] {
  const { currency } = payable.invoice
  const amounts = new Map(invoices.map(({ invoice, amount }) => [invoice.toLowerCase(), amount]))
  return lines.map(({ invoice, payableMinor }) => {
    const parsed = parseAmount(amounts.get(invoice.id) ?? '', currency)
    if (!parsed.ok || parsed.minor <= 0n)
      throw refuseFields({ invoices: [msg('Enter the amount of {number}.', { number: invoice.number })] })
    const line = { invoiceId: invoice.id, number: invoice.number, payableMinor: parsed.minor }
    refuseChanged(line, payableMinor, currency, reader)
    return line
  })
}

/**
 * Reads the credit that a payer saw as used first; 0 when none is to be used. Refuses wrong_state when it pays
 * everything, or a message beside `credit`.
 */
export function readCreditSeen(
  actor: Actor,
  credit: string | undefined,
  { invoice: { currency, depositTo }, payableMinor }: Payable,
): bigint {
  if (credit === undefined) return 0n
  if (!mayUseCredit(actor)) throw refuseFields({ credit: [msg('Log in to use your credit.')] })
  if (depositTo === 'trust')
    throw refuseFields({ credit: [msg('Credit can’t pay a deposit to a trust account.')] })
  const parsed = parseAmount(credit, currency)
  if (!parsed.ok || parsed.minor <= 0n)
    throw refuseFields({ credit: [msg('Enter the credit to use first, more than 0.')] })
  if (parsed.minor > payableMinor)
    throw refuseFields({ credit: [msg('The credit can’t be more than these invoices owe.')] })
  if (parsed.minor === payableMinor)
    throw refuse('wrong_state', msg('Your credit pays all of it, so there is nothing to charge.'))
  return parsed.minor
}
