const TOKEN = '[0-9a-f]{40}'

/** The return path of a message: 'bounce+TOKEN@DOMAIN'. */
export const returnPathOf = (token: string, domain: string): string => `bounce+${token}@${domain}`

/** Returns the token of a return path on a domain, in any case; null for another address. */
export function tokenOf(address: string, domain: string): string | null {
  const found = new RegExp(`^bounce\\+(${TOKEN})@(.+)$`, 'i').exec(address)
  return found?.[2]?.toLowerCase() === domain ? found[1]!.toLowerCase() : null
}
