import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { addDays, formatDate } from '../../../../../domain/dates/calendar.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readAccountRow, todayOf } from '../../../accounts/index.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { endPromise, selectPromises } from '../../store/promises.ts'
import { lockOwedInvoice, readPart } from '../lock-owed-invoice.ts'
import { listAnswers } from '../read/list-answers.ts'
import { addPromise, promiseKey } from './add-promise.ts'

type Body = InputOf<typeof contract.answers.recordPromise>['body']

const LATEST_DAYS = 365

/**
 * Records what a customer promised, for example on the phone, instead of an open promise. The same promise again changes
 * nothing. Refuses not_found, wrong_state when nothing is owed, and a wrong day or amount beside its field.
 */
export async function recordPromise(ctx: Ctx, invoiceId: string, body: Body) {
  const invoice = await lockOwedInvoice(ctx, invoiceId)
  if (invoice.remainingMinor === invoice.reservedMinor)
    throw refuse('wrong_state', 'A payment of all that is owed is on its way.')
  const amountMinor = readPart(invoice, body.amount)
  const { dateFormat } = await readAccountRow(ctx)
  const day = formatDate(body.promised_on, dateFormat)
  const today = await todayOf(ctx)
  if (body.promised_on < today || body.promised_on > addDays(today, LATEST_DAYS))
    throw refuseFields({ promised_on: [msg('Choose a day from today to a year from now.')] })
  const open = (await selectPromises(ctx, invoiceId)).find(({ state }) => state === 'open')
  if (open) {
    const isSame =
      open.promised_on === body.promised_on && open.amount_minor === amountMinor && open.note === body.note
    if (isSame) return listAnswers(ctx, invoiceId)
    const outcome = `Replaced by a promise for ${day}.`
    await endPromise(ctx, open.id, { state: 'withdrawn', outcome })
    await closeTasks(ctx, { keys: [promiseKey(open.id)], outcome })
  }
  await addPromise(ctx, invoice, { promisedOn: body.promised_on, amountMinor, note: body.note })
  return listAnswers(ctx, invoiceId)
}
