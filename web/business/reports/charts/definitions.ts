import type { Definition } from './report-frame.tsx'

export const INVOICED: Definition = {
  term: 'Invoiced',
  text: 'Invoices by invoice date, including tax, less voids. Voids and changes count on the day they were made. Late fees and fees of payment plans are not included.',
}
export const COLLECTED: Definition = {
  term: 'Collected',
  text: 'Payments by the day received, less refunds and returned payments, without surcharges.',
}
export const DSO: Definition = {
  term: 'Days sales outstanding (DSO)',
  text: 'Owed at the end of the month ÷ invoiced in the 90 days before × 90. It shows how many days of invoicing are unpaid. Accounts with a shorter history use the days since their first booking. Lower is better.',
}
export const EFFECTIVENESS: Definition = {
  term: 'Collection effectiveness index (CEI)',
  text: '(Owed at the start + invoiced − owed at the end) ÷ (owed at the start + invoiced − not yet due at the end) × 100, for each month. 100% means that nothing past due is left.',
}
export const DELINQUENT: Definition = {
  term: 'Average days delinquent',
  text: 'DSO less the best possible DSO, which counts only what is not yet due: past due ÷ invoiced in the 90 days before × 90. Lower is better.',
}
export const AGING: Definition = {
  term: 'Aging',
  text: 'What was owed at the end of the day, by days past the due date that each invoice has now. Unapplied credits are not deducted.',
}
export const EXPECTED: readonly Definition[] = [
  {
    term: 'Likely',
    text: 'Each open amount, spread over the weeks in which its customer usually pays: from the customer’s own payments, by how long after the due date the money came, counting only what can still happen. Customers without payments in at least two different weeks count like all customers together.',
  },
  {
    term: '8 of 10 cases',
    text: 'The range that holds the week’s sum in 8 of 10 cases, with each customer’s amount of one due date paid at once.',
  },
  {
    term: 'Later or not at all',
    text: 'Owed, and not expected within these weeks: later payments, and invoices older than any that were ever paid.',
  },
]
export const SOURCES: readonly Definition[] = [
  COLLECTED,
  {
    term: 'Payments',
    text: 'Payments received. The list behind a source has their refunds and returns too.',
  },
  {
    term: 'Reminder',
    text: 'Payments within 7 days after a reminder that listed the invoice, except automatic ones. The latest reminder before the payment counts.',
  },
]
