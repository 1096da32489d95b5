import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { Note } from '../../ui/text/note.tsx'
import { MethodList } from './method-list.tsx'
import { askForMethodsAgain, useAutoPayments, useMethods } from './use-methods.ts'

/** The stored methods, which of them pays by itself, and what it will be charged for. Nothing where none is stored. */
export function PaymentMethods({ dateFormat }: { dateFormat: DateFormat }) {
  const methods = useMethods()
  const auto = useAutoPayments()
  const error = methods.error ?? auto.error
  if (error)
    return (
      <Note tone="error" title="Failed to load payment methods" onRetry={askForMethodsAgain}>
        {error.message}
      </Note>
    )
  if (!methods.data || !auto.data || methods.data.length === 0) return null
  return <MethodList methods={methods.data} auto={auto.data} dateFormat={dateFormat} />
}
