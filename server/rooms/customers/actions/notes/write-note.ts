import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { type Member, selectMembers } from '../../../accounts/index.ts'
import { selectMergedIds } from '../../store/merges.ts'
import { type CustomerNote, deleteNote, insertNote, selectNotes } from '../../store/notes.ts'
import { readCustomer } from '../read-customer.ts'

type Notes = HandlerReplyOf<typeof contract.customerNotes.list>

const MOST = 100
const PRODUCT = 'Quittance'

/** Returns the notes about a customer and its duplicates, the latest first, and the people who can be named in one. Refuses not_found. */
export async function listNotes(ctx: Ctx, customerId: string): Promise<Notes> {
  await readCustomer(ctx, customerId)
  const members = await selectMembers(ctx)
  const notes = await selectNotes(ctx, await withDuplicates(ctx, customerId), MOST)
  return {
    notes: notes.map((note) => present(ctx, note, members)),
    people: members.map((member) => ({ pk: member.userId, name: nameOf(member) })),
  }
}

/**
 * Adds a note. Mentioned people are notified by email and in the app. Refuses not_found, and beside `mentions` people who
 * are no members.
 */
export async function writeNote(
  ctx: Ctx,
  customerId: string,
  { text, mentions }: InputOf<typeof contract.customerNotes.write>['body'],
): Promise<Notes> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const { userId } = ctx.actor
  const customer = await readCustomer(ctx, customerId)
  const members = await selectMembers(ctx)
  const named = [...new Set(mentions)].map((one) => members.find((member) => member.userId === one))
  if (named.includes(undefined))
    throw refuseFields({ mentions: ['This person is no member of the team any more.'] })
  const id = await insertNote(ctx, { customerId, text, mentions: [...new Set(mentions)], userId })
  await audit(
    ctx,
    'customers.write-note',
    { type: 'customer', id: customerId },
    { note: id, mentions: [...new Set(mentions)] },
  )
  const author = members.find((member) => member.userId === userId)
  for (const member of named)
    if (member && member.userId !== userId)
      await mailMention(ctx, member, {
        author: author ? nameOf(author) : 'A colleague',
        text,
        customer: { id: customer.id, name: customer.shortName },
      })
  return listNotes(ctx, customerId)
}

/** Deletes an own note. Refuses not_found for another’s. */
export async function removeNote(ctx: Ctx, customerId: string, id: string): Promise<Notes> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  if (!(await deleteNote(ctx, await withDuplicates(ctx, customerId), id, ctx.actor.userId)))
    throw refuse('not_found')
  await audit(ctx, 'customers.remove-note', { type: 'customer', id: customerId })
  return listNotes(ctx, customerId)
}

const withDuplicates = async (ctx: Ctx, customerId: string): Promise<string[]> => [
  customerId,
  ...(await selectMergedIds(ctx, customerId)),
]

const nameOf = ({ firstName, lastName, email }: Member): string => `${firstName} ${lastName}`.trim() || email

function present(ctx: Ctx, note: CustomerNote, members: readonly Member[]): Notes['notes'][number] {
  const author = members.find(({ userId }) => userId === note.writtenBy)
  return {
    pk: note.id,
    text: note.text,
    author: author ? nameOf(author) : 'A former member',
    own: ctx.actor.kind === 'staff' && ctx.actor.userId === note.writtenBy,
    created: isoInstant(note.createdAt.getTime()),
  }
}

async function mailMention(
  ctx: Ctx,
  to: Member,
  note: {
    readonly author: string
    readonly text: string
    readonly customer: { readonly id: string; readonly name: string }
  },
): Promise<void> {
  const { appOrigin } = ctx.app.config
  const subject = `${note.author} mentioned you on ${note.customer.name}`
  const rendered = renderMail({
    company: { name: PRODUCT },
    subject,
    preheader: note.text.slice(0, 120),
    heading: subject,
    paragraphs: note.text.split(/\n{2,}/),
    button: { label: 'Open the customer', url: `${appOrigin}/customers/${note.customer.id}` },
    allowedOrigins: [appOrigin],
  })
  await queueMail(ctx, {
    kind: 'customers.mention',
    to: to.email,
    fromName: PRODUCT,
    ...rendered,
    related: { type: 'customer', id: note.customer.id },
  })
}
