import type { Step } from '../flows/use-flows.ts'

/** Stands for a name and an address that are typed, beside the ids of members. */
export const TYPED = 'typed'

/** The sender of a step as its form holds it. */
export interface SenderValues {
  /** Empty for the account, the id of a member, or `TYPED`. */
  readonly from: string
  /** Kept while another sender is chosen, so that switching back restores them. */
  readonly name: string
  readonly email: string
}

export const ACCOUNT_SENDER: SenderValues = { from: '', name: '', email: '' }

export const senderValuesOf = (sender: Step['sender']): SenderValues =>
  sender === null ? ACCOUNT_SENDER : { from: sender.member ?? TYPED, name: sender.name, email: sender.email }

/** The request's form of a sender. */
export function senderBody({ from, name, email }: SenderValues): Step['sender'] {
  if (from === '') return null
  if (from === TYPED) return { member: null, name: name.trim(), email: email.trim() }
  return { member: from, name: name.trim(), email: '' }
}

interface Member {
  readonly pk: string
  readonly name: string
}

/** True when the chosen member is not on the team any more. */
export const hasLeft = ({ from }: SenderValues, members: readonly Member[]): boolean =>
  from !== '' && from !== TYPED && members.every(({ pk }) => pk !== from)

/** Says who an email comes from and who gets the answers; null for the account, also in place of somebody who left. */
export function senderText(sender: SenderValues, members: readonly Member[]): string | null {
  if (sender.from === '' || hasLeft(sender, members)) return null
  const member = members.find(({ pk }) => pk === sender.from)
  const name = sender.name.trim() || member?.name
  const answers = member === undefined ? sender.email.trim() : member.name
  if (name === undefined) return null
  return name === answers || answers === '' ? name : `${name}, answers go to ${answers}`
}
