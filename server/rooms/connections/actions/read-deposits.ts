import { DEPOSITS, type DepositTo } from '../../../../domain/payments/deposit-to.ts'
import { depositsOf, isBuiltIn } from '../../../gateways/payments/port.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readConnections } from './read-connection.ts'

/** Returns the kinds of accounts into which the account's connected processors pay. */
export async function readDeposits(ctx: Ctx): Promise<DepositTo[]> {
  const { processors } = ctx.app
  if ([...processors.values()].every(isBuiltIn)) return ['operating']
  const { connections } = await readConnections(ctx)
  const found = new Set(
    [...connections].flatMap(([id, connection]) => {
      const adapter = processors.get(id)
      return adapter ? depositsOf(adapter, connection) : []
    }),
  )
  return DEPOSITS.filter((to) => to === 'operating' || found.has(to))
}
