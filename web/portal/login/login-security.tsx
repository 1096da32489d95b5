import { type ReactNode, useId } from 'react'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { ActiveSessions } from '../../account-security/active-sessions.tsx'
import { LoginAppContext, PageGuard } from '../../account-security/app-of-account.ts'
import { PasswordForm } from '../../account-security/password-form.tsx'
import { SecondFactor } from '../../account-security/second-factor.tsx'
import { SECTIONS } from '../../account-security/sections.ts'
import { useSession } from '../../session/session-context.tsx'
import { formatDate } from '../../ui/language/format-date.ts'
import { LOCALE } from '../../ui/language/locale.ts'
import { rich, t } from '../../ui/language/text.ts'
import { Link } from '../../ui/layout/link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

// Customers have no account time zone, so the browser's is used. The Swedish locale writes ISO dates.
const calendar = new Intl.DateTimeFormat('sv-SE')
const clock = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })

/** The customer's own login: password, second factor and active sessions. */
export function LoginSecurity({
  company,
  dateFormat,
  onClose,
}: {
  company: string
  dateFormat: DateFormat
  onClose: () => void
}) {
  const { user } = useSession()
  const day = (instant: string) => formatDate(calendar.format(Date.parse(instant)), dateFormat)
  const words = { day, moment: (instant: string) => `${day(instant)} ${clock.format(Date.parse(instant))}` }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      readFirst
      title={t('Login and security')}
      description={rich('You log in as <b>{email}</b>. Ask {company} to change it.', {
        b: (text) => <b className="font-medium text-ink">{text}</b>,
        email: user?.email,
        company,
      })}
    >
      <div className="grid gap-5">
        <Section {...SECTIONS.twoStep}>
          <LoginAppContext value={{ name: company, Guard: PageGuard }}>
            <SecondFactor words={words} />
          </LoginAppContext>
        </Section>
        <Section {...SECTIONS.password}>
          <PasswordForm />
          <p className="text-ink-2">
            {t('You never chose a password?')}{' '}
            <Link href="/customer-portal-site-forgot-password" className="underline underline-offset-3">
              {t('Email me a link to set one')}
            </Link>
          </p>
        </Section>
        <Section {...SECTIONS.places}>
          <ActiveSessions words={words} />
        </Section>
      </div>
    </Dialog>
  )
}

function Section({
  title,
  description,
  children,
}: {
  title: string
  description: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
      <div>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="mt-1 text-ink-2">{description}</p>
      </div>
      {children}
    </section>
  )
}
