import type { ContactField, ContactTexts } from '../../../domain/people/contact-fields.ts'
import { addressesIn, CONTACT_FIELD_NAMES } from '../../../domain/people/contact-fields.ts'

/** The fields of a customer that a proposal is about. */
interface Contact {
  readonly companyName: string
  readonly email: string
  readonly extraEmails: readonly string[]
  readonly primaryPhone: string
  readonly alternatePhone: string
  readonly mobilePhone: string
  readonly fax: string
  readonly addressline1: string
  readonly addressline2: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
}

/** A customer's contact data as texts by their names in the API. */
export const contactTexts = (customer: Contact): ContactTexts => ({
  company_name: customer.companyName,
  email: customer.email,
  emails: customer.extraEmails.join(', '),
  primary_phone: customer.primaryPhone,
  alternate_phone: customer.alternatePhone,
  mobile_phone: customer.mobilePhone,
  fax: customer.fax,
  addressline1: customer.addressline1,
  addressline2: customer.addressline2,
  city: customer.city,
  state: customer.state,
  postal_code: customer.postalCode,
  country: customer.country,
})

/** Texts in the form in which they are compared and stored: addresses in lower case, one comma between them. */
export const tidyTexts = (texts: ContactTexts): ContactTexts => ({
  ...texts,
  email: texts.email.toLowerCase(),
  emails: [...new Set(addressesIn(texts.emails.toLowerCase()))].join(', '),
})

/** Fields that staff edited after the proposal, to something else than proposed. */
export const conflictsOf = (
  { proposed, before }: { proposed: Partial<ContactTexts>; before: Partial<ContactTexts> },
  current: ContactTexts,
): ContactField[] =>
  CONTACT_FIELD_NAMES.filter(
    (name) =>
      proposed[name] !== undefined && current[name] !== before[name] && current[name] !== proposed[name],
  )

/** The proposed fields as the body of a change of the customer. */
export function changeBody({ emails, ...texts }: Partial<ContactTexts>) {
  return { ...texts, ...(emails !== undefined && { emails: addressesIn(emails) }) }
}
