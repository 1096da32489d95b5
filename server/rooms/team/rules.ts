import { canChangeMember, type StaffRole } from '../../../domain/people/roles.ts'

/** A member works in the company that invites; a client has a company of their own, which takes who invited them as its advisor. */
export type InvitationKind = 'member' | 'client'
export type GivenRole = Exclude<StaffRole, 'owner'>

/** People and invitations together, so that a company's team can be read at a glance and no flood of mails comes of it. */
export const MOST_IN_TEAM = 100

interface Person {
  readonly userId: string
  readonly role: StaffRole
}

/** Why somebody may not give a member another role, or remove them (`to` null); null when they may. */
export function whyNotChange(actor: Person, member: Person, to: GivenRole | null): string | null {
  if (actor.userId === member.userId)
    return to === null ? 'To leave the company yourself, use Leave.' : 'Nobody changes their own role.'
  if (!canChangeMember(actor.role, member.role, to))
    return 'An admin can change neither an owner nor what owners decide.'
  if (member.role === 'owner') return 'The owner stays until they hand the company over.'
  return null
}

const CALLED: Record<StaffRole, string> = {
  owner: 'the owner',
  admin: 'an admin',
  advisor: 'an advisor',
  viewer: 'a viewer',
}

/** 'an admin', as it stands in a sentence. */
export const roleInWords = (role: StaffRole): string => CALLED[role]

/** What a person is called: their name, or the address of who has told none. */
export const nameOf = (person: { firstName: string; lastName: string; email: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.email
