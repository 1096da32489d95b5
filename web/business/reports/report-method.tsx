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
      aria-label="How we calculate these figures"
      className="grid gap-3 border-t border-line pt-5 text-ink-2"
    >
      <h2 className="text-14 font-semibold text-ink">How we calculate these figures</h2>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Meaning term="Total owed">
          The unpaid amount of all open invoices, including tax. Unapplied credits and overpayments are not
          deducted.
        </Meaning>
        <Meaning term="Aging">Total owed by days past the due date. Amounts not due yet are current.</Meaning>
        <Meaning term="Days sales outstanding (DSO)">
          Total owed ÷ invoiced in the last 90 days × 90. Shows how many days of invoicing are unpaid.{' '}
          {currencies.map(dsoWords).join(' ')}
        </Meaning>
        <Meaning term="Invoiced and collected">
          Invoices by invoice date, including tax, minus voids. Voids and changes count on the day they were
          made. Late fees and fees of payment plans are not included. Payments by the day received, minus
          refunds and returns, without fees.
        </Meaning>
        <Meaning term="Owed at month end">
          From the ledger, by booking date. Applied credits and write-offs also reduce it. The last line is
          today.
        </Meaning>
        {!shows_customers && (
          <Meaning term="Customers">{who} shares this report without the names of its customers.</Meaning>
        )}
      </dl>
      <p className="text-12 text-ink-3">
        {who} shares this report through a private link that works until {formatDate(expires_on, date_format)}{' '}
        or until sharing stops. Days follow the {timezone} time zone. Made with Quittance.
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
