import { msg } from '../../../../domain/languages/msg.ts'
import { ACCOUNT_NUMBER_TEXT, ROUTING_NUMBER_TEXT } from '../../../../domain/payments/bank-details.ts'
import { CARD_CODE_TEXT, CARD_NUMBER_TEXT } from '../../../../domain/payments/card-number.ts'
import { CODE_TEXT, EXPIRY_TEXT } from '../card-texts.ts'
import type { ProcessorError } from '../port.ts'
import { declineText } from './decline-texts.ts'
import type { PayTraceReply } from './reply.ts'

const DECLINED = 102
/** Approved by the bank, and voided by PayTrace because of the security code. */
const CODE_MISMATCH = 103
/** Refused because of the transaction's state: refund, void, capture, check. */
const WRONG_STATE: ReadonlySet<number> = new Set([107, 110, 113, 125])

const GENERAL = msg('The payment processor can’t take this payment. Please contact the company.')

/** Fields by the words of PayTrace's sentences, since its numbers of problems are not published completely. */
const FIELDS: readonly { readonly pattern: RegExp; readonly field: string; readonly text: string }[] = [
  { pattern: /expir/i, field: 'expiration_month', text: EXPIRY_TEXT },
  { pattern: /card number/i, field: 'number', text: CARD_NUMBER_TEXT },
  { pattern: /\bcsc\b|security code/i, field: 'cvc', text: CARD_CODE_TEXT },
  { pattern: /routing/i, field: 'routing_number', text: ROUTING_NUMBER_TEXT },
  { pattern: /account number/i, field: 'account_number', text: ACCOUNT_NUMBER_TEXT },
]
const GONE = /customer id|transaction id/i
const NOT_ALLOWED = /integrator/i

/** Translates an answer that says that nothing was done. */
export function refusalOf(reply: PayTraceReply, status: number): ProcessorError {
  const { response_code: code, transaction_id: id } = reply
  const answer = { code: String(code), raw: { status, code, problems: Object.keys(reply.errors) } }
  const ref = id === undefined ? {} : { providerRef: String(id) }
  if (code === DECLINED)
    return { ...answer, ...ref, kind: 'declined', userMessage: declineText(reply.approval_message) }
  if (code === CODE_MISMATCH) return { ...answer, ...ref, kind: 'declined', userMessage: CODE_TEXT }
  if (WRONG_STATE.has(code)) return { ...answer, kind: 'wrong_state' }
  const sentences = Object.values(reply.errors).flat()
  if (sentences.some((text) => GONE.test(text))) return { ...answer, kind: 'not_found' }
  if (sentences.some((text) => NOT_ALLOWED.test(text))) return { ...answer, kind: 'auth' }
  const fields: Record<string, string[]> = {}
  for (const text of sentences) {
    const found = FIELDS.find(({ pattern }) => pattern.test(text))
    if (found) fields[found.field] = [found.text]
  }
  return Object.keys(fields).length > 0
    ? { ...answer, kind: 'invalid', fields }
    : { ...answer, kind: 'invalid', userMessage: GENERAL }
}

/** True when PayTrace refused to store a profile because it was stored before under the same id. */
export const isDuplicate = ({ raw }: ProcessorError): boolean =>
  ((raw as { problems?: readonly string[] } | null)?.problems ?? []).includes('171')
