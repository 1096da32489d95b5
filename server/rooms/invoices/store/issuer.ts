import { sql } from 'kysely'
import { type CalendarDate, type DateFormat, dateInZone } from '../../../../domain/calendar.ts'
import type { CurrencyCode } from '../../../../domain/money.ts'
import type { PaymentTerms } from '../../../../domain/terms.ts'
import { portalOrigin } from '../../../platform/config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readStoredFile } from '../../../platform/files.ts'
import type { PdfCompany } from '../../../platform/pdf/pdf-data.ts'

/** Who issues documents: the account's company and the settings that documents follow. */
export interface Issuer {
  readonly currency: CurrencyCode
  readonly timezone: string
  readonly dateFormat: DateFormat
  readonly accountType: 'local' | 'provider' | null
  readonly defaultTerms: PaymentTerms
  readonly defaultNotes: string
  /** The date in the account's time zone, by the product's clock. */
  readonly today: CalendarDate
  readonly companyName: string
  readonly email: string
  readonly phone: string
  readonly addressLines: readonly string[]
  readonly country: string
  readonly logoFileId: string | null
  /** 'https://brightwater.example.com', without a final slash. */
  readonly portalOrigin: string
}

interface IssuerRow {
  currency: string
  timezone: string
  date_format: DateFormat
  account_type: 'local' | 'provider' | null
  default_terms: PaymentTerms
  default_notes: string
  name: string
  email: string
  phone: string
  addressline1: string
  addressline2: string
  addressline3: string
  addressline4: string
  city: string
  state: string
  postal_code: string
  country: string
  logo_file_id: string | null
  sub_domain: string
}

/** The account that the transaction is in, as its documents name it. */
export async function readIssuer(ctx: Ctx): Promise<Issuer> {
  const result = await sql<IssuerRow>`
    select a.currency, a.timezone, a.date_format, a.account_type, a.default_terms, a.default_notes, c.name, c.email, c.phone,
      c.addressline1, c.addressline2, c.addressline3, c.addressline4, c.city, c.state, c.postal_code, c.country,
      c.logo_file_id, p.sub_domain
    from accounts a join companies c on c.account_id = a.account_id join portal_preferences p on p.account_id = a.account_id
    where a.account_id = ${ctx.accountId}`.execute(ctx.db)
  const row = result.rows[0]!
  return {
    currency: row.currency,
    timezone: row.timezone,
    dateFormat: row.date_format,
    accountType: row.account_type,
    defaultTerms: row.default_terms,
    defaultNotes: row.default_notes,
    today: dateInZone(ctx.now, row.timezone),
    companyName: row.name,
    email: row.email,
    phone: row.phone,
    addressLines: addressLines(row),
    country: row.country,
    logoFileId: row.logo_file_id,
    portalOrigin: portalOrigin(ctx.app.config, row.sub_domain),
  }
}

/** An address as lines: street, then city, state and postal code, then country. Empty parts leave nothing behind. */
export function addressLines(parts: {
  addressline1: string
  addressline2: string
  addressline3?: string
  addressline4?: string
  city: string
  state: string
  postal_code: string
  country: string
}): string[] {
  const region = [parts.state, parts.postal_code].filter(Boolean).join(' ')
  const town = [parts.city, region].filter(Boolean).join(', ')
  const streets = [parts.addressline1, parts.addressline2, parts.addressline3, parts.addressline4]
  return [...streets, town, parts.country].filter((line): line is string => line !== undefined && line !== '')
}

/** The company's logo as PNG bytes; null without one. */
export async function logoOf(ctx: Ctx, issuer: Issuer): Promise<Buffer | null> {
  if (issuer.logoFileId === null) return null
  const file = await readStoredFile(ctx, issuer.logoFileId)
  return file?.mediaType === 'image/png' ? file.bytes : null
}

/** The head of a document. */
export const pdfCompanyOf = async (ctx: Ctx, issuer: Issuer): Promise<PdfCompany> => ({
  name: issuer.companyName,
  addressLines: issuer.addressLines,
  email: issuer.email,
  phone: issuer.phone,
  countryCode: issuer.country,
  logoPng: await logoOf(ctx, issuer),
})
