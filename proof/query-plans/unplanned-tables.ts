/** Tables that stay small for any number of companies and years, so that a sequential scan is the best plan. */
export const SMALL = new Set([
  // Rows of the last minute: the schedule seals them.
  'audit_unsealed',
  // One row.
  'demo_clock',
  'outbound_hold',
  // One row a schedule.
  'known_schedules',
  // One row a migration.
  'schema_migrations',
])

/** Tables that are read rarely, or in the demo only. */
export const RARE = new Set([
  // The demo's and the Sandbox processor's.
  'demo_mailbox',
  'sandbox_books',
  'sandbox_books_heads',
  'sandbox_books_keys',
  'sandbox_charges',
  'sandbox_events',
  'sandbox_methods',
  'sandbox_refunds',
  'sandbox_replies',
  'billing_sandbox',
  // Read by the worker for one account, by the platform's ids or ours.
  'accounting_companies',
  'accounting_inbox',
  'accounting_links',
  'accounting_post_shares',
  'accounting_posts',
  // Read by primary key: recovery codes, unknown addresses, logins at a provider, former portal addresses.
  'decoy_logins',
  'recovery_codes',
  'portal_recovery_codes',
  'released_sub_domains',
  'spent_authorizations',
  'spent_connection_states',
  // Read by primary key, or its beginning: a processor's account, parts of an export, PDFs of a run, tries of a delivery, merges of a customer, an
  // account's plan with its invoices, and the accounts that are gone.
  'connected_businesses',
  'customer_merges',
  'data_export_parts',
  'invoice_run_pdfs',
  'deleted_accounts',
  'group_moves',
  'plan_invoices',
  'plan_subscriptions',
  'webhook_attempts',
  // Read by primary key: downloads and daily reconciliations. Revisions are only stored, and reports of mail servers only inserted
  // unless their key exists.
  'delivery_reports',
  'stored_files',
  'payment_reconciliations',
  'invoice_revisions',
  // Read by primary key, or its beginning: parts of a payment's credit and of a link, ended access, and a plan's links, emailed
  // secrets and notices.
  'credit_use_shares',
  'ended_portal_access',
  'pay_link_invoices',
  'payment_plan_links',
  'payment_plan_reminders',
  'payment_plan_tokens',
])
