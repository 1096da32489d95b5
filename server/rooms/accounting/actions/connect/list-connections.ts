import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { postKindsOf } from '../../rules/post-kinds.ts'
import { countUndecided } from '../../store/conflicts.ts'
import { countLinks, selectConnections } from '../../store/connections.ts'
import { latestEventAt } from '../../store/inbox.ts'
import { countPosts } from '../../store/posts.ts'
import { countUnposted } from '../../store/unposted.ts'
import type { ConnectionRow, PostKind } from '../../tables.ts'
import { findLatestBooks } from './check-other-books.ts'

export type ShownConnection = HandlerReplyOf<typeof contract.accounting.list>[number]

/**
 * Returns the platforms that can be connected here, each with the account's connection to it: the one in use, or the latest one from
 * which something was read before empty ones.
 */
export async function listConnections(ctx: Ctx): Promise<ShownConnection[]> {
  const rows = await selectConnections(ctx)
  const current = rows.find(({ status }) => status === 'connected') ?? (await findLatestBooks(ctx, rows))
  const shown: ShownConnection[] = []
  for (const platform of ctx.app.accountingPlatforms.values()) {
    const own = rows.filter(({ provider }) => provider === platform.id)
    const row =
      own.find(({ status }) => status === 'connected') ?? (await findLatestBooks(ctx, own)) ?? own[0] ?? null
    shown.push(await showConnection(ctx, platform, row, current))
  }
  return shown
}

/** `current` has the books to which payments are posted, or will be once it is connected again. */
export async function showConnection(
  ctx: Ctx,
  platform: AccountingPlatform,
  row: ConnectionRow | null,
  current: ConnectionRow | null | undefined = row,
): Promise<ShownConnection> {
  const links = row ? await countLinks(ctx, row.id) : {}
  const posts = row ? await countPosts(ctx, row.id) : {}
  const unposted = row && row.id === current?.id ? await countUnposted(ctx, row, kindsOf(platform, row)) : 0
  return {
    provider: platform.id,
    name: platform.name,
    sandbox: platform.sandbox === true,
    status: row?.status ?? 'available',
    company: row?.name ?? '',
    connected: row?.connected_at.toISOString() ?? null,
    ended: row?.ended_at?.toISOString() ?? null,
    ended_by: row?.ended_by ?? null,
    features: platform.features,
    last_event: (row && (await latestEventAt(ctx, row.id)))?.toISOString() ?? null,
    deposit_account: row?.deposit_account ?? '',
    fee_item: row?.fee_item ?? '',
    fee_tax_code: row?.fee_tax_code ?? '',
    surcharge_item: row?.surcharge_item ?? '',
    read: {
      customers: links.customer ?? 0,
      invoices: links.invoice ?? 0,
      credit_memos: links.credit_memo ?? 0,
      payments: links.payment ?? 0,
    },
    posted: posts.posted ?? 0,
    by_hand: posts.by_hand ?? 0,
    undecided: row?.status === 'connected' ? await countUndecided(ctx, row.id) : 0,
    waiting: (posts.waiting ?? 0) + (posts.asked ?? 0) + unposted,
  }
}

/** Where people enter payments, these and uses of credit wait until they are asked for. */
const kindsOf = ({ features }: AccountingPlatform, row: ConnectionRow): PostKind[] =>
  features.manual_payments ? ['payment', 'credit'] : features.post_payments ? postKindsOf(features, row) : []
