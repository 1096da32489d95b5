import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type { IntuitSettings } from '../../../platform/processors/intuit-settings.ts'
import { authorizePage, requestTokens, revokeToken } from '../../intuit/oauth.ts'
import type { AccountingPlatform, Choice, Connection, Outcome, RemoteKind, RemoteRecord } from '../port.ts'
import { createClient } from './client.ts'
import { applyCredit, findPayment, postPayment, reversePayment } from './posting.ts'
import { type Company, readCustomer, readInvoice, readMemo, readPayment } from './read-records.ts'
import { customerShape, invoiceShape, memoShape, paymentShape } from './wire.ts'

const SCOPE = 'com.intuit.quickbooks.accounting'
const PAGE = 500
/** Changes are kept for 30 days. */
const REMEMBERED_MS = 29 * DAY_MS
/** Clocks differ, so changes are read again over this time. */
const OVERLAP_MS = 5 * MINUTE_MS
/** An answer about changes has at most so many records and no second page. */
const MOST_CHANGES = 1000

const ENTITIES = {
  customer: 'Customer',
  invoice: 'Invoice',
  credit_memo: 'CreditMemo',
  payment: 'Payment',
} as const satisfies Record<RemoteKind, string>

const READERS: { readonly [K in RemoteKind]: (record: unknown, company: Company) => RemoteRecord } = {
  customer: (record, company) => readCustomer(customerShape.parse(record), company),
  invoice: (record, company) => readInvoice(invoiceShape.parse(record), company),
  credit_memo: (record, company) => readMemo(memoShape.parse(record), company),
  payment: (record, company) => readPayment(paymentShape.parse(record), company),
}

const listed = z.looseObject({ totalCount: z.number().optional() })
const queried = z.object({ QueryResponse: listed })
const changed = z.object({ CDCResponse: z.array(z.object({ QueryResponse: z.array(listed) })) })
const info = z.object({
  CompanyInfo: z.object({
    CompanyName: z.string().default(''),
    Email: z.object({ Address: z.string().default('') }).optional(),
    PrimaryPhone: z.object({ FreeFormNumber: z.string().default('') }).optional(),
    CompanyAddr: z.object({ PostalCode: z.string().default('') }).optional(),
    Country: z.string().default(''),
  }),
})
const preferences = z.object({
  Preferences: z.object({ CurrencyPrefs: z.object({ HomeCurrency: z.object({ value: z.string() }) }) }),
})
const named = z.array(
  z.object({
    Id: z.string(),
    Name: z.string(),
    AccountType: z.string().default(''),
    Type: z.string().default(''),
  }),
)

const LISTS = {
  tax_codes: ['TaxCode', 'select * from TaxCode maxresults 500'],
  items: ['Item', 'select * from Item maxresults 500'],
  accounts: [
    'Account',
    "select * from Account where AccountType in ('Bank', 'Other Current Asset') maxresults 500",
  ],
} as const

const malformed: Outcome<never> = {
  ok: false,
  error: { kind: 'unavailable', code: 'malformed_answer', raw: null },
}

