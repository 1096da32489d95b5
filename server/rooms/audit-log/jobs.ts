import type { Schedule } from '../../platform/registry.ts'
import { sealEntries } from './actions/seal-entries.ts'
import { oldestUnsealedAt } from './store/seals.ts'

export const auditLogSchedules: readonly Schedule[] = [
  {
    name: 'audit-log.seal-entries',
    run: sealEntries,
    nextDue: (uow) => uow.transaction(oldestUnsealedAt),
  },
]
