import { msg } from '../../../../domain/languages/msg.ts'
import {
  CODE_TEXT,
  DECLINED_TEXT,
  EXPIRED_TEXT,
  FUNDS_TEXT,
  KIND_TEXT,
  NUMBER_TEXT,
  POSTAL_CODE_TEXT,
} from '../card-texts.ts'

/** Sentences for the payer by LawPay's code. */
const TEXTS: Readonly<Record<string, string>> = {
  card_declined_insufficient_funds: FUNDS_TEXT,
  card_expired: EXPIRED_TEXT,
  card_cvv_incorrect: CODE_TEXT,
  card_number_incorrect: NUMBER_TEXT,
  card_number_invalid: NUMBER_TEXT,
  card_avs_rejected: POSTAL_CODE_TEXT,
  card_type_not_accepted: KIND_TEXT,
  ach_insufficient_funds: msg('The bank account has insufficient funds.'),
  ach_account_closed: msg('The bank account is closed.'),
  ach_account_not_found: msg('The bank does not know this account.'),
}

export const isDecline = (code: string): boolean => /^(card|ach)_/.test(code)

export const declineText = (code: string): string =>
  TEXTS[code] ?? (code.startsWith('ach_') ? msg('The bank account was declined.') : DECLINED_TEXT)
