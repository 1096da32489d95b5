import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectConnections } from '../store/connections.ts'
import { linkOfLocal } from '../store/links.ts'

type Query = InputOf<typeof contract.accounting.readRecord>['query']

/**
 * Returns the books that a record was read from last, with its page there: those that are connected, before former ones. `record` is null
 * for one that no books have.
 */
export async function readRecordThere(
  ctx: Ctx,
  { kind, record: id }: Query,
): Promise<HandlerReplyOf<typeof contract.accounting.readRecord>> {
  const link = await linkOfLocal(ctx, kind, id)
  const row = link && (await selectConnections(ctx)).find((one) => one.id === link.connection_id)
  if (!row) return { record: null }
  return {
    record: {
      platform: ctx.app.accountingPlatforms.get(row.provider)?.name ?? row.provider,
      company: row.name,
      url: link.state === 'live' ? link.url : '',
      connected: row.status === 'connected',
    },
  }
}
