/** Variables of a reminder's template, with what they hold. Amounts and dates are written out for the reader. */
export const TEMPLATE_VARIABLES = {
  'company.name': 'Your company’s name',
  'customer.name': 'The customer’s name',
  'invoice.number': 'Number of the invoice; of the longest due one when there are several',
  'invoice.date': 'Its date',
  'invoice.due_date': 'Its due date',
  'invoice.total': 'Its total',
  'invoice.remaining': 'What is still owed on it',
  'invoice.days_past_due': 'Days since its due date; 0 before it',
  'invoice.days_until_due': 'Days until its due date; 0 after it',
  invoices: 'All invoices of the message, for a loop. Each has the fields above',
  'totals.count': 'Number of invoices in the message',
  'totals.remaining': 'What is owed on all of them',
} as const

export type TemplateVariable = keyof typeof TEMPLATE_VARIABLES

/** An invoice as templates see it. */
export interface TemplateInvoice {
  readonly number: string
  readonly date: string
  readonly due_date: string
  readonly total: string
  readonly remaining: string
  readonly days_past_due: number
  readonly days_until_due: number
}

/** Everything that a template sees. */
export interface TemplateFacts {
  readonly company: { readonly name: string }
  readonly customer: { readonly name: string }
  readonly invoice: TemplateInvoice
  readonly invoices: readonly TemplateInvoice[]
  readonly totals: { readonly count: number; readonly remaining: string }
}

const sample = (number: string, days: number): TemplateInvoice => ({
  number,
  date: 'Nov 1, 2026',
  due_date: 'Dec 1, 2026',
  total: '$1,200.00',
  remaining: '$800.00',
  days_past_due: days,
  days_until_due: 0,
})

/** Facts that a template is tried with when it is saved. */
export const SAMPLE_FACTS: TemplateFacts = {
  company: { name: 'Example Company' },
  customer: { name: 'Example Customer' },
  invoice: sample('INV-1001', 14),
  invoices: [sample('INV-1001', 14), sample('INV-1002', 3)],
  totals: { count: 2, remaining: '$1,600.00' },
}
