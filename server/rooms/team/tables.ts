import type { Instant } from '../../platform/db/database.ts'
import type { GivenRole, InvitationKind } from './rules.ts'

export interface InvitationsTable {
  account_id: string
  id: string
  kind: InvitationKind
  email: string
  role: GivenRole | null
  invited_by: string
  created_at: Instant
  sent_at: Instant
  expires_at: Instant
  ended_at: Instant | null
  ended_because: 'accepted' | 'withdrawn' | null
  accepted_by: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    invitations: InvitationsTable
  }
}
