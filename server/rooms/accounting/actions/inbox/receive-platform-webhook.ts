import type { RawMessage } from '../../../../../contract/route.ts'
import type { PlatformEvent } from '../../../../gateways/accounting/port.ts'
import { inAccount, type TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { accountsOfCompany } from '../../store/companies.ts'
import { changeConnection, liveConnection, lockConnection } from '../../store/connections.ts'
import { storeEvents } from '../../store/inbox.ts'

/**
 * Receives a webhook of an accounting platform: stores its events for every account that reads those books, and queues a sync. Nothing
 * is read here, so that the platform has its answer at once. Events of companies that nobody reads are taken and dropped. Refuses
 * signature_refused, the same for every defect.
 */
export async function receivePlatformWebhook(
  open: TenantlessUnitOfWork,
  provider: string,
  { headers, bytes }: RawMessage,
): Promise<void> {
  const platform = open.app.accountingPlatforms.get(provider)
  const events = platform?.verifyWebhook?.(headers, Buffer.from(bytes)) ?? null
  open.app.metrics.webhooks.inc({
    processor: platform?.verifyWebhook ? provider : 'unknown',
    outcome: events ? 'taken' : 'refused',
  })
  if (events === null) throw refuse('signature_refused')
  for (const company of new Set(events.map((event) => event.company))) {
    const accounts = await open.transaction((ctx) => accountsOfCompany(ctx, { provider, remote_id: company }))
    const own = events.filter((event) => event.company === company)
    for (const accountId of accounts) await store(open, accountId, { provider, company, events: own })
  }
}

interface OfCompany {
  readonly provider: string
  readonly company: string
  readonly events: readonly PlatformEvent[]
}

async function store(
  { app, ip }: TenantlessUnitOfWork,
  accountId: string,
  { provider, company, events }: OfCompany,
): Promise<void> {
  const caller = { requestId: newId(app.clock.wallNow()), ip }
  await inAccount(app, caller, { kind: 'system', job: 'webhook' }, accountId, async (ctx) => {
    const live = await liveConnection(ctx)
    const row = live && (await lockConnection(ctx, live.id))
    if (row?.status !== 'connected' || row.provider !== provider || row.remote_id !== company) return
    if ((await storeEvents(ctx, row.id, events)) === 0) return
    if (row.sync_status === 'none') await changeConnection(ctx, row.id, { sync_status: 'queued' })
    await ctx.app.jobs.enqueue(ctx, 'accounting.sync-books', {})
  })
}
