import type { CurrencyCode } from './currency.ts'

/** Currencies that American English writes by a sign of their own, as the Unicode CLDR has them. */
const SIGNS: Readonly<Record<CurrencyCode, string>> = {
  AUD: 'A$',
  BRL: 'R$',
  CAD: 'CA$',
  CNY: 'CN¥',
  EUR: '€',
  GBP: '£',
  HKD: 'HK$',
  ILS: '₪',
  INR: '₹',
  JPY: '¥',
  KRW: '₩',
  MXN: 'MX$',
  NZD: 'NZ$',
  PHP: '₱',
  TWD: 'NT$',
  USD: '$',
  VND: '₫',
  XAF: 'FCFA',
  XCD: 'EC$',
  XCG: 'Cg.',
  XOF: 'F\u202fCFA',
  XPF: 'CFPF',
}

/** A sign that ends in a letter or a dot needs a space before the digits. */
const ENDS_IN_TEXT = /[\w.]$/

/**
 * A decimal text as American English writes it: ('-1234.5', 'USD') → '-$1,234.5', with null for the currency
 * '-1,234.5'. Equals Intl.NumberFormat's output, whose first use in a page takes a browser longer than the
 * rest of the form.
 */
export function englishAmount(decimal: string, currency: CurrencyCode | null): string {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(\..*)?$/.exec(decimal) ?? []
  const figures = whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction
  if (currency === null) return minus + figures
  const sign = SIGNS[currency] ?? currency
  return `${minus}${sign}${ENDS_IN_TEXT.test(sign) ? '\u00a0' : ''}${figures}`
}
