import { createHash } from 'node:crypto'
import { CONSENT_TEXT_VERSION } from '../../../../domain/payments/auto-payments.ts'

/** A field of an example: its name, the name of the object that holds it, and whether a caller sends it. */
export interface ExampleField {
  readonly name: string
  readonly owner: string
  readonly sent: boolean
}

export const EXAMPLE_EMAIL = 'accounts@harborfoods.example'

/** Texts by `owner.name` of their field. The first pattern that matches wins. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/(?:\.(?:email|address|username|sent_to|to_address|reply_to)|_email)s?$/, EXAMPLE_EMAIL],
  [/\.(sender|from_address)$/, 'billing@brightwater.example'],
  [/events\.to$/, 'confirmed'],
  [/\.to$/, EXAMPLE_EMAIL],
  [/path\.(order|charge)$/, 'sbc_0123456789abcdefghij'],
  [/path\.template$/, 'invoice'],
  [/path\.position$/, '0'],
  [/path\.plan$/, 'growth'],
  [/date_format$/, 'YYYY-MM-DD'],
  [/(?:\.(?:day|today|until|first_day|last_day)|_on|_date)$/, '2026-11-20'],
  [/\.month$/, '2026-11'],
  [/currency|currencies$/, 'USD'],
  [/\.(holiday_country)$/, 'US'],
  [/language$/, 'en'],
  [/timezone$/, 'America/Chicago'],
  [/phone|fax/, '+1 414-555-0142'],
  [/redirect_url$/, 'https://app.example.com/xero-redirect'],
  [/logo.*url/, 'https://www.brightwater.example/logo.png'],
  [/(webhook|endpoint).*\.url$/, 'https://hooks.example.com/quittance'],
  [/website|embed_url$/, 'https://www.brightwater.example'],
  [/url|uri$|links$|token_address|\.script$/, 'https://app.example.com/pay-invoice?token=4f9c2a'],
  [/\.redirect$/, '/'],
  [/sub_domain$/, 'brightwater'],
  [/\.file_name$/, 'customers.csv'],
  [/\.media_type$/, 'application/pdf'],
  [/request_id$/, 'order-2026-1042'],
  [/accent_color|colors\./, '#0e6553'],
  [/\.link$/, '/invoices/0193a5b0-7c1e-7d2a-9f3b-52d6e3de4fa0'],
  [/logo$/, 'https://app.example.com/api/logos/brightwater.png'],
  [/events\.from$/, 'pending'],
  // Names.
  [/tax_name$|taxes\.name$/, 'Sales tax'],
  [/fields\.name$/, 'number'],
  [/fields\.label$/, 'Card number'],
  [/customer\.company_name$/, 'Harbor Foods, Inc.'],
  [/parent_name$/, 'Harbor Group'],
  [/first_name$/, 'Ana'],
  [/last_name$/, 'Ruiz'],
  [/(user|member|person|profile|author|actor|by).*\.(name|full_name|label)$/, 'Ana Ruiz'],
  [/(user_full_name|user_short_name|author|(created|invited|proposed|confirmed)_by|\.by)$/, 'Ana Ruiz'],
  [/(^|\.|_)key\.name$/, 'Warehouse sync'],
  [/group.*\.name$/, 'Restaurants'],
  [/(view).*\.name$/, 'Overdue more than 30 days'],
  [/flow.*\.name$/, 'Friendly reminders'],
  [/template.*\.name$/, 'First reminder'],
  [/rule.*\.name$/, 'Late fee after 30 days'],
  [/plan.*\.name$/, 'Growth'],
  [/method.*\.name$/, 'Office card'],
  [/(provider|processor|platform)s?\.(name|label)$/, 'Sandbox'],
  [/account.*\.name$|(^|\.)company(_name)?$|business$|merchant$/, 'Brightwater Supply Co.'],
  [/(short_|display_)?name$|recipient$|\.customer$|account_name|check_payee/, 'Harbor Foods'],
  // Addresses.
  [/addressline1|check_address|billing_address/, '14 Water Street'],
  [/addressline\d/, 'Suite 200'],
  [/\.city$/, 'Portland'],
  [/address.*\.state$|customer\.state$|company.*\.state$/, 'ME'],
  [/postal_code$/, '04101'],
  [/\.country$/, 'US'],
  // Records and their parts.
  [/\.quantity$/, '1'],
  [/lines?\.(discount|tax_rate)$/, '0'],
  [/(rate|discount|surcharge|percentage|percent)$/, '1.5'],
  [/min_value|max_value|\.(value|balance|opening|closing|amount|total|unapplied)$/, '1264.50'],
  [/(sandbox|payment|transaction).*number$|reference$/, '10442'],
  [/memo\.number$/, 'CM-1007'],
  [/memo\.status$/, 'Open'],
  [/routing_number$/, '110000000'],
  [/account_number$/, '000123456789'],
  [/\.(number|named|invoice|invoices|before)$/, 'INV-1042'],
  [/\.bic$/, 'CHASUS33'],
  [/\.iban$/, 'DE89370400440532013000'],
  [/bank_name$/, 'Casco Bay Bank'],
  [/last4|last_4_digits|ending$/, '4242'],
  [/brand$/, 'visa'],
  [/\.(terms)$/, 'net_30'],
  [/line.*\.description$|\.item$/, 'Cups and plates'],
  [/(default_|sale_)?terms$/, 'Payment is due within 30 days.'],
  [/subject$/, 'Invoice INV-1042 is due'],
  [/message|\.body|note$|notes$/, 'Thank you for your order.'],
  [/reason|because$|cause$/, 'Ordered twice'],
  [/(step|step_id|steps\.id)$/, 'step-first'],
  [/advance$/, 'P3D'],
  [/method_display|\.display$/, 'Visa ending in 4242'],
  [/kind_display|type_display$/, 'Card'],
  [/status_display$/, 'Confirmed'],
  [/(refund|payment|installment)s?\.status$/, 'confirmed'],
  [/event_type$/, 'invoice.sent'],
  [/(^|\.)type$/, 'invoice'],
  [/transaction_type$/, 'Invoice'],
  [/status$/, 'Due in 12 days'],
  [/\.state$/, 'open'],
  [/\.kind$/, 'email'],
  [/channel$/, 'email'],
  [/\.(method|option|choice)$/, 'sandbox-card'],
  [/provider|processor/, 'sandbox'],
  [/\.(label|text|title|detail|summary)$/, 'Invoice INV-1042'],
  [/columns$/, 'number,customer:14,remaining'],
  [/order_by$/, 'due_date'],
  [/search|found/, 'harbor'],
  [/scope/, 'invoices.read'],
  // Secrets, none of which opens anything.
  [/recovery_codes$/, 'k4fw-9t2m'],
  [/(auth_)?code$/, '123456'],
  [/password/, 'collect-what-is-owed'],
  [/key\.key$/, 'qk_live_0193a5b0_8c41example'],
  [/\.prefix$/, 'qk_live_0193'],
  [/secret$/, 'whsec_ZXhhbXBsZS1zZWNyZXQ'],
  [/token|\.hash$|client_id|gateway_id|publishable_key|browser_key|\.version$/, '4f9c2a7be1d04c55'],
]

/** Returns a value for a text field; its name in words where the table has none. */
export function exampleText({ name, owner }: ExampleField): string {
  const known = TEXTS.find(([pattern]) => pattern.test(`${owner}.${name}`))?.[1]
  if (known !== undefined) return known
  const words = name.replaceAll('_', ' ').trim()
  return words === '' ? 'Text' : words[0]!.toUpperCase() + words.slice(1)
}

