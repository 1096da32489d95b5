/** Fields of a customer that the customer may propose to change, in the order of the form, with their labels. */
export const CONTACT_FIELDS = {
  company_name: 'Name',
  email: 'Email for invoices',
  emails: 'More email addresses',
  primary_phone: 'Phone',
  alternate_phone: 'Other phone',
  mobile_phone: 'Mobile phone',
  fax: 'Fax',
  addressline1: 'Address',
  addressline2: 'Address line 2',
  city: 'City',
  state: 'State',
  postal_code: 'Postal code',
  country: 'Country',
} as const
export type ContactField = keyof typeof CONTACT_FIELDS
export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as readonly ContactField[]

/** Contact data with one text a field; several addresses are joined by commas. */
export type ContactTexts = Readonly<Record<ContactField, string>>

/** The addresses of a text with commas or line breaks between them. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Fields whose values differ. */
export const changedContactFields = (
  before: Partial<ContactTexts>,
  after: Partial<ContactTexts>,
): ContactField[] => CONTACT_FIELD_NAMES.filter((name) => (before[name] ?? '') !== (after[name] ?? ''))
