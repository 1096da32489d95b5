import { Suspense } from 'react'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { askForMethodsAgain, useAutoPayments, useMethods } from './use-methods.ts'

/** Fetched by customers who have stored a method. */
const MethodList = lazyWithRetry(() => import('./method-list.tsx'), 'MethodList')

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
  return (
    <Suspense>
      <MethodList methods={methods.data} auto={auto.data} dateFormat={dateFormat} />
    </Suspense>
  )
}
