import { formatDate } from '../../../domain/dates/calendar.ts'
import { IMPORTED_DAYS, MAX_REASONS, UNUSED_DAYS } from '../../../domain/parsing/import-retention.ts'
import { useAccount } from '../../session/account-context.ts'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { hasReasons, type ImportRun, isForgotten } from './import-words.ts'

/** Explains data retention before a file is uploaded. */
export const KEPT_HINT = `We delete files ${IMPORTED_DAYS} days after import, or after ${UNUSED_DAYS} days if you don’t import them.`

const REASONS_STAY = `We keep the first ${MAX_REASONS.toLocaleString('en-US')} skipped rows, with reasons.`

/** Shows how long the file and rows of an import are kept, or what is left of them. */
export function ImportKeeping({ run }: { run: ImportRun }) {
  const account = useAccount()
  return (
    <p className="px-4 pb-4 text-ink-2 md:px-6">
      {isForgotten(run)
        ? `We deleted the file ${IMPORTED_DAYS} days after import. ${hasReasons(run) ? REASONS_STAY : ''}`
        : `We’ll delete the file and its rows on ${formatDate(dayOf(run.kept_until!, account.timezone), account.date_format)}. ${run.status === 'done' ? 'Imported records stay.' : ''}`}
    </p>
  )
}
