import type { ReactNode } from 'react'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { rich, t } from '../../ui/language/text.ts'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { useMethods } from '../methods/use-methods.ts'
import { SITE } from '../portal-session.ts'

const toMethods = (text: ReactNode) => (
  <Link href={`${SITE}?tab=payments`} className="font-medium underline underline-offset-3">
    {text}
  </Link>
)

const titleOf = ({ display, expiry }: { display: string; expiry: string | null }, date: string): string =>
  expiry === 'expired'
    ? t('{method} expired on {date}', { method: display, date })
    : t('{method} expires on {date}', { method: display, date })

/** Warns of stored cards that have expired or end soon, and leads to where they are replaced. */
export function MethodWarnings({ dateFormat }: { dateFormat: DateFormat }) {
  const ending = (useMethods().data ?? []).filter((method) => method.expiry !== null)
  return ending.map((method) => (
    <Note
      key={method.id}
      tone="warning"
      className="lg:col-span-2"
      title={titleOf(method, formatDate(method.expires_on!, dateFormat))}
    >
      {method.auto_payments
        ? rich('It pays your invoices automatically. <link>Replace it</link> or remove it.', {
            link: toMethods,
          })
        : rich('<link>Replace it</link> or remove it.', { link: toMethods })}
    </Note>
  ))
}
