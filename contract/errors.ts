import { msg } from '../domain/languages/msg.ts'

/**
 * All expected errors with status and text.
 * `detail` is shown to people; the code that refuses may replace it by a more exact sentence.
 */
export const ERRORS = {
  invalid_input: {
    status: 400,
    detail: msg('There were problems with your input. Please correct them and try again.'),
  },
  not_signed_in: { status: 401, detail: msg('Please log in.') },
  session_ended: { status: 401, detail: msg('Your session has ended. Please log in again.') },
  signature_refused: { status: 401, detail: 'This request is not signed correctly.' },
  not_allowed: { status: 403, detail: msg("You don't have permission to do that.") },
  api_key_refused: {
    status: 401,
    detail: 'This API key is not valid. It was mistyped or revoked, or it has expired.',
  },
  scope_missing: { status: 403, detail: 'This API key does not have the scope that this call needs.' },
  preview_only_reads: {
    status: 403,
    detail: msg('This is a preview. You can’t pay or change anything here.'),
  },
  second_factor_needed: {
    status: 403,
    detail: msg('Confirm it’s you with a code from your authenticator app.'),
  },
  second_factor_required: {
    status: 403,
    detail: 'Owners and admins here need two-step login. Set it up on your profile first.',
  },
  email_not_verified: { status: 403, detail: 'Please confirm your email address first.' },
  subscription_inactive: {
    status: 402,
    detail: 'This account has no active subscription. Your customers can still pay; see Plan and billing.',
  },
  account_blocked: {
    status: 403,
    detail:
      'The operator of this site has blocked this account. Only its settings are open. Your customers can still pay.',
  },
  account_closed: {
    status: 403,
    detail:
      'This account is closed. Only its settings and its data are open, until it is reopened or deleted.',
  },
  feature_not_in_plan: {
    status: 402,
    detail: 'Your plan does not include this. See Plan and billing.',
  },
  billing_unavailable: {
    status: 503,
    detail:
      'The payment service for your subscription did not answer. Check Plan and billing in a minute before you try again.',
  },
  billing_refused: {
    status: 409,
    detail: 'Your subscription does not allow this right now. Reload Plan and billing.',
  },
  cost_changed: {
    status: 409,
    detail: 'The cost of this change is different now. Check the new amount before you confirm.',
  },
  account_type_missing: { status: 409, detail: 'Choose an account type first.' },
  not_found: { status: 404, detail: msg('Not found.') },
  method_not_allowed: { status: 405, detail: 'This address does not accept that method.' },
  conflict: {
    status: 409,
    detail: msg('Someone else changed this. Reload it and make your change again.'),
  },
  changed_meanwhile: {
    status: 409,
    detail: 'Somebody else changed this since you opened it. Check the fields below before you save again.',
  },
  quota_reached: { status: 409, detail: 'You’ve reached your plan’s limit. See Plan and billing.' },
  wrong_state: { status: 409, detail: msg('That isn’t possible right now. Reload and check.') },
  request_id_reused: {
    status: 409,
    detail: msg(
      'We already received this request with other values. Check what was saved before you try again.',
    ),
  },
  idempotency_key_reused: {
    status: 422,
    detail: 'This Idempotency-Key was used for another request. Use a new key for each request.',
  },
  idempotency_unsupported: {
    status: 400,
    detail: 'This call accepts no Idempotency-Key. Send it without the header.',
  },
  outcome_unknown: {
    status: 409,
    detail:
      'The request with this Idempotency-Key was interrupted. Check what was saved before you send it under a new key.',
  },
  statement_sent: { status: 409, detail: 'This statement was already sent for this period.' },
  amounts_changed: {
    status: 409,
    detail: msg('What you owe on these invoices has changed. Check the new amounts before you pay.'),
  },
  in_progress: { status: 409, detail: msg('This request is still being processed.') },
  request_timed_out: { status: 408, detail: 'This request took too long to arrive. Please try again.' },
  request_too_large: { status: 413, detail: 'This request is too large.' },
  too_large: { status: 413, detail: msg('The file you tried to upload is too large.') },
  unsupported_media_type: { status: 415, detail: 'This content type is not accepted here.' },
  address_too_long: { status: 414, detail: 'This address is too long.' },
  headers_too_large: { status: 431, detail: 'The headers of this request are too large.' },
  malformed_request: { status: 400, detail: 'This request could not be understood.' },
  unknown_host: { status: 421, detail: 'There is no company at this address.' },
  logo_not_loaded: { status: 400, detail: 'Failed to load logo' },
  too_many_requests: {
    status: 429,
    detail: msg('You have made too many requests. Please wait before trying again.'),
  },
  login_failed: { status: 400, detail: msg('Wrong email address or password. Please try again.') },
  login_needs_second_factor: { status: 400, detail: msg('Enter the code from your authenticator app.') },
  login_bad_authentication_code: { status: 400, detail: msg('That code is wrong. Please try again.') },
  token_expired: { status: 400, detail: msg('This link is no longer valid. Please ask for a new one.') },
  provider_refused: {
    status: 400,
    detail: 'The provider did not confirm who you are. Please try again.',
  },
  provider_unavailable: {
    status: 503,
    detail: 'The provider could not be reached. Please try again in a moment.',
  },
  connection_refused: { status: 409, detail: 'The payment processor did not accept this connection.' },
  other_business: { status: 409, detail: 'This is another account than the one that you connected before.' },
  authorization_expired: {
    status: 400,
    detail: 'This attempt expired, was already used or began in another browser. Please start again.',
  },
  payment_failed: { status: 402, detail: msg('We could not process your payment, please try again later') },
  processor_unavailable: {
    status: 503,
    detail: msg(
      'We were unable to contact the payment processor. Please try again later, or contact support if the issue persists',
    ),
  },
  payments_paused: {
    status: 503,
    detail: msg(
      'Payments are paused for now. Nothing was charged. Try again later, or ask the company that invoiced you.',
    ),
  },
  invoice_not_payable: {
    status: 409,
    detail: msg(
      "The invoice you have selected cannot be paid at this time. Either the invoice has already been paid, no valid payment options exist for this invoice, or this account's payment integration is inactive. Please contact the account administrator.",
    ),
  },
  invoice_unknown: {
    status: 404,
    detail: msg("We couldn't find the details of the invoice, this could mean it has been paid."),
  },
  report_unknown: {
    status: 404,
    detail: 'We couldn’t find this report. Check that you copied the whole link.',
  },
  report_over: { status: 404, detail: 'This report is no longer shared. Ask for a new link.' },
  surcharge_changed: {
    status: 409,
    detail: msg('The surcharge has changed. Check the new total before you pay.'),
  },
  code_required: { status: 403, detail: msg('Enter the code we sent you to use a stored payment method.') },
  busy: { status: 503, detail: msg('The server is busy. Please try again in a moment.') },
  internal: {
    status: 500,
    detail: msg(
      'We could not process your request at this time. Please try again later, or contact support if the issue persists.',
    ),
  },
} as const

export type ErrorCode = keyof typeof ERRORS

/** Messages by field. Nested fields are joined with dots: `lines.0.quantity`. */
export type FieldErrors = Record<string, string[]>
