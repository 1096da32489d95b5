import type { CustomerFields } from '../rules.ts'

/** Name and address that a document shows. */
export type Recipient = Pick<
  CustomerFields,
  'shortName' | 'companyName' | 'addressline1' | 'addressline2' | 'city' | 'state' | 'postalCode' | 'country'
>
