import { LATE_FEES_UNSUPPORTED } from '../../../../domain/accounts/late-fee-support.ts'
import { type CurrencyCode, displayAmount, parseAmount } from '../../../../domain/money/money.ts'
import { NUMBER_TEXT } from '../../../../domain/parsing/form-fields.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { type Account, hasLateFees } from '../../accounts/index.ts'

/**
 * Reads the fee of a plan in minor units; zero when the field is empty. Refuses beside `fee` what is no amount, a negative one, one
 * above `mostMinor`, and any on an account that can't post fees.
 */
export function readFee(
  text: string,
  { currency, ...account }: Pick<Account, 'type' | 'accounting'> & { readonly currency: CurrencyCode },
  mostMinor: bigint | null = null,
): bigint {
  const wrong = (message: string) => refuseFields({ fee: [message] })
  const parsed = parseAmount(text.trim() === '' ? '0' : text.trim(), currency)
  if (!parsed.ok) throw wrong(NUMBER_TEXT)
  if (parsed.minor < 0n) throw wrong('Enter an amount that is not below 0.')
  if (mostMinor !== null && parsed.minor > mostMinor)
    throw wrong(`The fee can’t be more than the ${displayAmount(mostMinor, currency)} that is owed.`)
  if (parsed.minor > 0n && !hasLateFees(account)) throw wrong(LATE_FEES_UNSUPPORTED)
  return parsed.minor
}
