/** Addresses of a customer. */
interface Recipient {
  readonly address: string | null
  readonly moreAddresses: readonly string[]
}

/** Returns the addresses that get a message, each once, the customer's first. Empty when the customer has none. */
export const addressesOf = ({ address, moreAddresses }: Recipient, copies: readonly string[]): string[] =>
  address === null ? [] : [...new Set([address, ...moreAddresses, ...copies])]
