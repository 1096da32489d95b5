import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import { INVITATION_LIFE_MS, issueToken } from '../identity/index.ts'
import type { GivenRole } from './rules.ts'
import { type Invitation, insertInvitation } from './store/invitations.ts'

/** An invitation that stands, by the person who acts, with the code of its link. A member, as a viewer, unless told otherwise. */
export async function anInvitation(
  ctx: Ctx,
  given: { email?: string; kind?: 'member' | 'client'; role?: GivenRole } = {},
): Promise<{ invitation: Invitation; code: string }> {
  if (ctx.actor.kind !== 'staff') throw new Error('Only a member invites.')
  const { kind = 'member', email = `invited-${randomUUID()}@people.test`, role = 'viewer' } = given
  const facts = { kind, email, role: kind === 'member' ? role : null, invited_by: ctx.actor.userId }
  const invitation = await insertInvitation(ctx, facts, INVITATION_LIFE_MS)
  if (invitation === null) throw new Error(`${email} is invited already.`)
  const about = { purpose: 'invite_user', email, accountId: ctx.accountId, subjectId: invitation.id } as const
  return { invitation, code: await issueToken(ctx, about) }
}

/** The code in the link of a mail that invites. */
export const codeIn = (text: string): string => /\/signup\/invite\/([\w-]+)/.exec(text)![1]!
