import type { ReactNode } from 'react'
import { Link } from '../../ui/layout/link.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../layout/calm-page.tsx'
import { SupportContact } from './support-contact.tsx'
import { useInstallation } from './use-installation.ts'

const KEPT: ReadonlyArray<readonly [what: string, howLong: string]> = [
  [
    'Customers, invoices, credit memos, payments, and the log of who did what',
    'As long as the company’s account is there: they are its books',
  ],
  [
    'Pay links and links to a shared report',
    'As long as what they lead to. Once they are over they open nothing',
  ],
  ['What an email said', '90 days. That it was sent stays'],
  ['Files of an import', '30 days; 7 days when nothing was imported'],
  ['Logins that have ended, and links that let somebody in once', '30 days from their end'],
  ['How often an address called us, to stop abuse', 'A day'],
]

/** Privacy page: the stored data, its location and retention, and the contact. Public. */
export function PrivacyPage() {
  const operator = useInstallation().data?.operator ?? 'Whoever runs this installation'
  return (
    <CalmPage
      wide
      foot={
        <Link href="/" className={inlineLink}>
          Go to the app
        </Link>
      }
    >
      <CalmHeading title="Privacy">
        What Quittance stores about you, where, for how long, and whom to ask.
      </CalmHeading>
      <div className="grid gap-8 text-ink-2">
        <Part title="Who is responsible">
          <p>
            A company uses Quittance to invoice its customers. What it writes here about its customers is its
            own responsibility. {operator} keeps it on the company’s behalf, and is responsible for the logins
            of the people who work here.
          </p>
        </Part>
        <Part title="What is stored">
          <List>
            <li>
              Of people who log in: name, email address, a password that can’t be read back, and for each
              login the time, the network address and the kind of browser.
            </li>
            <li>
              Of a company’s customers: what the company enters, such as names, addresses, email addresses and
              phone numbers, with their invoices and payments.
            </li>
            <li>
              Of a payment method that is kept: its kind, brand, last four digits and expiry. The payment
              processor keeps the number itself.
            </li>
            <li>Who did what and when, with the network address, in the company’s log.</li>
          </List>
        </Part>
        <Part title="Where">
          <p>
            In the database of this installation and its backups. Each company’s rows are kept apart from
            those of every other. Emails leave through its mail server, and payments go to the company’s
            payment processor. There is no advertising, no analytics service, and nothing is sold.
          </p>
        </Part>
        <Part title="In your browser">
          <p>
            The browser’s storage holds your login until you log out, the account that you work in, and the
            theme that you chose. If a campaign brought you here, its name is kept for 30 days. There is one
            cookie: it keeps a customer logged in for up to 15 minutes at a time where a portal is part of a
            company’s own website and the browser gives it no storage.
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
        <Part title="Whom to ask">
          <p>
            If you pay a company’s invoices, ask that company first: it decides what is kept about you, and
            can correct it. Its address is on each invoice.
          </p>
          <SupportContact about="anything else, or to see, correct or delete what concerns you" />
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
