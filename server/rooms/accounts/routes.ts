import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onInSteps } from '../../platform/http/handlers.ts'
import { changePortalPreferences } from './actions/change-portal-preferences.ts'
import { listAccounts } from './actions/list-accounts.ts'
import { readAccount } from './actions/read-account.ts'
import { readLogo } from './actions/read-logo.ts'
import { readPortalPreferences } from './actions/read-portal-preferences.ts'
import { removeLogo } from './actions/remove-logo.ts'
import { setAccountType } from './actions/set-account-type.ts'
import { updateCompany } from './actions/update-company.ts'
import { updateSettings } from './actions/update-settings.ts'
import { uploadLogo } from './actions/upload-logo.ts'

const { accounts } = contract

export const accountsRoutes: BoundRoute[] = [
  on(accounts.list, (ctx, input) => listAccounts(ctx, input)),
  on(accounts.read, (ctx) => readAccount(ctx)),
  on(accounts.setAccountType, (ctx, { body }) => setAccountType(ctx, body.account_type)),
  on(accounts.updateSettings, (ctx, { body }) => updateSettings(ctx, body)),
  on(accounts.updateCompany, (ctx, { body }) => updateCompany(ctx, body)),
  onInSteps(accounts.uploadLogo, (steps, { body }) => uploadLogo(steps, body.bytes)),
  on(accounts.removeLogo, (ctx) => removeLogo(ctx)),
  on(accounts.readPortalPreferences, (ctx) => readPortalPreferences(ctx)),
  on(accounts.changePortalPreferences, (ctx, { body }) => changePortalPreferences(ctx, body)),
  on(accounts.readLogo, (ctx, { params }) => readLogo(ctx, params)),
]
