import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { type Account, logoPath } from '../rules.ts'

type Summary = NonNullable<HandlerReplyOf<typeof contract.identity.logIn>['account']>

/** Converts an account to the API's shape in login replies. */
export const summarizeAccount = (account: Account, role: Summary['role']): Summary => ({
  pk: account.id,
  id: account.id,
  company: {
    pk: account.company.id,
    name: account.company.name,
    logo: logoPath(account.id, account.company.logoFileId),
  },
  currency: account.currency,
  account_type: account.type,
  new_ui: account.newUi,
  role,
})
