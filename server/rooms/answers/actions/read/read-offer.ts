import type { AnswerOffer } from '../../../../../contract/worklist/answers.ts'
import { addDays } from '../../../../../domain/dates/calendar.ts'
import {
  type AnswerSource,
  isFromCustomer,
  MAX_DISPUTES_OF_CUSTOMER,
  MAX_PROMISES_OF_CUSTOMER,
} from '../../../../../domain/invoices/answers.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../../accounts/index.ts'
import { selectDisputes } from '../../store/disputes.ts'
import { selectPromises } from '../../store/promises.ts'
import { readOwnInvoice } from '../lock-owed-invoice.ts'

/**
 * Returns what the payer of an invoice can tell the company, and what is known already. Texts stay out of it, because a pay
 * link can be forwarded. Refuses not_found.
 */
export async function readOffer(ctx: Ctx, invoiceId: string): Promise<AnswerOffer> {
  const invoice = await readOwnInvoice(ctx, invoiceId)
  const [account, promises, disputes] = await Promise.all([
    readAccountRow(ctx),
    selectPromises(ctx, invoiceId),
    selectDisputes(ctx, invoiceId),
  ])
  const open = promises.find(({ state }) => state === 'open')
  const isDisputed = disputes.some(({ state }) => state === 'open')
  const isOwed = invoice.state === 'open' && invoice.remainingMinor > 0n
  const today = await todayOf(ctx)
  return {
    may_promise:
      account.customersMayPromise &&
      isOwed &&
      invoice.remainingMinor > invoice.reservedMinor &&
      open === undefined &&
      promises.filter(isOwn).length < MAX_PROMISES_OF_CUSTOMER,
    may_dispute:
      account.customersMayDispute &&
      isOwed &&
      !isDisputed &&
      disputes.filter(isOwn).length < MAX_DISPUTES_OF_CUSTOMER,
    first_day: today,
    last_day: addDays(today, account.promiseMaxDays),
    promised_on: open?.promised_on ?? null,
    is_disputed: isDisputed,
  }
}

const isOwn = ({ source }: { readonly source: AnswerSource }): boolean => isFromCustomer(source)
