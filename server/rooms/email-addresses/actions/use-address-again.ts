import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { ADDRESS_MARKS } from '../../../../domain/people/address-marks.ts'
import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { listCustomerAddresses } from '../../customers/index.ts'
import { closeAddressTask } from '../../worklist/index.ts'
import { deleteMarks } from '../store/marks.ts'
import { listAddresses } from './list-addresses.ts'

type Route = typeof contract.emailAddresses.useAgain

/**
 * Writes to an address of a customer again. Without a mark it changes nothing. Refuses not_found for a customer or an address
 * that is not there.
 */
export async function useAddressAgain(
  ctx: Ctx,
  customerId: string,
  given: string,
): Promise<HandlerReplyOf<Route>> {
  const address = normalizeEmail(given)
  const own = await listCustomerAddresses(ctx, customerId)
  if (!own.map(normalizeEmail).includes(address)) throw refuse('not_found')
  const kinds = await deleteMarks(ctx, address, ADDRESS_MARKS)
  if (kinds.length > 0) {
    await closeAddressTask(ctx, customerId, address)
    await audit(
      ctx,
      'mail.use-address-again',
      { type: 'customer', id: customerId },
      { to: address, was: kinds.join(', '), customer: customerId },
    )
  }
  return listAddresses(ctx, customerId)
}
