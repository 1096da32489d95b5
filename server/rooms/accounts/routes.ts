import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { listAccounts } from './actions/list-accounts.ts'
import { fetchLogo } from './actions/logo/fetch-logo.ts'
import { readLogo } from './actions/logo/read-logo.ts'
import { removeLogo } from './actions/logo/remove-logo.ts'
import { uploadLogo } from './actions/logo/upload-logo.ts'
import { readAccount } from './actions/read-account.ts'
import { changePortalPreferences } from './actions/settings/change-portal-preferences.ts'
import { readPortalPreferences } from './actions/settings/read-portal-preferences.ts'
import { setAccountType } from './actions/settings/set-account-type.ts'
import { updateCompany } from './actions/settings/update-company.ts'
import { updateSettings } from './actions/settings/update-settings.ts'

const { accounts } = contract

export const accountsRoutes: BoundRoute[] = [
  on(accounts.list, (ctx, input) => listAccounts(ctx, input)),
  on(accounts.read, (ctx) => readAccount(ctx)),
  on(accounts.setAccountType, (ctx, { body }) => setAccountType(ctx, body.account_type)),
  on(accounts.updateSettings, (ctx, { body }) => updateSettings(ctx, body)),
  on(accounts.updateCompany, (ctx, { body }) => updateCompany(ctx, body)),
  onUnitOfWork(accounts.uploadLogo, (uow, { body }) => uploadLogo(uow, body.bytes)),
  onUnitOfWork(accounts.fetchLogo, (uow, { body }) => fetchLogo(uow, body.url)),
  on(accounts.removeLogo, (ctx) => removeLogo(ctx)),
  on(accounts.readPortalPreferences, (ctx) => readPortalPreferences(ctx)),
  on(accounts.changePortalPreferences, (ctx, { body }) => changePortalPreferences(ctx, body)),
  on(accounts.readLogo, (ctx, { params }) => readLogo(ctx, params)),
]
