import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { listCustomerAddresses } from '../../customers/index.ts'
import { selectMarks } from '../store/marks.ts'

type Addresses = HandlerReplyOf<typeof contract.emailAddresses.list>

/** Lists the addresses of a customer with their marks, the main one first. Refuses not_found. */
export async function listAddresses(ctx: Ctx, customerId: string): Promise<Addresses> {
  const addresses = await listCustomerAddresses(ctx, customerId)
  const marks = Map.groupBy(await selectMarks(ctx, addresses.map(normalizeEmail)), ({ address }) => address)
  return {
    results: addresses.map((address) => ({
      address,
      marks: (marks.get(normalizeEmail(address)) ?? []).map(({ kind, reason, marked_at }) => ({
        kind,
        reason,
        at: marked_at.toISOString(),
      })),
    })),
  }
}
