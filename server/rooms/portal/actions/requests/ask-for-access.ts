import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { equalizeTiming } from '../../../identity/index.ts'
import { closeTasks, openTask } from '../../../worklist/index.ts'
import { requestTaskKey } from '../../rules.ts'
import { countOpenRequests, dropOldestRequest, upsertRequest } from '../../store/access-requests.ts'
import { suggestCustomer } from './suggest-customer.ts'

/** Longer than the slowest outcome takes. */
const REPLY_AFTER_MS = 250
const HOUR_S = 3600
/** More than one network address may ask for, so that one robot can't use up the others' requests. */
const MOST_AN_HOUR = 300
/** A full list gives up its oldest requests, first those that name no customer, so that a robot can't keep others out. */
const MOST_OPEN = 500

type Body = InputOf<typeof contract.accessRequests.ask>['body']

/**
 * Keeps a visitor's request for a login, and opens a task when it names one customer. The reply is the same for an address
 * that has a login. Throws too_many_requests.
 */
export async function askForAccess(uow: UnitOfWork, body: Body): Promise<{ detail: string }> {
  await consumeRateLimit(uow.app, `access requests of ${uow.accountId}`, MOST_AN_HOUR, HOUR_S)
  await equalizeTiming(
    REPLY_AFTER_MS,
    uow.transaction((ctx) => keepRequest(ctx, body)),
  )
  return { detail: msg('We told the company. You get an email when they decide.') }
}

async function keepRequest(ctx: Ctx, { name, email: given, reference }: Body): Promise<void> {
  const email = normalizeEmail(given)
  const customer = await suggestCustomer(ctx, { email, reference })
  const id = await upsertRequest(ctx, { name, email, reference, namesCustomer: customer !== null })
  await audit(ctx, 'portal.ask-for-access', { type: 'access_request', id }, { email })
  if ((await countOpenRequests(ctx, MOST_OPEN + 1)) > MOST_OPEN) await dropOldest(ctx)
  if (customer === null) return
  await openTask(ctx, {
    key: requestTaskKey(id),
    kind: 'other',
    customerId: customer.id,
    title: 'Decide on a request for a portal login',
    reason: `${name} (${email}) asks to see the invoices of “${reference}”. Decide in the customer portal, under Requests.`,
    endsWhenSettled: false,
  })
}

async function dropOldest(ctx: Ctx): Promise<void> {
  const dropped = await dropOldestRequest(ctx)
  if (dropped === null) return
  const { id, email } = dropped
  await closeTasks(ctx, { keys: [requestTaskKey(id)], outcome: 'The list of requests was full.' })
  await audit(ctx, 'portal.drop-access-request', { type: 'access_request', id }, { email })
}
