import { Link } from '../../../../ui/layout/link.tsx'
import { PageHeader } from '../../../../ui/layout/page-header.tsx'
import { ACTIVITY_PATH, reportPath } from '../../../paths.ts'

const GROUPS = [
  {
    title: 'Money that came',
    reports: [
      ['cash', 'Collected and invoiced', 'What came in against what you billed, month by month.'],
      [
        'collection',
        'How well we collect',
        'Days sales outstanding, collection effectiveness, average days delinquent.',
      ],
      [
        'sources',
        'Collected by source',
        'What brought the money: reminders, the portal, automatic payments, your own hands.',
      ],
    ],
  },
  {
    title: 'Money that is owed',
    reports: [
      ['aging', 'Aging over time', 'How old the owed amounts were at the end of each month.'],
      ['aging-by-customer', 'Aging by customer', 'Who owed how much on any day, to print or export.'],
      ['debtors', 'Top debtors', 'The customers who owe most.'],
    ],
  },
  {
    title: 'Money that will come',
    reports: [
      ['expected-cash', 'Expected cash', 'What each week will likely bring, from how each customer pays.'],
      ['next-days', 'Next seven days', 'Due dates, promises, installments and automatic payments.'],
    ],
  },
] as const

/** All reports, with what each of them answers. */
export function ReportsPage() {
  return (
    <>
      <PageHeader title="Reports" className="border-b border-line" />
      <div className="grid gap-6 p-4 md:p-6 xl:grid-cols-3">
        {GROUPS.map((group) => (
          <section key={group.title} aria-label={group.title} className="min-w-0">
            <h2 className="text-14 font-semibold">{group.title}</h2>
            <ul className="mt-2 border-t border-line">
              {group.reports.map(([report, title, text]) => (
                <li key={report} className="border-b border-line">
                  <ReportLink href={reportPath(report)} title={title} text={text} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section aria-label="Activity" className="min-w-0 xl:col-span-3">
          <ReportLink
            href={ACTIVITY_PATH}
            title="Activity"
            text="Everything that happened to invoices, payments and customers, newest first."
          />
        </section>
      </div>
    </>
  )
}

const ReportLink = ({ href, title, text }: { href: string; title: string; text: string }) => (
  <Link href={href} className="group block rounded-6 px-2 py-3 hover:bg-sunken">
    <span className="block font-medium underline-offset-3 group-hover:underline">{title}</span>
    <span className="block text-ink-2">{text}</span>
  </Link>
)
