import { Suspense } from 'react'
import { t } from '../../ui/language/text.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { askForMethodsAgain, type MethodCompany, useAutoPayments, useMethods } from './use-methods.ts'

/** Fetched with the Payments tab. */
const MethodList = lazyWithRetry(() => import('./method-list.tsx'), 'MethodList')

/** The stored methods, which of them pays by itself, and what it will be charged for. */
export function PaymentMethods({ company }: { company: MethodCompany }) {
  const methods = useMethods()
  const auto = useAutoPayments()
  const error = methods.error ?? auto.error
  if (error)
    return (
      <Note tone="error" title={t('Failed to load payment methods')} onRetry={askForMethodsAgain}>
        {error.message}
      </Note>
    )
  if (!methods.data || !auto.data) return <Skeleton className="h-40" />
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <MethodList methods={methods.data} auto={auto.data} company={company} />
    </Suspense>
  )
}
