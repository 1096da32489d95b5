import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findEverywhere, type Hit } from '../store/search.ts'

/**
 * Finds customers, invoices and payments that contain a text of at least three characters. A shorter text
 * finds nothing.
 */
export async function searchAccount(ctx: Ctx, text: string): Promise<{ results: Hit[] }> {
  const wanted = searchable(text)
  return { results: wanted ? await findEverywhere(ctx, wanted) : [] }
}
