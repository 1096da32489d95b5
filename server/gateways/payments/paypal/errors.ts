import { z } from 'zod'
import { msg } from '../../../../domain/languages/msg.ts'
import type { ProcessorError } from '../port.ts'
import { isUnreached } from '../unreached.ts'
import { declineText, PAYEE_TEXT } from './decline-texts.ts'

/** Whether a call may have had an effect when its answer is lost. */
export type CallKind = 'read' | 'write'

type Kind = ProcessorError['kind']

const problem = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z
    .array(z.object({ issue: z.string().optional(), field: z.string().optional() }))
    .optional()
    .catch(undefined),
})

const DECLINED: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'PAYER_ACTION_REQUIRED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
  'TRANSACTION_LIMIT_EXCEEDED',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'PAYEE_BLOCKED_TRANSACTION',
  'COMPLIANCE_VIOLATION',
  'DOMESTIC_TRANSACTION_REQUIRED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'AGREEMENT_ALREADY_CANCELLED',
  'BILLING_AGREEMENT_NOT_FOUND',
  'TOKEN_ID_NOT_FOUND',
  'ORDER_EXPIRED',
])
const WRONG_STATE: ReadonlySet<string> = new Set([
  'ORDER_NOT_APPROVED',
  'ORDER_ALREADY_CAPTURED',
  'ORDER_ALREADY_COMPLETED',
  'ACTION_DOES_NOT_MATCH_INTENT',
  'NOT_PATCHABLE',
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_AMOUNT_EXCEEDED',
  'REFUND_NOT_ALLOWED',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
  'PARTIAL_REFUND_NOT_ALLOWED',
  'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
  'TRANSACTION_DISPUTED',
  'PENDING_CAPTURE',
])
/** Another payment has the same invoice id: which of them went through is to be looked up. */
const DUPLICATE = new Set(['DUPLICATE_INVOICE_ID', 'ORDER_COMPLETION_IN_PROGRESS'])
const GONE = new Set(['INVALID_RESOURCE_ID', 'RESOURCE_NOT_FOUND'])
/** The business withdrew what it granted to this installation. */
const NOT_CONNECTED = new Set(['PERMISSION_DENIED', 'PAYEE_ACCOUNT_NOT_SUPPORTED', 'CONSENT_REVOKED'])

const REFUND_TEXTS: Readonly<Record<string, string>> = {
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'The PayPal account has too little money for this refund. Add money there, then try again.',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal refunds a payment for 180 days only.',
  TRANSACTION_DISPUTED: 'A dispute is open at PayPal. Answer it there.',
}

/** A call that PayPal refused. `own`: made with the business's own keys, so that a wrong key ends its connection. */
export function refusalOf(
  reply: { status: number; body: unknown; retryAfter: string | null },
  kind: CallKind,
  own: boolean,
): ProcessorError {
  const { status } = reply
  const read = problem.safeParse(reply.body)
  const { name = '', error = '', debug_id = null, details = [] } = read.success ? read.data : {}
  const issue = details[0]?.issue ?? (name || error || String(status))
  const raw = { status, name: name || error, issue, field: details[0]?.field ?? null, debug_id }
  const failure = (as: Kind, more: Partial<ProcessorError> = {}): ProcessorError => ({
    kind: as,
    code: issue,
    raw,
    ...more,
  })
  if (status === 429) {
    const seconds = Number(reply.retryAfter)
    return failure('rate_limited', seconds > 0 ? { retryAfterMs: seconds * 1000 } : {})
  }
  if (status >= 500) return failure(kind === 'read' ? 'unavailable' : 'unknown_outcome')
  if (status === 401) return failure(own ? 'not_connected' : 'auth')
  if (status === 403) return failure(!own && NOT_CONNECTED.has(issue) ? 'not_connected' : 'auth')
  if (status === 404) return failure('not_found')
  // The same request is still being worked on.
  if (status === 409 || DUPLICATE.has(issue)) return failure('conflict')
  if (GONE.has(issue)) return failure('not_found')
  if (DECLINED.has(issue)) return failure('declined', { userMessage: declineText(issue) })
  if (WRONG_STATE.has(issue)) return failure('wrong_state', textOf(issue))
  if (issue === 'REFUND_FAILED_INSUFFICIENT_FUNDS') return failure('invalid', textOf(issue))
  if (issue === 'CURRENCY_NOT_SUPPORTED' || issue === 'INVALID_CURRENCY_CODE')
    return failure('invalid', {
      userMessage: msg('PayPal can’t pay the company in this currency. Please pay in another way.'),
    })
  return failure('invalid', { userMessage: PAYEE_TEXT })
}

const textOf = (issue: string): Partial<ProcessorError> =>
  REFUND_TEXTS[issue] === undefined ? {} : { userMessage: REFUND_TEXTS[issue] }

/** A call without an answer: the connection failed, or the time ran out. */
export function lossOf(error: unknown, kind: CallKind): ProcessorError {
  const { name = 'error', cause } = error as { name?: string; cause?: { code?: string } }
  const code = cause?.code ?? name
  const lost = kind === 'write' && !isUnreached(code)
  return { kind: lost ? 'unknown_outcome' : 'unavailable', code, raw: null }
}
