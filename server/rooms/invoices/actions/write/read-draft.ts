import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../../../../domain/dates/terms.ts'
import { isDocumentNumber } from '../../../../../domain/invoices/document-number.ts'
import type { DepositTo } from '../../../../../domain/payments/deposit-to.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { readDeposits } from '../../../connections/index.ts'
import { customerForNewInvoice } from '../../../customers/index.ts'
import { type LineInput, readDueDate, readLines } from '../../rules.ts'
import type { InvoiceText } from '../../store/invoices.ts'

/** An invoice in the API's shape. */
export interface DraftInput {
  readonly customer: string
  readonly number?: string | undefined
  readonly invoice_date: CalendarDate
  readonly terms: PaymentTerms
  readonly due_date?: CalendarDate | undefined
  readonly notes: string
  readonly deposit_to?: DepositTo | undefined
  readonly lines: readonly LineInput[]
}

/**
 * Reads input into an invoice in the customer's currency, with totals. `present` holds the invoice's present
 * customer, who is accepted even when inactive. Refuses invalid_input beside every invalid field.
 */
export async function readDraft(
  ctx: Ctx,
  input: DraftInput,
  present?: { customer_id: string; currency: string; deposit_to: DepositTo },
): Promise<InvoiceText> {
  const currency =
    present?.customer_id === input.customer
      ? present.currency
      : (await customerForNewInvoice(ctx, input.customer)).currency
  const read = readLines(input.lines, currency)
  const due = readDueDate(input.invoice_date, input.terms, input.due_date)
  const number = input.number === undefined || isDocumentNumber(input.number)
  const depositTo = input.deposit_to ?? present?.deposit_to ?? 'operating'
  const takes =
    depositTo === (present?.deposit_to ?? 'operating') || (await readDeposits(ctx)).includes(depositTo)
  if (!read.ok || !due.ok || !number || !takes)
    throw refuseFields({
      ...(!number && { number: ['This number has a character that is not allowed.'] }),
      ...(!takes && { deposit_to: ['Connect LawPay with a trust account first.'] }),
      ...(!due.ok && due.problems),
      ...(!read.ok && read.problems),
    })
  return {
    customerId: input.customer,
    currency,
    invoiceDate: input.invoice_date,
    dueDate: due.dueDate,
    terms: input.terms,
    notes: input.notes,
    depositTo,
    lines: read.lines,
    totals: read.totals,
  }
}
