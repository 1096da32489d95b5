import { contract } from '../../../contract/index.ts'
import { aCustomer } from '../../../server/rooms/customers/testing.ts'
import { createPayLink } from '../../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../../server/rooms/invoices/testing.ts'
import { anInvitedLogin, aPortalLogin } from '../../../server/rooms/portal/testing.ts'
import { payLinkSession } from '../../../testing/sweep/company.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import type { StateCall } from './state-call.ts'

/**
 * Ends the access of a person of two customers to one of them, gives it back to a person who lost it to two, and mails a code to a
 * person who lost it only to another customer, or in the twin.
 */
export async function portalAccessCalls({ own, test }: Sweep): Promise<StateCall[]> {
  const account = own.accountId
  const [both, ended] = ['both-customers@people.test', 'ended-access@people.test']
  const one = (await own.run((ctx) => aCustomer(ctx, { email: ended }))).id
  const two = (await own.run((ctx) => aCustomer(ctx))).id
  const login = await own.run((ctx) => aPortalLogin(ctx, { email: both, customerIds: [one, two] }))
  for (const customer of [one, two]) await own.run((ctx) => anInvitedLogin(ctx, customer, ended, 'ended'))
  const { pk } = await own.run((ctx) => anOpenInvoice(ctx, { customer: one }))
  const { url } = await own.run((ctx) => createPayLink(ctx, pk))
  const payLinkSecret = new URL(url).searchParams.get('token')!
  const token = await payLinkSession(test, own, { ...own.debtors.first, payLinkSecret })
  return [
    { route: contract.portalLogins.end, by: 'owner', params: { account, customer: one, login: login.id } },
    {
      route: contract.portalLogins.add,
      by: 'owner',
      params: { account },
      body: [{ email: ended, customer: two }],
    },
    {
      ...{ route: contract.payLinkEntry.sendCode, by: 'pay link', body: {}, token },
      before: `delete from ended_portal_access where account_id = '${account}' and customer_id = '${one}'`,
    },
  ]
}
