import { AGING_FIELDS, type AgingBucket } from '../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../domain/money/money.ts'
import { addressLines } from '../../../domain/people/postal-address.ts'

/** Why a run of invitations leaves a customer out. */
export const LEFT_OUT = ['active', 'invited', 'removed', 'no_address', 'marked_address', 'inactive'] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** Returns why a run leaves a customer out, or null when it invites them. With `again` it also invites those who were invited. */
export function findLeftOut(
  customer: {
    readonly email: string
    readonly isActive: boolean
    readonly accepted: boolean
    readonly invited: boolean
    readonly ended: boolean
  },
  again: boolean,
  isMarked: boolean,
): LeftOut | null {
  if (!customer.isActive) return 'inactive'
  if (customer.accepted) return 'active'
  if (customer.invited && !again) return 'invited'
  if (customer.ended) return 'removed'
  if (customer.email === '') return 'no_address'
  return isMarked ? 'marked_address' : null
}

/** Key of the task to decide on a request for a login. */
export const requestTaskKey = (id: string): string => `access request ${id}`

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

interface BillingAddress {
  readonly addressline1: string
  readonly addressline2: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
}

/** Formats an address as on an envelope from `home`, the company's country, one part per line. */
export const billingAddress = (
  { addressline1, addressline2, city, state, postalCode: postal_code, country }: BillingAddress,
  home: string,
): string => addressLines({ addressline1, addressline2, city, state, postal_code, country }, home).join('\n')

/** Returns 'Applied' when nothing is left, else 'Open'. */
export const creditMemoStatus = (remainingMinor: bigint): string => (remainingMinor > 0n ? 'Open' : 'Applied')
