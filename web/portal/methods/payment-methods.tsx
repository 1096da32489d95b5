import { Suspense } from 'react'
import { contract } from '../../../contract/index.ts'
import type { DateFormat } from '../../../domain/calendar.ts'
import { useCall, useSession } from '../../session/session-context.tsx'
import { useAnswer } from '../../session/use-answer.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { Note } from '../../ui/note.tsx'
import { askForMethodsAgain, useAutoPayments } from './use-auto-payments.ts'

/** Fetched by those who have a method. */
const MethodList = lazyWithRetry(() => import('./method-list.tsx'), 'MethodList')

/** The stored methods, which of them pays by itself, and what it will be charged for. Nothing where none is stored. */
export function PaymentMethods({ dateFormat }: { dateFormat: DateFormat }) {
  const { customerId } = useSession()
  const call = useCall()
  const methods = useAnswer({
    key: ['payment-methods', customerId],
    ask: (signal) => call(contract.payments.methods, {}, { signal }),
  })
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
    <Suspense fallback={null}>
      <MethodList methods={methods.data} auto={auto.data} dateFormat={dateFormat} />
    </Suspense>
  )
}