/** QuickBooks Online: reads by query and change data capture, posts by the payment call. */
export function createQuickBooksOnline(settings: IntuitSettings, wallNow: () => number): AccountingPlatform {
  const call = createClient(settings)
  const posting = { call, appUrl: settings.appUrl }
  const isoBefore = (ms: number) => new Date(wallNow() - ms).toISOString() // an instant from the given clock
  const currencies = new Map<string, string>()

  /** The home currency of a company never changes, so it is read once. */
  async function companyOf(connection: Connection): Promise<Outcome<Company>> {
    const realm = connection.remoteId ?? ''
    const known = currencies.get(realm)
    if (known !== undefined) return { ok: true, value: { homeCurrency: known, appUrl: settings.appUrl } }
    const answer = await call(connection, { method: 'GET', path: 'preferences' })
    if (!answer.ok) return answer
    const homeCurrency = preferences.safeParse(answer.value).data?.Preferences.CurrencyPrefs.HomeCurrency
      .value
    currencies.set(realm, homeCurrency ?? 'USD')
    return companyOf(connection)
  }

  const query = (connection: Connection, text: string) =>
    call(connection, { method: 'GET', path: 'query', query: { query: text } })

  /** Reads with the company's currency; a record that can't be understood fails the whole, so that none is left out silently. */
  async function reading<T>(
    connection: Connection,
    work: (company: Company) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const company = await companyOf(connection)
    if (!company.ok) return company
    try {
      return await work(company.value)
    } catch {
      return malformed
    }
  }

  return {
    id: 'quickbooks',
    name: 'QuickBooks Online',
    features: {
      post_payments: true,
      apply_credit: true,
      late_fees: false,
      tax_codes: true,
      items: true,
      accounts: true,
      multi_currency: true,
      webhooks: false,
    },
    connectStart: (given) => ({ url: authorizePage(settings, { ...given, scope: SCOPE }) }),
    async connectFinish({ code, realmId }, redirectUri) {
      if (realmId === '') return { ok: false, error: { kind: 'invalid', code: 'no_company', raw: null } }
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const tokens = await requestTokens(settings, wallNow, grant)
      return tokens.ok ? { ok: true, value: { ...tokens.value, remoteId: realmId } } : tokens
    },
    refresh: ({ refreshToken }) =>
      requestTokens(settings, wallNow, { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }),
    disconnect: ({ credentials }) => revokeToken(settings, credentials?.refreshToken ?? ''),
    async company(connection) {
      const realm = connection.remoteId ?? ''
      const answer = await call(connection, { method: 'GET', path: `companyinfo/${realm}` })
      if (!answer.ok) return answer
      const company = await companyOf(connection)
      if (!company.ok) return company
      const read = info.safeParse(answer.value)
      if (!read.success) return malformed
      const { CompanyInfo: found } = read.data
      return {
        ok: true,
        value: {
          remoteId: realm,
          name: found.CompanyName,
          email: found.Email?.Address ?? '',
          phone: found.PrimaryPhone?.FreeFormNumber ?? '',
          postalCode: found.CompanyAddr?.PostalCode ?? '',
          country: found.Country,
          currency: company.value.homeCurrency,
        },
      }
    },
    position: async () => ({ ok: true, value: isoBefore(OVERLAP_MS) }),
    pull: (connection, kind, cursor) =>
      reading(connection, async (company) => {
        const start = cursor === null ? 1 : Number(cursor) // not money: a position
        const entity = ENTITIES[kind]
        const inactive = kind === 'customer' ? ' where Active in (true, false)' : ''
        const counted =
          cursor === null ? await query(connection, `select count(*) from ${entity}${inactive}`) : null
        if (counted?.ok === false) return counted
        const answer = await query(
          connection,
          `select * from ${entity}${inactive} orderby Id startposition ${start} maxresults ${PAGE}`,
        )
        if (!answer.ok) return answer
        const rows = (queried.parse(answer.value).QueryResponse[entity] ?? []) as unknown[]
        return {
          ok: true,
          value: {
            records: rows.map((row) => READERS[kind](row, company)),
            next: rows.length === PAGE ? `${start + PAGE}` : null,
            total: counted ? (queried.parse(counted.value).QueryResponse.totalCount ?? null) : null,
          },
        }
      }),
    changes: (connection, position) =>
      reading(connection, async (company) => {
        const next = isoBefore(OVERLAP_MS)
        if (wallNow() - Date.parse(position) > REMEMBERED_MS)
          return { ok: true, value: { records: [], next, more: false, gap: true } }
        const answer = await call(connection, {
          method: 'GET',
          path: 'cdc',
          query: { entities: Object.values(ENTITIES).join(','), changedSince: position },
        })
        if (!answer.ok) return answer
        const lists = changed.parse(answer.value).CDCResponse.flatMap(({ QueryResponse }) => QueryResponse)
        const records = (Object.keys(ENTITIES) as RemoteKind[]).flatMap((kind) =>
          lists
            .flatMap((list) => (list[ENTITIES[kind]] ?? []) as unknown[])
            .map((row) => READERS[kind](row, company)),
        )
        return { ok: true, value: { records, next, more: false, gap: records.length >= MOST_CHANGES } }
      }),
    read: (connection, kind, remoteId) =>
      reading(connection, async (company) => {
        const entity = ENTITIES[kind]
        const path = `${entity.toLowerCase()}/${encodeURIComponent(remoteId)}`
        const answer = await call(connection, { method: 'GET', path })
        if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
        const found = z.looseObject({}).parse(answer.value)[entity]
        return { ok: true, value: found === undefined ? null : READERS[kind](found, company) }
      }),
    async choices(connection, list) {
      const [entity, text] = LISTS[list]
      const answer = await query(connection, text)
      if (!answer.ok) return answer
      const rows = named.safeParse(queried.safeParse(answer.value).data?.QueryResponse[entity] ?? [])
      return rows.success ? { ok: true, value: rows.data.map(toChoice) } : malformed
    },
    postPayment: (connection, payment, key) => postPayment(posting, connection, payment, key),
    applyCredit: (connection, credit, key) => applyCredit(posting, connection, credit, key),
    findPayment: (connection, reference) => findPayment(posting, connection, reference),
    reversePayment: (connection, given, key) => reversePayment(posting, connection, given, key),
  }
}

const toChoice = (row: z.output<typeof named>[number]): Choice => ({
  id: row.Id,
  name: row.Name,
  detail: row.AccountType || row.Type,
})
