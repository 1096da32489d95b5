import { type CalendarDate, type DateFormat, dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../../../../domain/dates/terms.ts'
import type { CurrencyCode } from '../../../../../domain/money/money.ts'
import type { BankDetails } from '../../../../../domain/payments/bank-details.ts'
import { addressLines } from '../../../../../domain/people/postal-address.ts'
import { portalOrigin } from '../../../../platform/config.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { logoPath, readAccountRow } from '../../../accounts/index.ts'

/** The account's company and the settings that documents use. */
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
  /** Path of the company's logo on every host of the product; null without one. */
  readonly logo: string | null
  readonly accentColor: string
  readonly customerNote: string
  readonly saleTerms: string
  readonly bank: BankDetails
  /** 'https://brightwater.example.com', without a trailing slash. */
  readonly portalOrigin: string
}

/** Returns the issuer of the transaction's account. Reads the account once per transaction. */
export async function readIssuer(ctx: Ctx): Promise<Issuer> {
  const account = await readAccountRow(ctx)
  const { company } = account
  return {
    currency: account.currency,
    timezone: account.timezone,
    dateFormat: account.dateFormat,
    accountType: account.type,
    defaultTerms: account.defaultTerms,
    defaultNotes: account.defaultNotes,
    today: dateInZone(ctx.now, account.timezone),
    companyName: company.name,
    email: company.email,
    phone: company.phone,
    addressLines: addressLines(company.address),
    country: company.address.country,
    logo: logoPath(ctx.accountId, company.logoFileId),
    accentColor: company.accentColor,
    customerNote: company.customerNote,
    saleTerms: company.saleTerms,
    bank: company.bank,
    portalOrigin: portalOrigin(ctx.app.config, account.subDomain),
  }
}
