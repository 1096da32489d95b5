/**
 * Tables of which each node has a whole copy: small, seldom written, and read before the account is known or together
 * with rows of many accounts. Every row of the others that has an account lives on the node of its account.
 */
const COPIED: Readonly<Record<string, string>> = {
  users: 'people, whom rows of any account name',
  accounts: 'which accounts there are, with their settings',
  memberships: 'who works in which account',
  portal_preferences: "whose a portal's subdomain is",
}

/** Directories that are spread by the hash under which a row is looked up. */
const BY_TOKEN: Readonly<Record<string, string>> = {
  pay_link_tokens: 'token_hash',
  report_link_tokens: 'token_hash',
  email_link_tokens: 'token_hash',
  payment_plan_tokens: 'token_hash',
  connected_businesses: 'business_hash',
  accounting_companies: 'company_hash',
}

/** Tables with an account that stay on the coordinator, because workers read them over all accounts. */
const ON_COORDINATOR: Readonly<Record<string, string>> = {
  due_work: 'workers lease what is due for any account',
  sessions: 'read before anybody is known',
  one_time_tokens: 'read before anybody is known',
}

/** Where the rows of a table live. */
export type Placement =
  | { readonly kind: 'spread'; readonly by: string }
  | { readonly kind: 'copied' }
  | { readonly kind: 'coordinator' }

/** Returns where a table's rows live. `hasAccount` is true for a table with a column account_id in its primary key. */
export function placementOf(table: string, hasAccount: boolean): Placement {
  if (table in COPIED) return { kind: 'copied' }
  const token = BY_TOKEN[table]
  if (token !== undefined) return { kind: 'spread', by: token }
  if (table in ON_COORDINATOR || !hasAccount) return { kind: 'coordinator' }
  return { kind: 'spread', by: 'account_id' }
}

/** Tables that transactions write together with an account's rows: their writes commit with these or not at all. */
export const COMMITTED_TOGETHER: readonly string[] = Object.keys(ON_COORDINATOR)
