import type { ReactNode } from 'react'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { dsoWords } from './dso-words.ts'
import type { SharedReport } from './shared-report.ts'

/** Defines each figure of the report for its readers. */
export function ReportMethod({ report }: { report: SharedReport }) {
  const { company, currencies, shows_customers, timezone, expires_on, date_format } = report
  const who = company.name || 'The company'
  return (
    <section
      aria-label="How these figures are made"
      className="grid gap-3 border-t border-line pt-5 text-ink-2"
    >
      <h2 className="text-14 font-semibold text-ink">How these figures are made</h2>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Meaning term="Total owed">
          What is left to pay of all open invoices, tax included. Credits and overpayments that customers have
          not used yet are not taken off.
        </Meaning>
        <Meaning term="Aging">
          The same sum by days past the due date; its five parts add up to it. What is not due yet is current.
        </Meaning>
        <Meaning term="Days sales outstanding (DSO)">
          Total owed ÷ what was invoiced in the last 90 days × 90: how many days of invoicing are still
          unpaid. {currencies.map(dsoWords).join(' ')}
        </Meaning>
        <Meaning term="Invoiced and collected">
          Invoices by their date, tax included, less what was voided; a void or a change counts on the day it
          was made. Payments by the day they came in, less refunds and returns, without fees.
        </Meaning>
        <Meaning term="Owed at the end of a month">
          From the ledger, entries by the day that they are booked on. Credits applied and invoices written
          off lower it too. The last line is today.
        </Meaning>
        {!shows_customers && (
          <Meaning term="Customers">{who} shares this report without the names of its customers.</Meaning>
        )}
      </dl>
      <p className="text-12 text-ink-3">
        {who} shares this report by a private link that works until {formatDate(expires_on, date_format)} or
        until it is ended. Days are those of {timezone}. Made with Quittance.
      </p>
    </section>
  )
}

const Meaning = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="report-whole">
    <dt className="font-medium text-ink">{term}</dt>
    <dd>{children}</dd>
  </div>
)
