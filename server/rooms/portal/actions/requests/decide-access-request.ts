import type { AccessRequest } from '../../../../../contract/portal-access/access-requests.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { requestTaskKey } from '../../rules.ts'
import { decideRequest, lockRequest } from '../../store/access-requests.ts'
import type { AccessRequestRow } from '../../tables.ts'
import { givePortalAccess } from '../invite/give-portal-access.ts'
import { mailInCompanysName } from '../invite/mail-in-companys-name.ts'
import { sendInvitation } from '../invite/send-invitation.ts'
import { checkRoomForPerson } from '../people/check-room-for-person.ts'
import { presentRequest } from './list-access-requests.ts'

/**
 * Approves a request onto a customer: its sender gets access and an invitation. Throws not_found, wrong_state for a decided
 * one, too_many_requests, and invalid_input for a customer with too many people.
 */
export async function approveAccessRequest(ctx: Ctx, id: string, customerId: string): Promise<AccessRequest> {
  const request = await lockOpen(ctx, id)
  const customer = await readCustomer(ctx, customerId)
  await checkRoomForPerson(ctx, customerId, request.email)
  const user = await givePortalAccess(ctx, customerId, request.email)
  await sendInvitation(ctx, user, customer.shortName)
  return settle(ctx, request, { id: customerId, shortName: customer.shortName })
}

/** Refuses a request, and notifies its sender. Throws not_found, wrong_state for a decided one, and too_many_requests. */
export async function refuseAccessRequest(ctx: Ctx, id: string): Promise<AccessRequest> {
  const request = await lockOpen(ctx, id)
  await consumeMailRateLimit(ctx, 1)
  const about = { kind: 'portal.access-refused', related: { type: 'access_request', id } }
  await mailInCompanysName(ctx, request.email, about, ({ company, t }) => ({
    subject: t('Your request to {company}', { company }),
    preheader: t('You can’t log in to the portal with this address.'),
    heading: t('We can’t give you access'),
    paragraphs: [
      t('You asked to log in to the portal of {company}. The company did not approve this for {email}.', {
        company,
        email: request.email,
      }),
      t('You can pay each invoice with the link in its email. For questions, reply to this email.'),
    ],
  }))
  return settle(ctx, request, null)
}

async function lockOpen(ctx: Ctx, id: string): Promise<AccessRequestRow> {
  const request = await lockRequest(ctx, id)
  if (request === null) throw refuse('not_found')
  if (request.state !== 'open') throw refuse('wrong_state', 'This request was decided already.')
  return request
}

async function settle(
  ctx: Ctx,
  { id, email }: AccessRequestRow,
  customer: { id: string; shortName: string } | null,
): Promise<AccessRequest> {
  await decideRequest(ctx, id, customer?.id ?? null)
  const outcome = customer === null ? 'The request was refused.' : 'The request was approved.'
  await closeTasks(ctx, { keys: [requestTaskKey(id)], outcome })
  await audit(
    ctx,
    customer === null ? 'portal.refuse-access' : 'portal.approve-access',
    customer === null ? { type: 'access_request', id } : { type: 'customer', id: customer.id },
    { email },
  )
  return presentRequest(ctx, { ...(await lockRequest(ctx, id))!, short_name: customer?.shortName ?? null })
}
