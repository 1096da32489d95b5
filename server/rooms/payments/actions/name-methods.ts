import type { Ctx } from '../../../platform/context.ts'
import { methodText } from '../rules/texts.ts'
import { everyMethodOf } from '../store/methods.ts'

/** What the methods of a customer are called, by id: those that were removed as well. */
export async function methodNames(ctx: Ctx, customerId: string): Promise<ReadonlyMap<string, string>> {
  const methods = await everyMethodOf(ctx, customerId)
  return new Map(methods.map(({ id, type, brand, last4 }) => [id, methodText(type, brand, last4)]))
}
