import { contract } from '../../../contract/index.ts'
import { aCustomer } from '../../../server/rooms/customers/testing.ts'
import { issueToken } from '../../../server/rooms/identity/index.ts'
import { A_PASSWORD } from '../../../server/rooms/identity/testing.ts'
import { aPortalFactor, aPortalLogin } from '../../../server/rooms/portal/testing.ts'
import { openPortalSession } from '../../../testing/sweep/company.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import type { StateCall } from './state-call.ts'

const { identity, logInLinks } = contract
const NEW = { password1: 'eleven purple 9 kettles', password2: 'eleven purple 9 kettles' }

/**
 * Calls of customers whose second factor is confirmed or begun: logins, and calls that change or remove the
 * factor.
 */
export async function secondFactorCalls(sweep: Sweep): Promise<StateCall[]> {
  const { host, accountId } = sweep.own
  const guarded = await aLogin(sweep, 'guarded-portal@people.test', 'confirmed')
  const begun = await aLogin(sweep, 'begun-portal@people.test', 'begun')
  const { email, code, recoveryCode } = guarded
  const logIn = { route: identity.logIn, by: 'anonymous', host }
  const asGuarded = { by: 'customer', token: guarded.token }
  const typed = { current_password: A_PASSWORD, auth_code: recoveryCode }
  const byLink = { route: logInLinks.open, by: 'anonymous', host }
  const reset = { route: identity.resetPassword, by: 'anonymous', host }
  return [
    { ...logIn, body: { email, password: A_PASSWORD, auth_code: code } },
    { ...logIn, body: { email, password: A_PASSWORD, auth_code: recoveryCode } },
    { ...asGuarded, route: identity.secondFactor },
    { ...asGuarded, route: identity.renewRecoveryCodes, body: typed },
    { ...asGuarded, route: identity.endSecondFactor, body: typed },
    {
      ...{ by: 'customer', token: begun.token, route: identity.changePassword },
      body: { current_password: A_PASSWORD, ...NEW },
    },
    { ...reset, body: { token: await begun.link('portal_reset'), ...NEW } },
    { ...reset, body: { token: await guarded.link('portal_undo_second_factor'), ...NEW } },
    { ...byLink, body: { token: await guarded.link('portal_log_in') } },
    { ...byLink, body: { token: await guarded.link('portal_log_in'), auth_code: recoveryCode } },
    // The twin's login still has what the company's login has lost.
    {
      ...{ ...asGuarded, route: identity.secondFactor },
      before: `update portal_users
        set second_factor_secret = null, second_factor_confirmed_at = null, second_factor_last_step = null
        where account_id = '${accountId}' and id = '${guarded.id}'`,
    },
    {
      ...{ ...asGuarded, route: identity.secondFactor },
      before: `delete from portal_user_customers
        where account_id = '${accountId}' and portal_user_id = '${guarded.id}'`,
    },
  ]
}

async function aLogin({ own, test }: Sweep, email: string, state: 'begun' | 'confirmed') {
  const { accountId } = own
  const made = await own.run(async (ctx) => {
    const { id: customerId } = await aCustomer(ctx)
    const { id } = await aPortalLogin(ctx, { email, customerIds: [customerId] })
    const { code, recoveryCodes } = (await aPortalFactor(ctx, id, state))!
    return { id, customerId, code, recoveryCode: recoveryCodes[0] }
  })
  const { id, customerId } = made
  const { token } = await openPortalSession(test, own, {
    ...{ customerId, portalUserId: id, portalEmail: email },
    ...{ invoiceId: '', payLinkSecret: '' },
  })
  return {
    ...{ ...made, email, token },
    link: (purpose: 'portal_reset' | 'portal_undo_second_factor' | 'portal_log_in') =>
      own.run((ctx) => issueToken(ctx, { purpose, email, accountId, subjectId: id })),
  }
}
