import { cx } from '../../../ui/cx.ts'
import { t } from '../../../ui/language/text.ts'

/** Shows the company's address and number for questions, in one line. */
export function AskLine({
  company: { email, phone },
  className,
}: {
  company: { email: string; phone: string }
  className?: string | undefined
}) {
  if (email === '' && phone === '') return null
  return (
    <p className={cx('flex flex-wrap gap-x-3 text-13 text-ink-3', className)}>
      {t('Questions?')}
      {email !== '' && (
        <a href={`mailto:${email}`} className="link-quiet wrap-anywhere">
          {email}
        </a>
      )}
      {phone !== '' && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="num link-quiet">
          {phone}
        </a>
      )}
    </p>
  )
}
