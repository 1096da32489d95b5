import { AGING_FIELDS, type AgingBucket } from '../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../domain/money/money.ts'

/** People of one customer who log in. */
export const MAX_PEOPLE = 20

/** Lifetime of a preview URL. */
export const PREVIEW_CODE_LIFE_MS = 60_000

/** Content of a preview URL: portal, customer and one-time code. */
export interface PreviewAsked {
  readonly code: string
  readonly customerId: string
  readonly accountId: string
  readonly subDomain: string
  /** The invoice whose payment dialog opens, or the API path of a PDF; null for the portal itself. */
  readonly shows: { readonly invoiceId: string } | { readonly pdfPath: string } | null
}

/** Returns the path and query that open a preview on the company's portal. */
export function previewPath({ customerId, code, shows, ...asked }: PreviewAsked): string {
  if (shows !== null && 'pdfPath' in shows) {
    const query = new URLSearchParams({ url: shows.pdfPath, customerId, token: code })
    return `/customer-portal-site-preview-pdf?${query}`
  }
  const query = new URLSearchParams({
    isPreview: 'true',
    customerId,
    accountId: asked.accountId,
    subdomain: asked.subDomain,
    token: code,
    ...(shows && { tab: '2', invoice: shows.invoiceId, pay: 'true' }),
  })
  return `/customer-portal-site/?${query}`
}

/** Masks an address so that only its owner recognizes it: 'accounts@harborfoods.test' → 'a•••@h•••.test'. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`
}

/** Converts owed amounts by age to the API's field names. */
export const agingFields = (
  figures: Readonly<Record<AgingBucket, bigint>>,
  currency: string,
): Record<(typeof AGING_FIELDS)[AgingBucket], string> => ({
  [AGING_FIELDS.current]: formatAmount(figures.current, currency),
  [AGING_FIELDS.days_30]: formatAmount(figures.days_30, currency),
  [AGING_FIELDS.days_60]: formatAmount(figures.days_60, currency),
  [AGING_FIELDS.days_90]: formatAmount(figures.days_90, currency),
  [AGING_FIELDS.over_90]: formatAmount(figures.over_90, currency),
})

/** Formats an address as on an envelope, one part per line, without empty lines. */
export function billingAddress(customer: {
  addressline1: string
  addressline2: string
  city: string
  state: string
  postalCode: string
  country: string
}): string {
  const region = [customer.state, customer.postalCode].filter((part) => part !== '').join(' ')
  const town = [customer.city, region].filter((part) => part !== '').join(', ')
  const lines = [customer.addressline1, customer.addressline2, town, customer.country]
  return lines.filter((line) => line !== '').join('\n')
}

/** Returns 'Applied' when nothing is left, else 'Open'. */
export const creditMemoStatus = (remainingMinor: bigint): string => (remainingMinor > 0n ? 'Open' : 'Applied')
