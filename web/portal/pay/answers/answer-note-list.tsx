import { cx } from '../../../ui/cx.ts'
import { formatDate } from '../../../ui/language/format-date.ts'
import { t } from '../../../ui/language/text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { type PayableInvoice, usePayer } from '../payer.ts'

/** Tells a payer what the company knows already: a promised day, or that something is wrong. */
export function AnswerNoteList({
  invoice: { answers },
  className,
}: {
  invoice: PayableInvoice
  className?: string
}) {
  const { dateFormat } = usePayer()
  return (
    <div className={cx('grid gap-3', className)}>
      {answers.promised_on !== null && (
        <Note title={t('You’ll pay by {date}', { date: formatDate(answers.promised_on, dateFormat) })}>
          {t('We pause reminders until then. You can still pay now.')}
        </Note>
      )}
      {answers.is_disputed && (
        <Note title={t('We’re looking into this invoice')}>
          {t('We know that something is wrong with it, and will get back to you.')}
        </Note>
      )}
    </div>
  )
}
