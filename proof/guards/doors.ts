import type { ErrorCode } from '../../contract/errors.ts'

/**
 * Whether a refusal by this code closes a door, to somebody who may not come in or shows nothing that lets them in, or
 * tells of a state or a shape, to somebody who is in. A refusal that closes a door is a guard, and is taken away.
 */
const CLOSES_A_DOOR: Readonly<Record<ErrorCode, boolean>> = {
  not_signed_in: true,
  session_ended: true,
  signature_refused: true,
  not_allowed: true,
  preview_only_reads: true,
  second_factor_needed: true,
  second_factor_required: true,
  email_not_verified: true,
  subscription_inactive: true,
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
  code_required: true,
  // Of a shape.
  invalid_input: false,
  method_not_allowed: false,
  request_timed_out: false,
  request_too_large: false,
  too_large: false,
  address_too_long: false,
  headers_too_large: false,
  malformed_request: false,
  // Of a state.
  account_type_missing: false,
  conflict: false,
  wrong_state: false,
  quota_reached: false,
  request_id_reused: false,
  in_progress: false,
  payment_failed: false,
  payments_paused: false,
  invoice_not_payable: false,
  surcharge_changed: false,
  // Of us, or of whom we ask.
  provider_unavailable: false,
  processor_unavailable: false,
  busy: false,
  internal: false,
  // Counted, and asked about by throttles.test.ts: the sweep's callers each come from an address of their own.
  too_many_requests: false,
}

export const DOOR_CODES: readonly string[] = Object.entries(CLOSES_A_DOOR).flatMap(([code, closes]) =>
  closes ? [code] : [],
)
export const STATE_CODES: readonly string[] = Object.keys(CLOSES_A_DOOR).filter(
  (code) => !DOOR_CODES.includes(code),
)
