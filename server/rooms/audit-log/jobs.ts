import type { Steps } from '../../platform/context.ts'
import { sealEntries } from './actions/seal-entries.ts'

export const auditLogTicks: readonly { readonly name: string; run(steps: Steps): Promise<void> }[] = [
  { name: 'audit-log.seal-entries', run: sealEntries },
]
