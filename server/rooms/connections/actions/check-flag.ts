import { decideFlags, FLAGS, type Flag } from '../../../../domain/accounts/flags.ts'
import type { PaymentProcessor } from '../../../gateways/payments/port.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'

const isFlag = (name: string): name is Flag => (FLAGS as readonly string[]).includes(name)

/** Returns whether the account may connect a processor. One with a flag of its name may be switched off for an account. */
export async function readAllowed(ctx: Ctx): Promise<(adapter: PaymentProcessor) => boolean> {
  const { newUi, type, flags } = await readAccountRow(ctx)
  const decided = decideFlags({ newUi, accountType: type }, ctx.app.config.flags, flags)
  return ({ id }) => !isFlag(id) || decided[id]
}

/** Refuses not_found for a processor that this account may not connect. */
export async function checkFlag(ctx: Ctx, adapter: PaymentProcessor): Promise<void> {
  const isAllowed = isFlag(adapter.id) ? await readAllowed(ctx) : () => true
  if (!isAllowed(adapter)) throw refuse('not_found')
}
