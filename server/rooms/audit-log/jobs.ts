import type { UnitOfWork } from '../../platform/context.ts'
import { sealEntries } from './actions/seal-entries.ts'

export const auditLogSchedules: readonly { readonly name: string; run(uow: UnitOfWork): Promise<void> }[] = [
  { name: 'audit-log.seal-entries', run: sealEntries },
]
