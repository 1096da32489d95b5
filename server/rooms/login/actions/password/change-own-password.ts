import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import type { TenantlessUnitOfWork, UnitOfWork } from '../../../../platform/context.ts'
import { changePortalPassword } from './change-portal-password.ts'
import { changeStaffPassword } from './change-staff-password.ts'

/** Changes the password of the caller's login, in the business app or in a portal. Throws the errors of either action. */
export const changeOwnPassword = (
  uow: UnitOfWork | TenantlessUnitOfWork,
  input: InputOf<typeof contract.identity.changePassword>,
): Promise<{ detail: string }> =>
  'hostAccountId' in uow ? changeStaffPassword(uow, input) : changePortalPassword(uow, input.body)
