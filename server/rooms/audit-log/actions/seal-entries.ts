import type { UnitOfWork } from '../../../platform/context.ts'
import { sealEntriesNow } from '../store/seals.ts'

const AT_A_TIME = 5000
/** After an import of a long history the rest is sealed in the next minutes, so that other accounts have their turn. */
const MOST_TURNS = 20

/**
 * Seals what has been written to the account's log since it was sealed last. Outside the transactions that write, so that
 * none of them waits for another's; of two workers at once, one seals.
 */
export async function sealEntries(uow: UnitOfWork): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++)
    if ((await uow.transaction((ctx) => sealEntriesNow(ctx, AT_A_TIME))) < AT_A_TIME) return
}
