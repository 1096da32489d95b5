import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { addDays } from '../../../../../domain/dates/calendar.ts'
import { isFromCustomer, MAX_PROMISES_OF_CUSTOMER } from '../../../../../domain/invoices/answers.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { formatsOf } from '../../../../../domain/mails/formats.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readAccountRow, todayOf } from '../../../accounts/index.ts'
import { selectPromises } from '../../store/promises.ts'
import { lockOwedInvoice } from '../lock-owed-invoice.ts'
import { readOffer } from '../read/read-offer.ts'
import { addPromise } from './add-promise.ts'

type Body = InputOf<typeof contract.answers.promise>['body']

/**
 * Records a customer's promise to pay all of an invoice by a day. The same promise again changes nothing. Refuses not_found,
 * wrong_state when none can be made, and a day outside the account's range beside `promised_on`.
 */
export async function makePromise(ctx: Ctx, invoiceId: string, { promised_on, note }: Body) {
  const invoice = await lockOwedInvoice(ctx, invoiceId)
  const { customersMayPromise, promiseMaxDays, dateFormat } = await readAccountRow(ctx)
  const today = await todayOf(ctx)
  const written = formatsOf(ctx.language ?? 'en', dateFormat, today)
  const made = await selectPromises(ctx, invoiceId)
  const open = made.find(({ state }) => state === 'open')
  if (open?.promised_on === promised_on) return readOffer(ctx, invoiceId)
  if (!customersMayPromise) throw refuse('wrong_state', msg('You can’t do this here. Please contact us.'))
  if (open)
    throw refuse(
      'wrong_state',
      msg('You told us that you’ll pay by {date}. Please contact us to change it.', {
        date: written.date(open.promised_on),
      }),
    )
  if (invoice.remainingMinor === invoice.reservedMinor)
    throw refuse('wrong_state', msg('A payment of this invoice is on its way.'))
  if (made.filter(({ source }) => isFromCustomer(source)).length >= MAX_PROMISES_OF_CUSTOMER)
    throw refuse('wrong_state', msg('You’ve told us a day before. Please contact us.'))
  const lastDay = addDays(today, promiseMaxDays)
  if (promised_on < today || promised_on > lastDay)
    throw refuseFields({
      promised_on: [msg('Choose a day from today to {date}.', { date: written.date(lastDay) })],
    })
  await addPromise(ctx, invoice, { promisedOn: promised_on, amountMinor: null, note })
  return readOffer(ctx, invoiceId)
}
