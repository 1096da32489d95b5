import { decideFlags, type FlagSettings } from '../../../domain/accounts/flags.ts'
import { supportsLateFees } from '../../../domain/accounts/late-fee-support.ts'
import type { PlanGroup, PlanName } from '../../../domain/accounts/plans.ts'
import {
  countsAsActive,
  type Subscription,
  type SubscriptionStatus,
} from '../../../domain/accounts/subscription.ts'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import type { PaymentTerms } from '../../../domain/dates/terms.ts'
import type { CurrencyCode } from '../../../domain/money/money.ts'
import { parseRate } from '../../../domain/money/rate.ts'
import type { BankDetails } from '../../../domain/payments/bank-details.ts'
import type { AccountingFeatures } from '../../gateways/accounting/port.ts'

/** A payment processor that the account has connected. */
export interface ConnectedProcessor {
  readonly provider: string
  /** False with test keys, which move no money. */
  readonly live: boolean
  /** ISO instant. */
  readonly since: string
}

/** The account as a customer of the seller of plans. */
export interface BillingSummary {
  readonly subscriptionRef: string
  readonly email: string
  readonly card: {
    readonly brand: string
    readonly last4: string
    readonly expMonth: number
    readonly expYear: number
  } | null
}

/** A message of the operator to the account's people. */
export interface AccountMessage {
  readonly text: string
  readonly tone: 'info' | 'warning'
}

/** The account's accounting platform, as its latest connection. */
export interface AccountingLink {
  readonly provider: string
  /** The platform's name. */
  readonly name: string
  /** The company's name there; may be empty. */
  readonly company: string
  readonly status: 'connected' | 'disconnected'
  readonly features: AccountingFeatures
  /** ISO instant. */
  readonly since: string
  /** ISO instant as of which the platform was last read completely; null before the first sync. */
  readonly freshAt: string | null
}

/** Age of a platform's data beyond which nobody is reminded, charged or fined. */
export const FRESH_FOR_MS = DAY_MS

/** Epoch ms until which an account of a platform may act on its data; null for never. Local accounts always may. */
export const freshUntil = ({ type, accounting }: Pick<Account, 'type' | 'accounting'>): number | null => {
  if (type !== 'provider') return Number.POSITIVE_INFINITY
  if (accounting?.status !== 'connected' || accounting.freshAt === null) return null
  return Date.parse(accounting.freshAt) + FRESH_FOR_MS
}

/** The tenant: its settings, its company and its portal's subdomain. */
export interface Account {
  readonly id: string
  readonly type: 'local' | 'provider' | null
  readonly currency: CurrencyCode
  readonly language: string
  readonly timezone: string
  readonly dateFormat: DateFormat
  readonly systemEnabled: boolean
  readonly holdingOnWeekend: boolean
  /** Country whose public holidays hold reminders, as an ISO 3166 code; null for none. */
  readonly holidayCountry: string | null
  readonly isActive: boolean
  readonly partialPayments: boolean
  /** Customers can pay more than is due. The rest becomes credit. */
  readonly prepayments: boolean
  /** The box that saves the payment method is ticked when a customer begins to pay. */
  readonly saveMethodsByDefault: boolean
  /** Customers can promise to pay an invoice by a day. */
  readonly customersMayPromise: boolean
  /** Customers can say that something is wrong with an invoice. */
  readonly customersMayDispute: boolean
  /** Days ahead that a customer can promise. */
  readonly promiseMaxDays: number
  /** Parts per million. */
  readonly cardSurchargePpm: number
  readonly eCheckSurchargePpm: number
  /** Owners get an email for each customer payment. */
  readonly emailOnPayment: boolean
  /** The staff get no notices of the account's business. */
  readonly noSystemEmails: boolean
  /** Another system sends the reminders, so flows send none. */
  readonly usesLegacyReminders: boolean
  readonly defaultTerms: PaymentTerms
  readonly defaultNotes: string
  readonly isDemo: boolean
  readonly subscription: Subscription & {
    /** Start of the current status, epoch ms. */
    readonly sinceMs: number
  }
  /** The plan that the account bought; null before, and where no plans are sold. */
  readonly plan: PlanName | null
  /** Set by the operator. */
  readonly planGroup: PlanGroup | null
  readonly billing: BillingSummary | null
  readonly canceledAtMs: number | null
  /** Stopped by the operator. */
  readonly blocked: boolean
  /** Set while the account is closed, epoch ms. */
  readonly closing: { readonly atMs: number; readonly deleteAtMs: number } | null
  readonly messages: readonly AccountMessage[]
  readonly newUi: boolean
  /** Owners and admins need a second factor to work in the account. */
  readonly secondFactorRequired: boolean
  readonly connectedProcessors: readonly ConnectedProcessor[]
  readonly accounting: AccountingLink | null
  /** Flags set for this account. */
  readonly flags: FlagSettings
  /** Epoch ms. */
  readonly createdAtMs: number
  readonly subDomain: string
  readonly defaultSubDomain: string
  readonly embed: boolean
  readonly company: Company
}

