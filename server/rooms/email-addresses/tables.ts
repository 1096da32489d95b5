import type { AddressMark } from '../../../domain/people/address-marks.ts'
import type { Instant } from '../../platform/db/database.ts'

interface EmailAddressMarksTable {
  account_id: string
  address: string
  kind: AddressMark
  reason: string
  mail_id: string | null
  marked_at: Instant
}

interface EmailLinksTable {
  account_id: string
  id: string
  purpose: 'unsubscribe' | 'return_path'
  address: string
  mail_id: string | null
  token_hash: Buffer
  created_at: Instant
}

interface EmailLinkTokensTable {
  token_hash: Buffer
  account_id: string
  link_id: string
}

interface ReceivedReportsTable {
  account_id: string
  id: string
  address: string
  mail_id: string
  raw: Buffer
  received_at: Instant
}

interface DeliveryReportsTable {
  account_id: string
  mail_id: string
  outcome: 'bounced' | 'refused' | 'delayed' | 'complained'
  detail: string
  reported_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    email_address_marks: EmailAddressMarksTable
    email_links: EmailLinksTable
    email_link_tokens: EmailLinkTokensTable
    received_reports: ReceivedReportsTable
    delivery_reports: DeliveryReportsTable
  }
}
