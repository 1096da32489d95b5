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
  /**
   * True once the person was mailed while working in no company. Those mails are stored under the person's
   * id.
   */
  /** Encrypted. Without a confirmation time the factor is only begun and logins do not request it. */
  second_factor_secret: Generated<Buffer | null>
  second_factor_confirmed_at: Generated<Instant | null>
  /** Time step of the latest code used. Codes of this step and earlier ones are refused. */
  second_factor_last_step: Generated<number | null>
  created_at: Instant
  /** Topics of help whose note the person has hidden. */
  help_hidden: Generated<string[]>
}

export interface RecoveryCodesTable {
  user_id: string
  code_hash: Buffer
  used_at: Generated<Instant | null>
}

/** A person and account that do not exist, shown to a sign-up with an address that is already registered. */
export interface Decoy {
  user_id: string
  email: string
  first_name: string
  last_name: string
  account_id: string
  company_id: string
}

/** Credentials with which a decoy logs in again. */
export interface DecoyLoginsTable {
  /** The true owner of the address. */
  user_id: string
  password_hash: string
  decoy: Json<Decoy>
  created_at: Instant
}

/** Logins at other providers, keyed by the provider's id of the person. */
export interface ExternalIdentitiesTable {
  provider: string
  subject: string
  /** Null when the login leads to a decoy. */
  user_id: string | null
  decoy: Json<Decoy> | null
  /** Reported by the provider at the time of linking. */
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
  /** The session that started this one. Both end together. */
  parent_id: Generated<string | null>
  /** Role of the previewing member when the preview began. */
  role: Generated<StaffRole | null>
  decoy: Json<Decoy> | null
  unlocked_at: Instant | null
  /** Time when the person last entered the second factor. */
  proved_at: Instant | null
  generation: Generated<number>
  rotated_at: Instant
  created_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
  revoked_because: string | null
  /** Readable browser and operating system. */
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
