import { createState } from '../../../../platform/auth/connection-state.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { selectConnections } from '../../store/connections.ts'
import { callbackOf, findPlatform } from '../find-platform.ts'
import { checkOtherBooks } from './check-other-books.ts'
import { connect } from './finish-connection.ts'

/**
 * Returns the platform's page where a person connects the company. Connects at once where nobody has to, and returns null. Refuses
 * wrong_state for an account that keeps its invoices here.
 */
export async function startConnection(uow: UnitOfWork, provider: string): Promise<{ url: string | null }> {
  const platform = findPlatform(uow.app, provider)
  if (uow.actor.kind !== 'staff') throw refuse('not_allowed')
  await uow.transaction(async (ctx) => {
    const { type } = await readAccountRow(ctx)
    if (type === null) throw refuse('account_type_missing')
    if (type !== 'provider')
      throw refuse('wrong_state', 'This account keeps its invoices here, so it reads none from a platform.')
    const others = (await selectConnections(ctx)).filter((row) => row.provider !== provider)
    await checkOtherBooks(ctx, others, undefined)
  })
  if (!platform.connectStart) {
    await connect(uow, platform, { code: '', realmId: '' })
    return { url: null }
  }
  const { userId, sessionId } = uow.actor
  const { state, challenge } = createState(uow.app, {
    table: 'accounting_connections',
    accountId: uow.accountId,
    userId,
    sessionId,
    provider,
  })
  return platform.connectStart({ state, challenge, redirectUri: callbackOf(uow.app.config, provider) })
}
