import { msg } from '../../../../domain/languages/msg.ts'

export const CODE_MISMATCH_TEXT = msg('The security code is not correct.')

/** Sentences for the payer by the words of the bank's answer. Answers that accuse a payer get the general sentence. */
const TEXTS: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /insufficient|\bnsf\b/i, text: msg('The card has insufficient funds.') },
  { pattern: /expired/i, text: msg('The card has expired.') },
  { pattern: /cvv|csc|security code/i, text: CODE_MISMATCH_TEXT },
  { pattern: /invalid card|card number|no such issuer/i, text: msg('The card number is not correct.') },
  { pattern: /over limit|exceeds|velocity/i, text: msg('The card is over its limit.') },
  {
    pattern: /try again|issuer unavailable|no reply|timeout/i,
    text: msg('The bank could not be reached. Please try again.'),
  },
  {
    pattern: /processing error|system error/i,
    text: msg('The card could not be processed. Please try again.'),
  },
]

const GENERAL = msg('The card was declined.')

/** Returns a sentence that a payer may read. It never mentions fraud or a stolen card, since the reader may be the thief. */
export const declineText = (answer: string): string =>
  TEXTS.find(({ pattern }) => pattern.test(answer))?.text ?? GENERAL
