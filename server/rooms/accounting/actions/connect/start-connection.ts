import { createState } from '../../../../platform/auth/connection-state.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { selectConnections } from '../../store/connections.ts'
import { callbackOf, findPlatform } from '../find-platform.ts'
import { findLatestBooks, refuseOtherBooks } from './check-other-books.ts'
import { connect } from './finish-connection.ts'

/**
 * Returns the platform's page where a person connects the company. Connects at once where nobody has to, and returns null. `moves`:
 * the person confirmed that the account moves from other books to these. Refuses wrong_state for an account that keeps its invoices
 * here, and without `moves` for one that has read another platform.
 */
export async function startConnection(
  uow: UnitOfWork,
  provider: string,
  moves = false,
): Promise<{ url: string | null }> {
  const platform = findPlatform(uow.app, provider)
  if (uow.actor.kind !== 'staff') throw refuse('not_allowed')
  await uow.transaction(async (ctx) => {
    const { type } = await readAccountRow(ctx)
    if (type === null) throw refuse('account_type_missing')
    if (type !== 'provider')
      throw refuse('wrong_state', 'This account keeps its invoices here, so it reads none from a platform.')
    const before = await findLatestBooks(ctx, await selectConnections(ctx))
    if (!moves && before !== undefined && before.provider !== provider) throw refuseOtherBooks(ctx, before)
  })
  if (!platform.connectStart) {
    await connect(uow, platform, { code: '', realmId: '' }, moves)
    return { url: null }
  }
  const { userId, sessionId } = uow.actor
  const { accountId } = uow
  const beginning = { table: 'accounting_connections', accountId, userId, sessionId, provider } as const
  const { state, challenge } = createState(uow.app, beginning, moves)
  return platform.connectStart({ state, challenge, redirectUri: callbackOf(uow.app.config, provider) })
}
