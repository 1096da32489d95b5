import type { Ctx } from '../../platform/context.ts'
import { readAccountRow } from '../../rooms/accounts/index.ts'
import { formatEntry, formatHead } from './format-entry.ts'
import { currenciesOf, customerNames, readEntries } from './read-entries.ts'

/**
 * Yields the account's ledger as plain-text accounting, oldest entry first. The transaction must be a
 * snapshot (`atOneMoment`).
 */
export async function* writeJournal(ctx: Ctx): AsyncGenerator<string> {
  const { company } = await readAccountRow(ctx)
  yield formatHead(company.name, await currenciesOf(ctx))
  const names = await customerNames(ctx)
  for await (const entries of readEntries(ctx, names)) yield entries.map(formatEntry).join('')
}
