import type { CustomerDetail } from '../../../contract/customers.ts'
import type { PaymentTerms } from '../../../domain/dates/terms.ts'
import { isLanguage, type Language } from '../../../domain/mails/languages.ts'
import { type EmailWithRole, emailRoleOf } from '../../../domain/people/email-roles.ts'
import { changedFields } from '../../session/forms/form-changes.ts'

/** Values of the form for a new customer. */
export const blankCustomer = (currency: string) => ({
  short_name: '',
  company_name: '',
  email: '',
  emails: [] as EmailWithRole[],
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
    emails: customer.emails.map((email) => ({ email, role: emailRoleOf(email, customer.email_roles) })),
    group: customer.group?.pk ?? '',
  }
}

const writtenIn = (emails: readonly EmailWithRole[]): EmailWithRole[] =>
  emails.flatMap(({ email, role }) => (email.trim() === '' ? [] : [{ email: email.trim(), role }]))

/** The body of the API's call. */
export const bodyOfCustomer = (values: CustomerValues) => ({
  ...values,
  emails: writtenIn(values.emails).map(({ email }) => email),
  email_roles: writtenIn(values.emails).filter(({ role }) => role !== 'billing'),
  terms: values.terms === '' ? null : (values.terms as PaymentTerms),
  parent: values.parent === '' ? null : values.parent,
  group: values.group === '' ? null : values.group,
  language: (isLanguage(values.language) ? values.language : null) as Language | null,
})
type Body = ReturnType<typeof bodyOfCustomer>

/** The changed fields, with the values that they had when the customer was opened. */
export const changesOfCustomer = (customer: CustomerDetail, body: Body) =>
  changedFields(bodyOfCustomer(valuesOfCustomer(customer)), body)
