import type {
  AccountingPlatform,
  CompanyProfile,
  Credentials,
  ProcessorError,
} from '../../../../gateways/accounting/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { spendState } from '../../../../platform/auth/connection-state.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { fillCompany } from '../../../accounts/index.ts'
import { addCompany } from '../../store/companies.ts'
import { lockConnections, saveConnection } from '../../store/connections.ts'
import { callbackOf, findPlatform } from '../find-platform.ts'
import { beginMove, takeOver } from '../move/begin-move.ts'
import { noteLink } from '../note-link.ts'
import { checkOtherAccount } from './check-other-account.ts'
import { findLatestBooks, refuseOtherBooks } from './check-other-books.ts'
import { endRow } from './end-connection.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'

/**
 * Finishes a connection with the code that the platform sent back. Refuses authorization_expired for a state of somebody else, an
 * old or a spent one, connection_refused when the platform refuses the code, processor_unavailable.
 */
export async function finishConnection(
  uow: UnitOfWork,
  provider: string,
  answer: { code: string; realm_id: string; state: string },
): Promise<ShownConnection> {
  const platform = findPlatform(uow.app, provider)
  if (uow.actor.kind !== 'staff') throw refuse('not_allowed')
  const { accountId } = uow
  const { userId, sessionId } = uow.actor
  const beginning = { table: 'accounting_connections', accountId, userId, sessionId, provider } as const
  const { verifier, otherAccount } = await uow.transaction((ctx) => spendState(ctx, beginning, answer.state))
  return connect(uow, platform, { code: answer.code, realmId: answer.realm_id, verifier }, otherAccount)
}

/**
 * Connects a company and begins its first reading. A former connection to another company ends; what it read stays. `moves`: the
 * person confirmed that the account moves to these books from others.
 */
export async function connect(
  uow: UnitOfWork,
  platform: AccountingPlatform,
  answer: { readonly code: string; readonly realmId: string; readonly verifier?: string },
  moves: boolean,
): Promise<ShownConnection> {
  const { app, accountId } = uow
  const finished = await platform.connectFinish({ accountId, ...answer }, callbackOf(app.config, platform.id))
  if (!finished.ok) throw refusalOf(platform, finished.error)
  const credentials = finished.value
  const company = await platform.company({
    accountId,
    credentials,
    ...(credentials.remoteId !== undefined && { remoteId: credentials.remoteId }),
  })
  if (!company.ok) throw refusalOf(platform, company.error)
  return uow.transaction((ctx) => save(ctx, platform, credentials, { company: company.value, moves }))
}

async function save(
  ctx: Ctx,
  platform: AccountingPlatform,
  credentials: Credentials,
  { company, moves }: { readonly company: CompanyProfile; readonly moves: boolean },
): Promise<ShownConnection> {
  const rows = await lockConnections(ctx)
  const former = rows.find(
    (row) => row.provider === platform.id && row.remote_id === (credentials.remoteId ?? ''),
  )
  const before = await findLatestBooks(ctx, rows)
  const isMove = before !== undefined && before.id !== former?.id
  if (isMove && !moves) throw refuseOtherBooks(ctx, before)
  const books = { provider: platform.id, remote_id: credentials.remoteId ?? '', name: company.name }
  await checkOtherAccount(ctx, platform.name, books)
  for (const row of rows)
    if (row.status === 'connected' && row.id !== former?.id) await endRow(ctx, row, 'staff')
  const by = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  const written = await saveConnection(
    ctx,
    { provider: platform.id, name: company.name, credentials, by },
    former,
  )
  // Other books were connected since, though nothing was read there: what was open between these and the account was closed.
  const isReturn = former !== undefined && rows.some((row) => row.connected_at > former.connected_at)
  const saved = isMove || isReturn ? await beginMove(ctx, written, rows) : written
  await takeOver(ctx, saved)
  await addCompany(ctx, saved)
  await audit(
    ctx,
    'accounting.connect',
    { type: 'account', id: ctx.accountId },
    { platform: platform.name, name: company.name },
  )
  // Xero has no address of the company. The person who connects it confirmed theirs.
  const own = ctx.actor.kind === 'staff' && ctx.actor.emailVerified ? ctx.actor.email : ''
  await fillCompany(ctx, { ...company, email: company.email || own })
  await noteLink(ctx, saved)
  await ctx.app.jobs.enqueue(ctx, 'accounting.sync-books', {})
  return showConnection(ctx, platform, saved)
}

function refusalOf(platform: AccountingPlatform, { kind, userMessage }: ProcessorError) {
  if (kind === 'unavailable' || kind === 'rate_limited' || kind === 'unknown_outcome')
    return refuse('processor_unavailable', `${platform.name} did not answer. Please try again.`)
  return refuse(
    'connection_refused',
    userMessage ?? `${platform.name} did not accept this connection. Please connect again.`,
  )
}
