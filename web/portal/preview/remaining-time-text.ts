import { t } from '../../ui/language/text.ts'

/** Remaining time of a preview: in minutes, rounded up, and in seconds during the last one. */
export function remainingTimeText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  if (seconds < 60) return t('Ends in {count, plural, one {# second} other {# seconds}}.', { count: seconds })
  const minutes = Math.ceil(seconds / 60)
  return t('Ends in {count, plural, one {# minute} other {# minutes}}.', { count: minutes })
}
