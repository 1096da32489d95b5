import { formatDate } from '../../../domain/dates/calendar.ts'
import { IMPORTED_DAYS, MOST_REASONS, UNUSED_DAYS } from '../../../domain/parsing/import-retention.ts'
import { useAccount } from '../../session/account-context.ts'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { hasReasons, type ImportRun, isForgotten } from './import-words.ts'

/** Explains data retention before a file is uploaded. */
export const KEPT_HINT = `A file is deleted ${IMPORTED_DAYS} days after its import, or after ${UNUSED_DAYS} days when it is not imported.`

const REASONS_STAY = `Of the rows left out the first ${MOST_REASONS.toLocaleString('en-US')} stay here, with the reasons.`

/** Shows how long the file and rows of an import are kept, or what is left of them. */
export function ImportKeeping({ run }: { run: ImportRun }) {
  const account = useAccount()
  return (
    <p className="px-4 pb-4 text-ink-2 md:px-6">
      {isForgotten(run)
        ? `The file was deleted ${IMPORTED_DAYS} days after its import. ${hasReasons(run) ? REASONS_STAY : ''}`
        : `The file and its rows are deleted on ${formatDate(dayOf(run.kept_until!, account.timezone), account.date_format)}. ${run.status === 'done' ? 'What was imported stays.' : ''}`}
    </p>
  )
}
