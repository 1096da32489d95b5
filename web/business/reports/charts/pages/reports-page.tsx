import { Link } from '../../../../ui/layout/link.tsx'
import { PageHeader } from '../../../../ui/layout/page-header.tsx'
import { HelpNote } from '../../../help/help-note.tsx'
import { ACTIVITY_PATH, reportPath } from '../../../paths.ts'
import { REPORT_GROUPS } from '../report-groups.ts'

/** All reports, with what each of them answers. */
export function ReportsPage() {
  return (
    <>
      <PageHeader title="Reports" className="border-b border-line" />
      <HelpNote topic="reports" className="border-t-0 border-b" />
      <div className="grid gap-6 p-4 md:p-6 xl:grid-cols-3">
        {REPORT_GROUPS.map((group) => (
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
  <Link href={href} className="group -mx-2 block rounded-6 px-2 py-3 hover:bg-sunken">
    <span className="block font-medium underline-offset-3 group-hover:underline">{title}</span>
    <span className="block text-ink-2">{text}</span>
  </Link>
)
