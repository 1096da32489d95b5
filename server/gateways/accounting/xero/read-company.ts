import { z } from 'zod'
import type { Choice, CompanyProfile, Connection, Outcome } from '../port.ts'
import type { XeroClient } from './client.ts'
import { malformed } from './failure.ts'
import { phoneText } from './phone-text.ts'

const text = z
  .string()
  .nullish()
  .transform((given) => given ?? '')

const organisations = z.object({
  Organisations: z.tuple([
    z.object({
      Name: text,
      BaseCurrency: text,
      CountryCode: text,
      Addresses: z.array(z.object({ PostalCode: text })).default([]),
      Phones: z
        .array(z.object({ PhoneNumber: text, PhoneAreaCode: text, PhoneCountryCode: text }))
        .default([]),
    }),
  ]),
})

/** Reads the organisation. Xero has no email address of it. */
export async function readCompany(
  call: XeroClient,
  connection: Connection,
): Promise<Outcome<CompanyProfile>> {
  const answer = await call(connection, { method: 'GET', path: 'Organisation' })
  if (!answer.ok) return answer
  const read = organisations.safeParse(answer.value)
  if (!read.success) return malformed
  const [found] = read.data.Organisations
  const phone = found.Phones.find(({ PhoneNumber }) => PhoneNumber !== '')
  return {
    ok: true,
    value: {
      remoteId: connection.remoteId ?? '',
      name: found.Name,
      email: '',
      phone: phone ? phoneText(phone) : '',
      postalCode: found.Addresses.find(({ PostalCode }) => PostalCode !== '')?.PostalCode ?? '',
      country: found.CountryCode,
      currency: found.BaseCurrency,
    },
  }
}

const accounts = z.object({
  Accounts: z.array(
    z.object({
      AccountID: z.guid(),
      Code: text,
      Name: text,
      Type: text,
      Status: z.string().default('ACTIVE'),
      EnablePaymentsToAccount: z.boolean().default(false),
      SystemAccount: text,
    }),
  ),
})

export type XeroAccount = z.output<typeof accounts>['Accounts'][number]

export async function readAccounts(
  call: XeroClient,
  connection: Connection,
): Promise<Outcome<readonly XeroAccount[]>> {
  const answer = await call(connection, {
    method: 'GET',
    path: 'Accounts',
    query: { where: 'Status=="ACTIVE"' },
  })
  if (!answer.ok) return answer
  const read = accounts.safeParse(answer.value)
  return read.success ? { ok: true, value: read.data.Accounts } : malformed
}

/** True for an account to which payments can be posted. */
export const takesPayments = ({ Type, EnablePaymentsToAccount }: XeroAccount): boolean =>
  Type === 'BANK' || EnablePaymentsToAccount

const items = z.object({ Items: z.array(z.object({ ItemID: z.guid(), Code: text, Name: text })) })
const taxRates = z.object({
  TaxRates: z.array(z.object({ TaxType: z.string(), Name: text, Status: z.string().default('ACTIVE') })),
})

export async function readChoices(
  call: XeroClient,
  connection: Connection,
  list: 'tax_codes' | 'items' | 'accounts',
): Promise<Outcome<readonly Choice[]>> {
  if (list === 'accounts') {
    const found = await readAccounts(call, connection)
    if (!found.ok) return found
    const value = found.value
      .filter(takesPayments)
      .map(({ AccountID, Name, Type, Code }) => ({ id: AccountID, name: Name, detail: Code || Type }))
    return { ok: true, value }
  }
  const path = list === 'items' ? 'Items' : 'TaxRates'
  const answer = await call(connection, { method: 'GET', path })
  if (!answer.ok) return answer
  if (list === 'items') {
    const read = items.safeParse(answer.value)
    if (!read.success) return malformed
    return {
      ok: true,
      value: read.data.Items.map(({ Code, Name }) => ({ id: Code, name: Name || Code, detail: Code })),
    }
  }
  const read = taxRates.safeParse(answer.value)
  if (!read.success) return malformed
  const value = read.data.TaxRates.filter(({ Status }) => Status === 'ACTIVE').map(({ TaxType, Name }) => ({
    id: TaxType,
    name: Name,
    detail: TaxType,
  }))
  return { ok: true, value }
}
