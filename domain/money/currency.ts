/** An ISO 4217 alphabetic code, upper case. */
export type CurrencyCode = string

const TWO_DIGITS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
  'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
  'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK ' +
  'MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP ' +
  'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG ' +
  'YER ZAR ZMW ZWG'
const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND'
const FOUR_DIGITS = 'CLF UYW'

const listed = (codes: string, digits: number) =>
  codes.split(' ').map((code): [CurrencyCode, number] => [code, digits])

/**
 * Active ISO 4217 codes and their numbers of minor-unit digits. Codes without a minor unit (metals, XDR, XTS,
 * XXX) can't carry an amount and are left out, as are withdrawn currencies.
 */
export const CURRENCIES: Readonly<Record<string, number>> = Object.freeze(
  Object.fromEntries(
    [
      ...listed(TWO_DIGITS, 2),
      ...listed(NO_DIGITS, 0),
      ...listed(THREE_DIGITS, 3),
      ...listed(FOUR_DIGITS, 4),
    ].sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
)

/** True for an active ISO 4217 code in upper case. */
export function isCurrency(code: string): boolean {
  return Object.hasOwn(CURRENCIES, code)
}

/** Number of minor-unit digits (USD 2, JPY 0, KWD 3). Throws RangeError for a code that isn't a currency. */
export function currencyDigits(code: CurrencyCode): number {
  const digits = isCurrency(code) ? CURRENCIES[code] : undefined
  if (digits === undefined) throw new RangeError(`Not a currency: ${code.slice(0, 10)}`)
  return digits
}
