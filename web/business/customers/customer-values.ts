import type { CustomerDetail } from '../../../contract/customers.ts'
import type { PaymentTerms } from '../../../domain/dates/terms.ts'
import { isLanguage, type Language } from '../../../domain/mails/languages.ts'

/** Values of the form for a new customer. */
export const blankCustomer = (currency: string) => ({
  short_name: '',
  company_name: '',
  email: '',
  /** More addresses, separated by commas. */
  emails: '',
  primary_phone: '',
  alternate_phone: '',
  mobile_phone: '',
  fax: '',
  currency,
  terms: '',
  parent: '',
  group: '',
  addressline1: '',
  addressline2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  notes: '',
  language: '',
  reminders_status: true,
  statements_status: true,
  late_fees_status: true,
  is_active: true,
})
export type CustomerValues = ReturnType<typeof blankCustomer>

export const valuesOfCustomer = (customer: CustomerDetail): CustomerValues => {
  const start = blankCustomer(customer.currency)
  const known = Object.keys(start).map((key) => [key, (customer as Record<string, unknown>)[key] ?? ''])
  return {
    ...start,
    ...Object.fromEntries(known),
    emails: customer.emails.join(', '),
    group: customer.group?.pk ?? '',
  }
}

/** The body of the API's call. */
export const bodyOfCustomer = (values: CustomerValues) => ({
  ...values,
  emails: values.emails
    .split(/[,;\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== ''),
  terms: values.terms === '' ? null : (values.terms as PaymentTerms),
  parent: values.parent === '' ? null : values.parent,
  group: values.group === '' ? null : values.group,
  language: (isLanguage(values.language) ? values.language : null) as Language | null,
})
type Body = ReturnType<typeof bodyOfCustomer>

/**
 * The changed fields, and the values that they had when the customer was opened: the server refuses a field that somebody else
 * changed since. Other people's changes of other fields stay.
 */
export function changesOfCustomer(customer: CustomerDetail, body: Body) {
  const before: Record<string, unknown> = bodyOfCustomer(valuesOfCustomer(customer))
  const changed = Object.entries(body).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  )
  return {
    ...Object.fromEntries(changed),
    if_unchanged: Object.fromEntries(changed.map(([key]) => [key, before[key]])),
  }
}
