import type { ImportKind } from '../row-outcomes.ts'

/** A field that a column of the file can hold. */
export interface Target {
  readonly name: string
  readonly label: string
  readonly required: boolean
}

const target = (name: string, label: string): Target => ({ name, label, required: false })
const required = (name: string, label: string): Target => ({ name, label, required: true })

const CUSTOMER_TARGETS = [
  required('short_name', 'Name'),
  target('company_name', 'Company'),
  target('first_name', 'First name'),
  target('last_name', 'Last name'),
  target('email', 'Email'),
  target('emails', 'Other emails'),
  target('email_roles', 'Roles of other emails'),
  target('primary_phone', 'Phone'),
  target('alternate_phone', 'Alternate phone'),
  target('mobile_phone', 'Mobile'),
  target('fax', 'Fax'),
  target('addressline1', 'Address'),
  target('addressline2', 'Address line 2'),
  target('city', 'City'),
  target('state', 'State or region'),
  target('postal_code', 'Postal code'),
  target('country', 'Country'),
  target('currency', 'Currency'),
  target('terms', 'Terms'),
  target('is_active', 'Active'),
  target('group', 'Group'),
  target('language', 'Language'),
  target('notes', 'Notes'),
] as const

const INVOICE_TARGETS = [
  required('number', 'Invoice number'),
  required('customer_name', 'Customer'),
  target('customer_email', 'Customer’s email'),
  required('invoice_date', 'Invoice date'),
  target('due_date', 'Due date'),
  target('terms', 'Terms'),
  target('currency', 'Currency'),
  target('total', 'Total'),
  target('amount_paid', 'Amount paid'),
  target('balance', 'Balance due'),
  target('description', 'Line: description'),
  target('quantity', 'Line: quantity'),
  target('unit_price', 'Line: price'),
  target('line_amount', 'Line: amount'),
  target('discount', 'Line: discount %'),
  target('tax_rate', 'Tax rate %'),
  target('tax_amount', 'Tax amount'),
  target('status', 'Status'),
  target('transaction_type', 'Transaction type'),
  target('notes', 'Notes'),
] as const

export const TARGETS: Readonly<Record<ImportKind, readonly Target[]>> = {
  customers: CUSTOMER_TARGETS,
  invoices: INVOICE_TARGETS,
}

/** Column of each target; null or no entry for none. */
export type Mapping = Readonly<Record<string, number | null>>

export const labelOf = (kind: ImportKind, name: string): string =>
  TARGETS[kind].find((item) => item.name === name)?.label ?? name

/** True when the file has lines, so that rows with one number are lines of one invoice. */
export const readsLines = (mapping: Mapping): boolean =>
  isMapped(mapping, 'unit_price') || isMapped(mapping, 'line_amount')

export const isMapped = (mapping: Mapping, name: string): boolean => typeof mapping[name] === 'number'

type MappingErrors = Record<string, string[]>

/** Returns the faults of a mapping by target; empty when it can be used. */
export function mappingErrors(kind: ImportKind, mapping: Mapping, columnCount: number): MappingErrors {
  const errors: MappingErrors = {}
  const known = new Set(TARGETS[kind].map((item) => item.name))
  for (const [name, column] of Object.entries(mapping)) {
    if (!known.has(name)) errors[`mapping.${name}`] = ['This field is not known.']
    else if (column !== null && column >= columnCount)
      errors[`mapping.${name}`] = ['The file doesn’t have this column.']
  }
  const missing = kind === 'customers' ? missingForCustomers(mapping) : missingForInvoices(mapping)
  for (const [name, sentence] of missing) errors[`mapping.${name}`] ??= [sentence]
  return errors
}

type Missing = [name: string, sentence: string][]

function missingForCustomers(mapping: Mapping): Missing {
  const named = ['short_name', 'company_name', 'first_name', 'last_name'].some((name) =>
    isMapped(mapping, name),
  )
  return named ? [] : [['short_name', 'Choose the column with the customers’ names.']]
}

function missingForInvoices(mapping: Mapping): Missing {
  const missing: Missing = []
  if (!isMapped(mapping, 'number')) missing.push(['number', 'Choose the column with the invoice numbers.'])
  if (!isMapped(mapping, 'customer_name') && !isMapped(mapping, 'customer_email'))
    missing.push([
      'customer_name',
      'Choose the column with the customers’ names, or the one with their emails.',
    ])
  if (!isMapped(mapping, 'invoice_date'))
    missing.push(['invoice_date', 'Choose the column with the invoice dates.'])
  if (!isMapped(mapping, 'total') && !readsLines(mapping))
    missing.push(['total', 'Choose the column with the totals, or the one with the lines’ prices.'])
  return missing
}
