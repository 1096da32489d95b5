import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translatorTo } from '../../../platform/languages/translate.ts'
import { renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { refuse } from '../../../platform/refusal.ts'
import { letterheadOf, portalOriginOf } from '../../accounts/index.ts'
import { readCustomer, updateCustomer } from '../../customers/index.ts'
import { readDocumentLanguage } from '../../mail-templates/index.ts'
import { closeTasks } from '../../worklist/index.ts'
import { changeBody, conflictsOf, contactTexts } from '../rules.ts'
import { endChange, lockChange, lockProposals, readCustomerOf } from '../store/changes.ts'
import type { ContactChangeRow } from '../tables.ts'
import { taskKey } from './propose-change.ts'

type Body = InputOf<typeof contract.contactChanges.decide>['body']

/**
 * Approves or refuses a proposed change, and emails who proposed it. Refuses not_allowed, not_found, and
 * wrong_state for a proposal that has ended, or that conflicts with a later edit unless it is overwritten.
 */
export async function decideChange(ctx: Ctx, changeId: string, body: Body): Promise<void> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const customerId = await readCustomerOf(ctx, changeId)
  if (customerId === null) throw refuse('not_found')
  // Customer first, as for a new proposal.
  await lockProposals(ctx, customerId)
  const found = (await lockChange(ctx, changeId))!
  if (found.state !== 'open')
    throw refuse('wrong_state', 'This proposal has ended: it was replaced, withdrawn or decided.')
  const approves = body.decision === 'approve'
  if (approves) {
    const current = contactTexts(await readCustomer(ctx, found.customer_id))
    if (!body.overwrite && conflictsOf(found, current).length > 0)
      throw refuse(
        'wrong_state',
        'Somebody edited these details after the customer proposed them. Compare them and decide again.',
      )
    await updateCustomer(ctx, found.customer_id, changeBody(found.proposed))
  }
  const state = approves ? 'approved' : 'refused'
  await endChange(ctx, changeId, { state, by: ctx.actor.userId, note: body.note })
  await closeTasks(ctx, { keys: [taskKey(changeId)], outcome: `The change was ${state}.` })
  await audit(
    ctx,
    approves ? 'contact-changes.approve' : 'contact-changes.refuse',
    { type: 'customer', id: found.customer_id },
    { note: body.note },
  )
  await mailDecision(ctx, found, state, body.note)
}

async function mailDecision(
  ctx: Ctx,
  change: ContactChangeRow,
  state: 'approved' | 'refused',
  note: string,
): Promise<void> {
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const portal = await portalOriginOf(ctx)
  const done = state === 'approved'
  const language = await readDocumentLanguage(ctx, change.customer_id)
  const t = translatorTo(language)
  const heading = done ? t('Your new details are saved') : t('Your details were not changed')
  const outcome = done
    ? t('{company} uses your new contact details from now on.', { company: company.name })
    : t('{company} didn’t take over the contact details that you proposed.', { company: company.name })
  const mail = renderMail({
    company,
    language,
    subject: heading,
    preheader: outcome,
    heading,
    paragraphs: [outcome, ...(note === '' ? [] : [note])],
    button: { label: t('See your details'), url: `${portal}/customer-portal-site?tab=details` },
    allowedOrigins: [portal],
  })
  await queueMail(ctx, {
    kind: `contact-changes.${state}`,
    to: change.proposed_by_email,
    fromName,
    replyTo,
    ...mail,
    attachments: pictures,
    related: { type: 'customer', id: change.customer_id },
  })
}
