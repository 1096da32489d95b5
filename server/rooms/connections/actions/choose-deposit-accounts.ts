import type { DepositTo } from '../../../../domain/payments/deposit-to.ts'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { depositKey } from '../../../gateways/payments/port.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { lockConnection, saveDepositAccounts } from '../store/connections.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'
import { connectionOf } from './read-connection.ts'

export interface DepositChoice {
  readonly deposit_to: DepositTo
  readonly type: PaymentType
  readonly account: string
}

/**
 * Chooses which account at a processor takes new payments of a type. Payments and refunds that were made stay where they are. Refuses
 * not_found without a connection, and a message beside an account that can't take this.
 */
export async function chooseDepositAccounts(
  ctx: Ctx,
  provider: string,
  choices: readonly DepositChoice[],
): Promise<ShownConnection> {
  const row = await lockConnection(ctx, provider)
  const adapter = ctx.app.processors.get(provider)
  if (row?.status !== 'connected' || !adapter?.depositAccounts) throw refuse('not_found')
  const accounts = adapter.depositAccounts(connectionOf(ctx, row))
  const wrong: Record<string, string[]> = {}
  for (const [index, { deposit_to, type, account }] of choices.entries()) {
    const found = accounts.find(({ id }) => id === account)
    if (found?.depositTo !== deposit_to || found.type !== type)
      wrong[`choices.${index}.account`] = [`This account can’t take these payments. Choose another one.`]
  }
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong)
  const chosen = choices.map(({ deposit_to, type, account }) => [depositKey(deposit_to, type), account])
  const saved = await saveDepositAccounts(ctx, row, Object.fromEntries(chosen) as Record<string, string>)
  await audit(
    ctx,
    'connections.choose-accounts',
    { type: 'account', id: ctx.accountId },
    { processor: adapter.name },
  )
  return showConnection(ctx, adapter, saved)
}
