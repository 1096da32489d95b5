import type { ErrorCode } from '../../contract/errors.ts'

/**
 * True for codes that refuse access, to a caller without the right or the credentials. False for codes that
 * report a state or malformed input to a caller with access. A refusal with an access code is a guard, and
 * the proof removes it.
 */
const REFUSES_ACCESS: Readonly<Record<ErrorCode, boolean>> = {
  not_signed_in: true,
  session_ended: true,
  signature_refused: true,
  not_allowed: true,
  api_key_refused: true,
  scope_missing: true,
  preview_only_reads: true,
  second_factor_needed: true,
  second_factor_required: true,
  email_not_verified: true,
  subscription_inactive: true,
  account_blocked: true,
  account_closed: true,
  not_found: true,
  unknown_host: true,
  unsupported_media_type: true,
  login_failed: true,
  login_needs_second_factor: true,
  login_bad_authentication_code: true,
  token_expired: true,
  provider_refused: true,
  authorization_expired: true,
  invoice_unknown: true,
  report_unknown: true,
  report_over: true,
  connection_refused: false,
  code_required: true,
  // Malformed input.
  invalid_input: false,
  method_not_allowed: false,
  request_timed_out: false,
  request_too_large: false,
  too_large: false,
  address_too_long: false,
  headers_too_large: false,
  malformed_request: false,
  // State of a record.
  account_type_missing: false,
  conflict: false,
  changed_meanwhile: false,
  wrong_state: false,
  statement_sent: false,
  quota_reached: false,
  feature_not_in_plan: false,
  billing_unavailable: false,
  billing_refused: false,
  cost_changed: false,
  request_id_reused: false,
  idempotency_key_reused: false,
  idempotency_unsupported: false,
  outcome_unknown: false,
  in_progress: false,
  payment_failed: false,
  payments_paused: false,
  invoice_not_payable: false,
  surcharge_changed: false,
  amounts_changed: false,
  // Failures of this server or of a provider.
  provider_unavailable: false,
  other_business: false,
  processor_unavailable: false,
  busy: false,
  internal: false,
  // Rate limits have tests of their own. Each caller of the sweep has its own address.
  logo_not_loaded: false,
  too_many_requests: false,
}

export const ACCESS_CODES: readonly string[] = Object.entries(REFUSES_ACCESS).flatMap(([code, refuses]) =>
  refuses ? [code] : [],
)
export const OTHER_CODES: readonly string[] = Object.keys(REFUSES_ACCESS).filter(
  (code) => !ACCESS_CODES.includes(code),
)
