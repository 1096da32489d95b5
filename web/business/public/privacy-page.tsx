import type { ReactNode } from 'react'
import { Link } from '../../ui/layout/link.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../layout/calm-page.tsx'
import { SupportContact } from './support-contact.tsx'
import { useInstallation } from './use-installation.ts'

const KEPT: ReadonlyArray<readonly [what: string, howLong: string]> = [
  [
    'Customers, invoices, credit memos, payments, and the log of who did what',
    'As long as the company has its account',
  ],
  ['Pay links and links to a shared report', 'As long as the invoice or report. Ended links open nothing.'],
  ['Email contents', '90 days. We keep the date it was sent.'],
  ['Import files', '30 days, or 7 days when nothing was imported'],
  ['Ended sessions and one-time login links', '30 days after they end'],
  ['Request counts by network address, to stop abuse', '1 day'],
]

/** Privacy page: the stored data, its location and retention, and the contact. Public. */
export function PrivacyPage() {
  const operator = useInstallation().data?.operator ?? 'The operator of this site'
  return (
    <CalmPage
      wide
      foot={
        <Link href="/" className={inlineLink}>
          Go to the app
        </Link>
      }
    >
      <CalmHeading title="Privacy">What we store about you, where, how long, and who to ask.</CalmHeading>
      <div className="grid gap-8 text-ink-2">
        <Part title="Who is responsible">
          <p>
            Companies use Quittance to invoice their customers. Each company is responsible for its customers’
            data. {operator} stores it for the company and is responsible for the logins of its users.
          </p>
        </Part>
        <Part title="What is stored">
          <List>
            <li>
              For people who log in: name, email address, a hashed password, and each login’s time, network
              address and browser.
            </li>
            <li>
              For a company’s customers: names, addresses, email addresses, phone numbers, invoices and
              payments.
            </li>
            <li>
              For a stored payment method: type, brand, last four digits and expiry. The payment processor
              keeps the number.
            </li>
            <li>The company’s audit log: who did what, when and from which network address.</li>
          </List>
        </Part>
        <Part title="Where">
          <p>
            In this site’s database and its backups. Each company’s data is kept separate. Emails go through
            this site’s mail server, and payments go to the company’s payment processor. We don’t use
            advertising or analytics services, and we sell nothing.
          </p>
        </Part>
        <Part title="In your browser">
          <p>
            Your browser stores your login until you log out, your current account and your theme. If you came
            from a campaign, we keep its name for 30 days. We use one cookie. It keeps customers logged in for
            up to 15 minutes when a portal is part of a company’s website and the browser blocks storage.
          </p>
        </Part>
        <Part title="How long">
          <dl className="grid gap-4 sm:grid-cols-2 sm:gap-x-8">
            {KEPT.map(([what, howLong]) => (
              <div key={what} className="grid content-start gap-1">
                <dt className="font-medium text-ink">{what}</dt>
                <dd>{howLong}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title="Who to ask">
          <p>
            If you pay a company’s invoices, ask that company first. It decides what is stored about you and
            can correct it. Its address is on each invoice.
          </p>
          <SupportContact about="anything else, or to see, correct or delete your data" />
        </Part>
      </div>
    </CalmPage>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-16 font-semibold text-ink">{title}</h2>
      {children}
    </section>
  )
}

const List = ({ children }: { children: ReactNode }) => (
  <ul className="grid list-disc gap-2 ps-5 marker:text-ink-3">{children}</ul>
)
