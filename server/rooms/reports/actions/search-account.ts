import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findEverywhere, type Hit } from '../store/search.ts'

/** Customers, invoices and payments that contain a text of at least three characters; nothing for a shorter one. */
export async function searchAccount(ctx: Ctx, text: string): Promise<{ results: Hit[] }> {
  const wanted = searchable(text)
  return { results: wanted ? await findEverywhere(ctx, wanted) : [] }
}
