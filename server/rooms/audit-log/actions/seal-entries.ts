import type { UnitOfWork } from '../../../platform/context.ts'
import { sealEntriesNow } from '../store/seals.ts'

const AT_A_TIME = 5000
/**
 * Limits one run after an import of a long history, so that other accounts get their turn. The rest is
 * sealed in the next minutes.
 */
const MAX_BATCHES = 20

/**
 * Seals the entries that have no seal yet. Runs outside the transactions that write entries, so that none
 * waits for another. One of two parallel workers seals.
 */
export async function sealEntries(uow: UnitOfWork): Promise<void> {
  for (let turn = 0; turn < MAX_BATCHES; turn++)
    if ((await uow.transaction((ctx) => sealEntriesNow(ctx, AT_A_TIME))) < AT_A_TIME) return
}
