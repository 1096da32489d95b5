import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import type { TenantlessUnitOfWork, UnitOfWork } from '../../../../platform/context.ts'
import { changePassword } from '../../../accounts/index.ts'
import { changePortalPassword } from './change-portal-password.ts'

/** Changes the password of whichever kind of login asks. Throws as the action of that kind does. */
export const changeOwnPassword = (
  uow: UnitOfWork | TenantlessUnitOfWork,
  input: InputOf<typeof contract.identity.changePassword>,
): Promise<{ detail: string }> =>
  'hostAccountId' in uow ? changePassword(uow, input) : changePortalPassword(uow, input.body)
