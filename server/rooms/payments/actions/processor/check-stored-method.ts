import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { lastDayOfCard } from '../../../../../domain/payments/card-life.ts'
import type { PayableInvoice } from '../../../../gateways/payments/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { MethodRow } from '../../store/methods.ts'
import {
  isOfFormerAccount,
  type Offered,
  offeredProcessors,
  optionsFor,
  type Processor,
} from './find-processor.ts'

/** Why a stored method can't be charged. other_account: another account of the business stored it than the connected one. */
export type MethodProblem = 'expired' | 'not_connected' | 'other_account' | 'currency'

/** The facts of a stored method that decide whether it can be charged. */
export type ChargedMethod = Pick<
  MethodRow,
  'provider' | 'type' | 'createdAt' | 'expirationYear' | 'expirationMonth'
>

/** Returns what keeps a method from being charged on a day. Without an invoice its currency is not checked. */
export type MethodCheck = (
  method: ChargedMethod,
  on: CalendarDate,
  invoice: PayableInvoice | null,
) => Promise<MethodProblem | null>

/** Reads the connected processors once, for checks of many methods. */
export async function readMethodCheck(ctx: Ctx): Promise<MethodCheck> {
  const offered = await offeredProcessors(ctx)
  return async (method, on, invoice) => {
    const { expirationYear: year, expirationMonth: month } = method
    if (year !== null && month !== null && lastDayOfCard(year, month) < on) return 'expired'
    const found = await findUsableProcessor(offered, method, invoice)
    return typeof found === 'string' ? found : null
  }
}

/**
 * Returns the processor that can charge a stored method for an invoice: the connected account stored it, and takes its type in the
 * invoice's currency. Elsewhere the amount could be read in another currency or unit.
 */
export async function findUsableProcessor(
  { processors }: Offered,
  method: Pick<MethodRow, 'provider' | 'type' | 'createdAt'>,
  invoice: PayableInvoice | null,
): Promise<Processor | Exclude<MethodProblem, 'expired'>> {
  const processor = processors.find(({ adapter }) => adapter.id === method.provider)
  if (!processor) return 'not_connected'
  if (isOfFormerAccount(processor, method.createdAt)) return 'other_account'
  if (invoice === null) return processor
  const options = await optionsFor(processor, invoice)
  return options.some(({ type }) => type === method.type) ? processor : 'currency'
}
