import type { Ctx } from '../../../../platform/context.ts'
import { hasLinks, selectConnections } from '../../store/connections.ts'
import type { ConnectionRow } from '../../tables.ts'

/** Returns the name of the books that were read before these: the company’s, and the platform’s. */
export async function formerBooksName(ctx: Ctx, connectionId: string): Promise<string> {
  for (const row of await selectConnections(ctx))
    if (row.id !== connectionId && (await hasLinks(ctx, row.id))) return booksName(ctx, row)
  return 'the former books'
}

/** Returns the name of books for people: Acme in QuickBooks Online. */
export function booksName(ctx: Ctx, { provider, name }: ConnectionRow): string {
  const platform = ctx.app.accountingPlatforms.get(provider)?.name ?? provider
  return name === '' ? platform : `${name} in ${platform}`
}
