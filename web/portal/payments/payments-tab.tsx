import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { useSearchParams } from '../location.ts'
import { PaymentMethods } from '../methods/payment-methods.tsx'
import { PaymentList } from './payment-list.tsx'

/** Loaded when a payment is opened. */
const PaymentView = lazyWithRetry(() => import('./payment-view.tsx'), 'PaymentView')

/** Tab of the customer's payments and stored methods. The address names an opened payment. */
export function PaymentsTab({ account, company }: { account: CustomerAccount; company: PortalCompany }) {
  const [search] = useSearchParams()
  const opened = search.get('payment')
  if (opened !== null)
    return (
      <Suspense fallback={<Skeleton className="h-80" />}>
        <PaymentView paymentId={opened} account={account} company={company} />
      </Suspense>
    )
  return (
    <div className="grid gap-6">
      <PaymentList account={account} company={company} />
      <PaymentMethods company={company} />
    </div>
  )
}
