import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onInSteps } from '../../platform/http/handlers.ts'
import { changePassword } from './actions/change-password.ts'
import { listAccounts } from './actions/list-accounts.ts'
import { readAccount } from './actions/read-account.ts'
import { readLogo } from './actions/read-logo.ts'
import { removeLogo } from './actions/remove-logo.ts'
import { setAccountType } from './actions/set-account-type.ts'
import { updateCompany } from './actions/update-company.ts'
import { updateSettings } from './actions/update-settings.ts'
import { uploadLogo } from './actions/upload-logo.ts'

const { accounts, identity } = contract

/** A password must not name one's company: changing it needs to know of accounts. */
export const accountsRoutes: BoundRoute[] = [
  onInSteps(identity.changePassword, (steps, input) => changePassword(steps, input)),
  on(accounts.list, (ctx, input) => listAccounts(ctx, input)),
  on(accounts.read, (ctx) => readAccount(ctx)),
  on(accounts.setAccountType, (ctx, { body }) => setAccountType(ctx, body.account_type)),
  on(accounts.updateSettings, (ctx, { body }) => updateSettings(ctx, body)),
  on(accounts.updateCompany, (ctx, { body }) => updateCompany(ctx, body)),
  onInSteps(accounts.uploadLogo, (steps, { body }) => uploadLogo(steps, body.bytes)),
  on(accounts.removeLogo, (ctx) => removeLogo(ctx)),
  on(accounts.readLogo, (ctx, { params }) => readLogo(ctx, params)),
]
