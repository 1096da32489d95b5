import type { Generated, Selectable } from 'kysely'
import type { StaffRole } from '../../../domain/people/roles.ts'
import type { Instant } from '../../platform/db/database.ts'

export interface PortalUsersTable {
  account_id: string
  id: string
  email: string
  email_key: Generated<string>
  password_hash: string | null
  invited_at: Instant | null
  accepted_at: Instant | null
  disabled_at: Instant | null
  /** Encrypted. Without a confirmation time the factor is only begun and logins do not request it. */
  second_factor_secret: Generated<Buffer | null>
  second_factor_confirmed_at: Generated<Instant | null>
  /** Time step of the latest code used. Codes of this step and earlier ones are refused. */
  second_factor_last_step: Generated<number | null>
  last_seen_at: Generated<Instant | null>
  created_at: Instant
}

interface PortalRecoveryCodesTable {
  account_id: string
  portal_user_id: string
  code_hash: Buffer
  used_at: Generated<Instant | null>
}

interface PortalUserCustomersTable {
  account_id: string
  portal_user_id: string
  customer_id: string
  created_at: Instant
}

interface EndedPortalAccessTable {
  account_id: string
  portal_user_id: string
  customer_id: string
  ended_at: Instant
}

interface PortalAccessRequestsTable {
  account_id: string
  id: string
  name: string
  email: string
  reference: string
  earlier: Generated<{ name: string; reference: string }[]>
  names_customer: Generated<boolean>
  state: Generated<'open' | 'approved' | 'refused'>
  customer_id: string | null
  created_at: Instant
  decided_at: Instant | null
  decided_by: string | null
}
export type AccessRequestRow = Selectable<PortalAccessRequestsTable>

interface PortalInviteRunsTable {
  account_id: string
  id: string
  state: 'running' | 'done' | 'failed' | 'canceled'
  again: boolean
  /** The selected customers; null for all. */
  customer_ids: string[] | null
  after_customer: string | null
  customers_total: number
  customers_done: Generated<number>
  sent_count: Generated<number>
  failure: string | null
  created_by: string | null
  created_at: Instant
  finished_at: Instant | null
}
export type InviteRunRow = Selectable<PortalInviteRunsTable>

interface PreviewCodesTable {
  account_id: string
  code_hash: Buffer
  customer_id: string
  /** The member who started the preview, with session and role. */
  user_id: string
  session_id: string
  role: StaffRole
  created_at: Instant
  expires_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    portal_users: PortalUsersTable
    portal_recovery_codes: PortalRecoveryCodesTable
    portal_user_customers: PortalUserCustomersTable
    ended_portal_access: EndedPortalAccessTable
    portal_invite_runs: PortalInviteRunsTable
    portal_access_requests: PortalAccessRequestsTable
    preview_codes: PreviewCodesTable
  }
}
