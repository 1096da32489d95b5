import type { Generated } from 'kysely'
import type { StaffRole } from '../../../domain/people/roles.ts'
import type { Audience } from '../../platform/auth/session-tokens.ts'
import type { Instant, Json } from '../../platform/db/database.ts'
import type { TokenPurpose } from './rules.ts'

export interface UsersTable {
  id: string
  email: string
  password_hash: string | null
  first_name: string
  last_name: string
  email_verified_at: Instant | null
  disabled_at: Instant | null
  home_account_id: string | null
  /** Was mailed to while they worked in no company: those messages stand under their own id. */
  keeps_own_mail: Generated<boolean>
  /** Sealed. Without a time of confirmation it was begun, and is not asked for. */
  second_factor_secret: Generated<Buffer | null>
  second_factor_confirmed_at: Generated<Instant | null>
  /** Of the latest code that was used: none works twice. */
  second_factor_last_step: Generated<number | null>
  created_at: Instant
}

export interface RecoveryCodesTable {
  user_id: string
  code_hash: Buffer
  used_at: Generated<Instant | null>
}

/** Whom a sign-up with a known address seems to have made, with an account that isn't there. */
export interface Decoy {
  user_id: string
  email: string
  first_name: string
  last_name: string
  account_id: string
  company_id: string
}

/** By which a decoy signs in again. */
export interface DecoyLoginsTable {
  /** Of the address's true owner. */
  user_id: string
  password_hash: string
  decoy: Json<Decoy>
  created_at: Instant
}

/** Logins at other providers, by the provider's own key of the person. */
export interface ExternalIdentitiesTable {
  provider: string
  subject: string
  /** Null where it leads to a decoy. */
  user_id: string | null
  decoy: Json<Decoy> | null
  /** As the provider told it when it was linked. */
  email: string | null
  email_verified: boolean
  linked_at: Instant
}

export interface SessionsTable {
  id: string
  audience: Audience
  user_id: string | null
  account_id: string | null
  portal_user_id: string | null
  customer_id: string | null
  invoice_id: string | null
  pay_link_id: string | null
  /** From which this one was started: it ends with it. */
  parent_id: Generated<string | null>
  /** Of a preview's person, as it was when they began. */
  role: Generated<StaffRole | null>
  decoy: Json<Decoy> | null
  unlocked_at: Instant | null
  /** When its person last showed their second factor. */
  proved_at: Instant | null
  generation: Generated<number>
  rotated_at: Instant
  created_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
  revoked_because: string | null
  /** Browser and system in words. */
  device: string | null
  ip: string | null
}

export interface OneTimeTokensTable {
  token_hash: Buffer
  purpose: TokenPurpose
  user_id: string | null
  account_id: string | null
  subject_id: string | null
  email: string
  failures: Generated<number>
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    users: UsersTable
    sessions: SessionsTable
    decoy_logins: DecoyLoginsTable
    recovery_codes: RecoveryCodesTable
    one_time_tokens: OneTimeTokensTable
    external_identities: ExternalIdentitiesTable
  }
}