/** True while nothing switches off that the account charges and writes to customers by itself. */
export const isSwitchedOn = (account: Account, nowMs: number): boolean =>
  account.systemEnabled &&
  account.isActive &&
  !account.blocked &&
  account.closing === null &&
  countsAsActive(account.subscription, nowMs)

/** True while the data of the account's platform is not too old. */
export const isFresh = (account: Account, nowMs: number): boolean => nowMs <= (freshUntil(account) ?? 0)

/** True while the account may charge and write to customers by itself. Data of its platform that is too old stops it. */
export const runsByItself = (account: Account, nowMs: number): boolean =>
  isSwitchedOn(account, nowMs) && isFresh(account, nowMs)

/**
 * The subscription that counts. One that billing keeps counts as active where billing is off, so that nobody is locked out
 * of an installation that sells nothing.
 */
export const subscriptionThatCounts = (
  isSelling: boolean,
  kept: {
    readonly status: SubscriptionStatus
    readonly trialEndsAt: Date | null
    readonly isBilled: boolean
  },
): Subscription =>
  kept.isBilled && !isSelling
    ? { status: 'active', trialEndsAtMs: null }
    : { status: kept.status, trialEndsAtMs: kept.trialEndsAt?.getTime() ?? null }

/** True when the account can charge late fees. */
export const hasLateFees = ({ type, accounting }: Pick<Account, 'type' | 'accounting'>): boolean =>
  supportsLateFees(type, accounting?.features.late_fees ? ['late_fees'] : [])

/** Explains where an account edits what it reads from an accounting platform. */
export const editElsewhere = ({ accounting }: Pick<Account, 'accounting'>, what: string): string =>
  accounting?.status === 'connected'
    ? `${what} in ${accounting.name}. It is read from there.`
    : `${what} in your accounting platform, and connect it under Settings.`

export interface Company {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly website: string
  readonly description: string
  readonly address: PostalAddress
  readonly logoFileId: string | null
  /** '#0e6553', or empty for the product's own color. */
  readonly accentColor: string
  /** A line below the company's name for its customers. */
  readonly customerNote: string
  /** Terms of sale, at the end of invoices. */
  readonly saleTerms: string
  readonly bank: BankDetails
}

export interface PostalAddress {
  readonly addressline1: string
  readonly addressline2: string
  readonly addressline3: string
  readonly addressline4: string
  readonly city: string
  readonly state: string
  readonly postal_code: string
  readonly country: string
}

/** Returns the path of a company's current logo, valid on every host. Null without a logo. */
export const logoPath = (accountId: string, logoFileId: string | null): string | null =>
  logoFileId === null ? null : `/api/logos/${accountId}/${logoFileId}/`

