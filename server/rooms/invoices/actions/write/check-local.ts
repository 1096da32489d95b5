import { refuse } from '../../../../platform/refusal.ts'
import type { Issuer } from '../read/read-issuer.ts'

/** Refuses account_type_missing, and wrong_state when invoices come from an accounting platform. */
export function checkLocal(issuer: Issuer): void {
  if (issuer.accountType === null) throw refuse('account_type_missing')
  if (issuer.accountType !== 'local')
    throw refuse('wrong_state', 'Create this account’s invoices in its accounting platform.')
}