/** Amounts that are usually nothing. */
const ZERO =
  /in_flight|refunded|surcharge|discount|return|waived|reversed|tax|written_off|fee|credit|^paid$|past_due|days_\d|over_90|overdue|unapplied|low/

export function exampleAmount({ name, owner, sent }: ExampleField): string {
  if (!sent && (ZERO.test(name) || owner === 'taxes')) return '0.00'
  return /^cap$|flat|min_/.test(name) || /fee|refund/.test(owner) ? '25.00' : '1264.50'
}

export function exampleDate({ name }: ExampleField): string {
  if (/due|until|^to$|expires|ends?_|last_day|confirm|promised|arrives|next/.test(name)) return '2026-12-02'
  return /invoice_date|issued|from|first|since/.test(name) ? '2026-11-02' : '2026-11-20'
}

const COUNTS: readonly (readonly [RegExp, number])[] = [
  [/expiration_month|exp_month/, 8],
  [/expiration_year|exp_year/, 2029],
  [/bytes/, 48_210],
  [/duration_ms/, 184],
  [/status/, 200],
  [/hour/, 9],
  [/position/, 1042],
  [/max_length/, 34],
  [/rows$/, 40],
  [/expires_in_days/, 90],
  [/days_past_due/, 0],
  [/(^|_)days(_|$)/, 30],
  [
    /canceled|conflict|defaulted|duplicate|failed|inactive|left_out|missed|nothing|off$|reject|twice|undecided|undelivered|unchanged/,
    0,
  ],
]

