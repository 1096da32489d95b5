import type { Connection } from '../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { companyOf } from '../../accounts/index.ts'
import { selectConnection } from '../store/connections.ts'
import { checkFlag } from './check-flag.ts'
import { connectable, isOpening, type OpeningProcessor } from './find-connectable.ts'
import { keepConnection } from './keep-connection.ts'
import { readConnection } from './read-connection.ts'

/**
 * Opens an account at the processor for a company that has none, and connects it. Returns the processor's page on which a person
 * completes it; the same account's page when it is open already. Refuses not_found where no accounts are opened,
 * wrong_state when another account is connected, processor_unavailable.
 */
export async function openAccount(uow: UnitOfWork, provider: string): Promise<{ url: string }> {
  const adapter = connectable(uow.app, provider)
  if (!isOpening(adapter)) throw refuse('not_found')
  const { actor } = uow
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const connection = (await readOpened(uow, adapter)) ?? (await open(uow, adapter, actor.userId))
  const page = `${uow.app.config.appOrigin}/settings/payment-processor`
  // A page that has expired leads back too, where a person asks for another one.
  const made = await adapter.accountPage(connection, { returnUrl: page, refreshUrl: page })
  if (!made.ok) throw refuse('processor_unavailable', `${adapter.name} did not answer. Please try again.`)
  return made.value
}

/** Returns the account that was opened here before; null without a connection. */
async function readOpened(uow: UnitOfWork, { id, name }: OpeningProcessor): Promise<Connection | null> {
  return uow.transaction(async (ctx) => {
    const row = await selectConnection(ctx, id)
    if (row?.status !== 'connected') return null
    if (!row.opened_here) throw refuse('wrong_state', `A ${name} account is connected already.`)
    return readConnection(ctx, id)
  })
}

async function open(uow: UnitOfWork, adapter: OpeningProcessor, userId: string): Promise<Connection> {
  const company = await uow.transaction(async (ctx) => {
    await checkFlag(ctx, adapter)
    const { name, email } = await companyOf(ctx)
    return { name, email }
  })
  const opened = await adapter.openAccount(company, `open-account-${uow.accountId}`)
  if (!opened.ok) {
    if (opened.error.kind === 'invalid' || opened.error.kind === 'auth')
      throw refuse(
        'connection_refused',
        `${adapter.name} opens no account for this company. Connect one that you have.`,
      )
    throw refuse('processor_unavailable', `${adapter.name} did not answer. Please try again.`)
  }
  // The page has explained that payments of a former account stay there.
  await keepConnection(uow, adapter, opened.value, {
    userId,
    otherAccount: true,
    // Nothing is connected, so nothing ends.
    beforeEnd: async () => {},
  })
  return (await uow.transaction((ctx) => readConnection(ctx, adapter.id)))!
}
