/**
 * PayPal keeps one text of ours beside a payment and a refund. It names the account and our object, so that a webhook and a
 * list tell whose they are. At most 127 characters.
 */
export const customIdOf = (accountId: string, ourId: string): string => `${accountId}/${ourId}`

/** Returns our object's id; null for a text that is none of this account's. */
export function readCustomId(customId: string | undefined, accountId: string): string | null {
  const [account, ourId] = (customId ?? '').split('/')
  return account === accountId && ourId ? ourId : null
}
