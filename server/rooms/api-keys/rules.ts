import type { ApiKeyReply } from '../../../contract/developers/api-keys.ts'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import type { ApiKeyRow } from './tables.ts'

/** Shows which kind of installation a key belongs to, and lets scanners of repositories find lost keys. */
export const keyPrefix = (demo: boolean): string => (demo ? 'qk_test_' : 'qk_live_')

const ACCOUNT_CHARACTERS = 22
const KEY = /^qk_(?:live|test)_([\w-]{22})[\w-]{43}$/

/** A key holds its account's id, so that it is looked up inside the account, and 256 random bits. */
export function writeKey(prefix: string, accountId: string, secret: string): string {
  const account = Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')
  return prefix + account + secret
}

/** Returns the id of the account that a key claims to belong to; null when it is no key. */
export function accountInKey(key: string): string | null {
  const [, account = ''] = KEY.exec(key) ?? []
  if (account.length !== ACCOUNT_CHARACTERS) return null
  const hex = Buffer.from(account, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const expiryOf = (nowMs: number, days: number | null): number | null =>
  days === null ? null : nowMs + days * DAY_MS

export function stateOf(
  row: Pick<ApiKeyRow, 'revoked_at' | 'expires_at'>,
  nowMs: number,
): ApiKeyReply['state'] {
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at !== null && row.expires_at.getTime() <= nowMs ? 'expired' : 'active'
}

/** Converts a key to the API's shape. `creator` is the name of the person who created it. */
export const presentKey = (row: ApiKeyRow, creator: string | undefined, nowMs: number): ApiKeyReply => ({
  pk: row.id,
  name: row.name,
  prefix: row.prefix,
  ending: row.ending,
  scopes: [...row.scopes],
  state: stateOf(row, nowMs),
  created_at: row.created_at.toISOString(),
  created_by: creator ?? '',
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
