import {
  AGAIN_TEXT,
  BANK_AWAY_TEXT,
  CODE_TEXT,
  DECLINED_TEXT,
  EXPIRED_TEXT,
  FUNDS_TEXT,
  LIMIT_TEXT,
  NUMBER_TEXT,
} from '../card-texts.ts'

/** Sentences for the payer by the words of the bank's answer. Answers that accuse a payer get the general sentence. */
const TEXTS: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /insufficient|\bnsf\b/i, text: FUNDS_TEXT },
  { pattern: /expired/i, text: EXPIRED_TEXT },
  { pattern: /cvv|csc|security code/i, text: CODE_TEXT },
  { pattern: /invalid card|card number|no such issuer/i, text: NUMBER_TEXT },
  { pattern: /over limit|exceeds|velocity/i, text: LIMIT_TEXT },
  { pattern: /try again|issuer unavailable|no reply|timeout/i, text: BANK_AWAY_TEXT },
  { pattern: /processing error|system error/i, text: AGAIN_TEXT },
]

/** Returns a sentence that a payer may read. */
export const declineText = (answer: string): string =>
  TEXTS.find(({ pattern }) => pattern.test(answer))?.text ?? DECLINED_TEXT
