import { canChangeMember, type StaffRole } from '../../../domain/people/roles.ts'

/**
 * A member works in the inviting company. A client has a company of their own, which takes the inviter as
 * its advisor. An owner takes over the inviting company.
 */
export type InvitationKind = 'member' | 'client' | 'owner'
export type GivenRole = Exclude<StaffRole, 'owner'>

/** Members and invitations together. Keeps a team readable and limits the mails. */
export const MAX_IN_TEAM = 100

interface Person {
  readonly userId: string
  readonly role: StaffRole
}

/** Returns why somebody may not change a member's role, or remove them (`to` null); null when they may. */
export function whyNotChange(actor: Person, member: Person, to: GivenRole | null): string | null {
  if (actor.userId === member.userId)
    return to === null ? 'To remove yourself, choose Leave company.' : 'You can’t change your own role.'
  if (!canChangeMember(actor.role, member.role, to)) return 'Only the owner can change this.'
  if (member.role === 'owner') return 'Transfer ownership before changing the owner.'
  return null
}

const CALLED: Record<StaffRole, string> = {
  owner: 'the owner',
  admin: 'an admin',
  advisor: 'an advisor',
  viewer: 'a viewer',
}

/** Returns a role for use in a sentence: 'an admin'. */
export const roleInWords = (role: StaffRole): string => CALLED[role]

/** Returns a person's name, or their address when they have none. */
export const nameOf = (person: { firstName: string; lastName: string; email: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.email
