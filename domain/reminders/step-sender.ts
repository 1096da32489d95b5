export const SENDER_NAME_MAX_LENGTH = 100

/** Sender of a step's email. The address of the account stays; the name and the reply address are the sender's. */
export interface StepSender {
  /** Member of the account, by their user id; null for a name and an address that were typed. */
  readonly memberId: string | null
  /** Empty for the member's own name. */
  readonly name: string
  /** Empty for a member, whose own address is used. */
  readonly email: string
}

/** A member of the account, as a sender. */
interface Member {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** Returns the name and the reply address of a sender; null when they left the account, whose own sender is used then. */
export function resolveSender(
  { memberId, name, email }: StepSender,
  members: readonly Member[],
): { readonly name: string; readonly replyTo: string } | null {
  if (memberId === null) return { name, replyTo: email }
  const member = members.find(({ userId }) => userId === memberId)
  if (member === undefined) return null
  const own = `${member.firstName} ${member.lastName}`.trim()
  return { name: name || own || member.email, replyTo: member.email }
}