/** Card networks allow no more in most countries. */
const MAX_SURCHARGE_PPM = 100_000

/** Parses a surcharge to parts per million. Null when it is not a percentage from 0 to 10. */
export function readSurcharge(text: string): number | null {
  const parsed = parseRate(text)
  return parsed.ok && parsed.ppm <= MAX_SURCHARGE_PPM ? parsed.ppm : null
}

const SUB_DOMAIN_PATTERN = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/

/** Names of the product, its machines or its people, which could mislead visitors. */
const RESERVED = new Set(
  `www api app apps admin administrator mail email smtp imap pop ftp ns ns1 ns2 dns mx cdn assets asset static media
  files images img status support help docs doc blog news shop store billing pay payment payments invoice invoices
  portal login signin sign-in signup sign-up register auth oauth sso account accounts security root system internal
  dev test testing staging stage demo beta preview sandbox quittance webhook webhooks hooks dashboard ops monitor
  metrics localhost local example postmaster hostmaster webmaster abuse noreply no-reply ssl tls vpn git`.split(
    /\s+/,
  ),
)

/**
 * Two hyphens in the third and fourth positions mark an encoded name (xn--), which browsers may show as
 * another company's.
 */
const ENCODED = /^..--/

export const isSubDomain = (text: string): boolean =>
  SUB_DOMAIN_PATTERN.test(text) && !ENCODED.test(text) && !RESERVED.has(text)

/** Maximum of released names per account within RELEASED_NAME_KEPT_MS, because each stays reserved. */
export const MAX_RELEASED_NAMES = 10

/** Returns a sentence why a name cannot be a portal's subdomain, or null when its form is valid. */
export function problemOfSubDomain(name: string): string | null {
  if (!SUB_DOMAIN_PATTERN.test(name) || ENCODED.test(name))
    return 'Use 3 to 40 letters, digits and hyphens, with a letter or digit at both ends.'
  return RESERVED.has(name) ? 'This address is reserved. Choose another one.' : null
}

/** Period in which a released name is reserved. */
export const RELEASED_NAME_KEPT_MS = 180 * DAY_MS

const LONGEST_BASE = 34

/**
 * Returns subdomains to try for a company, best first: 'Brightwater Supply Co.' → brightwater-supply-co,
 * …-2, …-3, …
 */
export function subDomainCandidates(companyName: string, suffix: string): string[] {
  const base = companyName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_BASE)
    .replace(/^-|-$/g, '')
  if (base === '') return []
  const numbered = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${base}-${number}`)
  return [base, ...numbered, `${base}-${suffix}`].filter(isSubDomain)
}

const ADJECTIVES =
  'amber autumn bold brisk bright calm clear crisp early easy fair fresh gentle golden green keen kind lively lucky mellow misty neat noble open plain prime quick quiet rapid river royal silver smart solid steady sunny swift tidy warm wise'.split(
    ' ',
  )
const NOUNS =
  'arbor bay beacon birch bridge brook canyon cedar cliff coast cove creek delta dune elm falcon fern field fjord forest garden glade grove harbor haven heron hill island lake lark maple meadow mesa oak orchard pine plaza pond prairie quay reef ridge shore spring spruce stone summit valley willow'.split(
    ' ',
  )

/** Builds a subdomain from random bytes for a company without a name: swift-cedar-4821. */
export function randomSubDomain(random: Uint8Array): string {
  const [first = 0, second = 0, high = 0, low = 0] = random
  const number = String((high * 256 + low) % 10_000).padStart(4, '0')
  return `${ADJECTIVES[first % ADJECTIVES.length]}-${NOUNS[second % NOUNS.length]}-${number}`
}

/** Returns the account type before one is chosen: local when no choice is offered, else null. */
export const typeUnlessChosen = (installation: FlagSettings, own: FlagSettings = {}): 'local' | null =>
  decideFlags(null, installation, own)['choose-account-type'] ? null : 'local'
