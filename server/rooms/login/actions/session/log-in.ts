import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { logInCustomer } from '../customer/log-in-customer.ts'
import { logInStaff } from '../staff/log-in-staff.ts'
import { findRequestedPortal } from './find-requested-portal.ts'

type Route = typeof contract.identity.logIn

/**
 * Logs in to the business app, or to a portal where one is requested. The two kinds of login are independent of each
 * other. Throws the errors of `logInStaff`.
 */
export async function logIn(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  const portal = await findRequestedPortal(uow, body.sub_domain)
  return portal === 'none' ? logInStaff(uow, body) : logInCustomer(uow, portal.accountId, body)
}