export function exampleNumber({ name, sent }: ExampleField): number {
  if (name === 'text_version') return CONSENT_TEXT_VERSION
  if (sent && name !== 'expires_in_days') return 1
  return COUNTS.find(([pattern]) => pattern.test(name))?.[1] ?? 1
}

/** States that a record of an example is not in, and values that it therefore lacks. */
const UNUSUAL =
  /again|archived|awaited|blocked|cancel|closed|demo$|deleted|dispute|draft|empty|ended|erased|expired|fail|finished|has_more|held|inquiry|is_(changed|cut|paused|outdated)|kept|legacy|merged|missing|multi_currency|^next$|obstacle|off_by|paused|preparing|previous|problem|reason|refused|removed|restored|revoked|sandbox$|snooze|stopped|suggested|undo|unsubscribed|void|waived|why_not|write_off/

export const isUnusual = ({ name, sent }: ExampleField): boolean => !sent && UNUSUAL.test(name)

/** Returns the id of a record: the same for every field that names it. */
export function exampleId({ name, owner }: ExampleField): string {
  const named = name === 'pk' || name === 'id' ? owner : name
  const record = named.replace(/_id$/, '').replace(/s$/, '')
  return `0193a5b0-7c1e-7d2a-9f3b-${createHash('sha256').update(record).digest('hex').slice(0, 12)}`
}

/** Enum values that say most about a record, which is in its usual state. */
const USUAL = [
  'invoice.sent',
  'invoice',
  'open',
  'active',
  'confirmed',
  'enabled',
  'delivered',
  'connected',
  'sent',
  'done',
]

export const exampleChoice = (choices: readonly unknown[], { sent }: ExampleField): unknown =>
  sent ? choices[0] : (USUAL.find((one) => choices.includes(one)) ?? choices[0])

/** Optional fields that a reader expects in a request. */
export const isExpected = (name: string): boolean =>
  /^(customers|invoices|email|primary_phone|currency|terms|due_date|invoice_date|message|reference|quantity|unit_price|notes)$/.test(
    name,
  )

/** Objects with free names, by the name of their field. */
export const EXAMPLE_RECORDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  mapping: { short_name: 0, email: 1 },
  errors: { email: ['Enter a valid email address.'] },
  query: { view: 'open' },
  views: { '0193a5b0-7c1e-7d2a-9f3b-2a4c6e8f0a1b': 12 },
  colors: { '--brand': '#0e6553' },
  aging_counts: { current: 4, days_30: 1 },
  extra_data: { code: '4f9c2a7be1d04c55' },
  values: { name: 'Harbor Foods' },
  form: { amount: '1264.50', request_id: 'order-2026-1042' },
}
