import type { ContactField } from '../../../domain/people/contact-fields.ts'
import { t } from '../../ui/language/text.ts'

/** Labels of the customer's contact data, as `CONTACT_FIELDS` has them, in the language of the page. */
export const CONTACT_LABELS: Readonly<Record<ContactField, string>> = {
  company_name: t('Name'),
  email: t('Email for invoices'),
  emails: t('More email addresses'),
  primary_phone: t('Phone'),
  alternate_phone: t('Other phone'),
  mobile_phone: t('Mobile phone'),
  fax: t('Fax'),
  addressline1: t('Address'),
  addressline2: t('Address line 2'),
  city: t('City'),
  state: t('State', { context: 'of an address' }),
  postal_code: t('Postal code'),
  country: t('Country'),
}
