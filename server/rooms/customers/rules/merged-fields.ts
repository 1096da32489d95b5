import type { Customer, CustomerFields } from '../rules.ts'

/** Fields that a merge changes. */
export type MergedFields = Pick<
  CustomerFields,
  | 'email'
  | 'extraEmails'
  | 'emailRoles'
  | 'primaryPhone'
  | 'alternatePhone'
  | 'mobilePhone'
  | 'fax'
  | 'companyName'
  | 'addressline1'
  | 'addressline2'
  | 'city'
  | 'state'
  | 'postalCode'
  | 'country'
  | 'notes'
  | 'groupId'
  | 'terms'
  | 'language'
  | 'parentId'
  | 'isActive'
>

export const mergedFieldsOf = (one: Customer): MergedFields => ({
  email: one.email,
  extraEmails: one.extraEmails,
  emailRoles: one.emailRoles,
  primaryPhone: one.primaryPhone,
  alternatePhone: one.alternatePhone,
  mobilePhone: one.mobilePhone,
  fax: one.fax,
  companyName: one.companyName,
  addressline1: one.addressline1,
  addressline2: one.addressline2,
  city: one.city,
  state: one.state,
  postalCode: one.postalCode,
  country: one.country,
  notes: one.notes,
  groupId: one.groupId,
  terms: one.terms,
  language: one.language,
  parentId: one.parentId,
  isActive: one.isActive,
})
