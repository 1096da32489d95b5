import { contract } from '../../contract/index.ts'
import { newSecret, sha256 } from '../../server/platform/ids.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { anUnsubscribeToken } from '../../server/rooms/email-addresses/testing.ts'
import { issuePayLink, readIssuer } from '../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { aConfirmationToken, aProposal } from '../../server/rooms/payment-plans/testing.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { cellOf, type RefusedCall } from './refused-call.ts'
import type { Sweep } from './sweep.ts'

const { emailAddresses, paymentPlans } = contract

/** Links of payment plans and of emails that are no longer or never were valid, or that another company issued. */
export const linkCalls = async (sweep: Sweep): Promise<RefusedCall[]> => [
  ...(await planLinkCalls(sweep)),
  ...(await subscriptionCalls(sweep)),
]

async function planLinkCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, rival, inspector } = sweep
  const issue = (given?: string) =>
    own.run(async (ctx) => {
      const customer = given ?? (await aCustomer(ctx)).id
      const plan = await aProposal(ctx, [(await anOpenInvoice(ctx, { customer })).pk])
      const token = await aConfirmationToken(ctx, plan.pk)
      return { token, revision: plan.revision, total: plan.remaining }
    })
  const issueAndChange = async (change: string, customer?: string) => {
    const link = await issue(customer)
    await inspector.rows(`update payment_plan_links set ${change} where token_hash = $1`, [
      sha256(link.token),
    ])
    return link
  }
  const revoked = await issueAndChange('revoked_at = created_at')
  const expired = await issueAndChange('expires_at = created_at')
  const { customerId, invoiceId, portalUserId } = own.debtors.first
  const ofStranger = await issueAndChange(`holder_portal_user_id = '${portalUserId}'`)
  const email = 'disabled@people.test'
  const disabled = await own.run((ctx) => aPortalLogin(ctx, { email, customerIds: [customerId] }))
  await inspector.rows('update portal_users set disabled_at = now() where id = $1', [disabled.id])
  const ofDisabled = await issueAndChange(`holder_portal_user_id = '${disabled.id}'`, customerId)
  const openedByPayLink = async (change: string) => {
    const { id } = await own.run(async (ctx) => issuePayLink(ctx, await readIssuer(ctx), invoiceId))
    await inspector.rows(`update pay_links set ${change} where id = $1`, [id])
    return issueAndChange(`holder_pay_link_id = '${id}'`)
  }
  const ofRevoked = await openedByPayLink('revoked_at = created_at')
  const ofExpired = await openedByPayLink('expires_at = created_at')
  const valid = await issue()
  const links = [
    { name: 'of a revoked link', link: revoked },
    { name: 'of an expired link', link: expired },
    { name: 'that somebody without access to the customer opened', link: ofStranger },
    { name: 'that a disabled login opened', link: ofDisabled },
    { name: 'that a revoked pay link opened', link: ofRevoked },
    { name: 'that an expired pay link opened', link: ofExpired },
    { name: 'of a link that was never issued', link: { ...valid, token: newSecret() } },
    { name: 'with a truncated token', link: { ...valid, token: 'n' } },
    { name: 'of another company’s link', link: valid, host: rival.host },
  ]
  const refused = { status: 400, code: 'token_expired' } as const
  const reading = cellOf(sweep, paymentPlans.readProposal, 'anonymous')
  const confirming = cellOf(sweep, paymentPlans.confirm, 'anonymous')
  return links.flatMap(({ name, link, host }): RefusedCall[] => [
    { name, cell: reading, call: { ...(host && { host }), body: { token: link.token } }, ...refused },
    {
      ...{ name, cell: confirming, ...refused },
      call: { ...(host && { host }), body: { ...link, name: 'Pat Payer', agreed: true } },
    },
  ])
}

async function subscriptionCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, rival, inspector } = sweep
  const issue = (address: string) => own.run((ctx) => anUnsubscribeToken(ctx, address))
  const ofReports = await issue('reports@people.test')
  await inspector.rows("update email_links set purpose = 'return_path' where token_hash = $1", [
    sha256(ofReports),
  ])
  const valid = await issue('reminders@people.test')
  const refused = { status: 404, code: 'not_found' } as const
  const reading = cellOf(sweep, emailAddresses.readSubscription, 'anonymous')
  const changing = cellOf(sweep, emailAddresses.changeSubscription, 'anonymous')
  const links = [
    { name: 'with the token of a return path', token: ofReports },
    { name: 'with a token that was never issued', token: newSecret() },
    { name: 'of another company’s link', token: valid, host: rival.host },
  ]
  return links.flatMap(({ name, token, host }): RefusedCall[] => [
    { name, cell: reading, call: { ...(host && { host }), body: { token } }, ...refused },
    {
      ...{ name, cell: changing, ...refused },
      call: { ...(host && { host }), body: { token, unsubscribed: true } },
    },
  ])
}
