import type { RawMessage } from '../../../../../contract/route.ts'
import type { AccountingPlatform, PlatformEvent } from '../../../../gateways/accounting/port.ts'
import { type Ctx, inAccount, type TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { accountsOfCompany } from '../../store/companies.ts'
import { changeConnection, liveConnection, lockConnection, toConnection } from '../../store/connections.ts'
import { storeEvents } from '../../store/inbox.ts'
import type { ConnectionRow } from '../../tables.ts'

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
  const message = { headers, body: Buffer.from(bytes) }
  const taken = platform ? await take(open, platform, message) : false
  open.app.metrics.webhooks.inc({
    processor: platform?.features.webhooks ? provider : 'unknown',
    outcome: taken ? 'taken' : 'refused',
  })
  if (!taken) throw refuse('signature_refused')
}

interface Message {
  readonly headers: RawMessage['headers']
  readonly body: Buffer
}

async function take(
  open: TenantlessUnitOfWork,
  platform: AccountingPlatform,
  message: Message,
): Promise<boolean> {
  if (platform.verifyOwnWebhook) return takeOwn(open, platform, message)
  const events = platform.verifyWebhook?.(message.headers, message.body) ?? null
  if (events === null) return false
  for (const company of new Set(events.map((event) => event.company))) {
    const own = events.filter((event) => event.company === company)
    for (const accountId of await accountsOf(open, platform, company))
      await inConnection(open, accountId, platform, async (ctx, row) => {
        if (row.remote_id === company) await storeAndSync(ctx, row, own)
      })
  }
  return true
}

/** A message of a webhook that belongs to one connection, whose own secret signs it. */
async function takeOwn(
  open: TenantlessUnitOfWork,
  platform: AccountingPlatform,
  { headers, body }: Message,
): Promise<boolean> {
  // The platform announces a secret. It came in the answer of our own call too, which confirms it.
  if (headers['x-hook-secret'] !== undefined && headers['x-hook-signature'] === undefined) return true
  const name = platform.webhookName?.(body) ?? null
  if (name === null) return false
  let isTaken = false
  for (const accountId of await accountsOf(open, platform, name))
    await inConnection(open, accountId, platform, async (ctx, row) => {
      const events = platform.verifyOwnWebhook?.(toConnection(ctx, row), headers, body) ?? null
      if (events === null) return
      isTaken = true
      await storeAndSync(ctx, row, events)
    })
  return isTaken
}

const accountsOf = (
  open: TenantlessUnitOfWork,
  { id }: AccountingPlatform,
  name: string,
): Promise<string[]> => open.transaction((ctx) => accountsOfCompany(ctx, { provider: id, remote_id: name }))

async function inConnection(
  { app, ip }: TenantlessUnitOfWork,
  accountId: string,
  { id }: AccountingPlatform,
  work: (ctx: Ctx, row: ConnectionRow) => Promise<void>,
): Promise<void> {
  const caller = { requestId: newId(app.clock.wallNow()), ip }
  await inAccount(app, caller, { kind: 'system', job: 'webhook' }, accountId, async (ctx) => {
    const live = await liveConnection(ctx)
    const row = live && (await lockConnection(ctx, live.id))
    if (row?.status === 'connected' && row.provider === id) await work(ctx, row)
  })
}

async function storeAndSync(ctx: Ctx, row: ConnectionRow, events: readonly PlatformEvent[]): Promise<void> {
  if ((await storeEvents(ctx, row.id, events)) === 0) return
  if (row.sync_status === 'none') await changeConnection(ctx, row.id, { sync_status: 'queued' })
  await ctx.app.jobs.enqueue(ctx, 'accounting.sync-books', {})
}
