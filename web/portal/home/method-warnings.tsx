import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { useMethods } from '../methods/use-methods.ts'
import { SITE } from '../portal-session.ts'

/** Warns of stored cards that have expired or end soon, and leads to where they are replaced. */
export function MethodWarnings({ dateFormat }: { dateFormat: DateFormat }) {
  const ending = (useMethods().data ?? []).filter((method) => method.expiry !== null)
  return ending.map((method) => (
    <Note
      key={method.id}
      tone="warning"
      className="lg:col-span-2"
      title={`${method.display} ${method.expiry === 'expired' ? 'expired' : 'expires'} on ${formatDate(method.expires_on!, dateFormat)}`}
    >
      {method.auto_payments ? 'It pays your invoices automatically. ' : ''}
      <Link href={`${SITE}?tab=payments`} className="font-medium underline underline-offset-3">
        Replace it
      </Link>{' '}
      or remove it.
    </Note>
  ))
}
