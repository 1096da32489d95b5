import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { paymentPlanPath, recordPath } from '../paths.ts'

/** A record's page as the API names it. */
type RecordPage = NonNullable<ReplyOf<typeof contract.events.list>['results'][number]['page']>

/** The page that shows the record of an event or an audit entry. */
export function pagePath({ kind, pk }: RecordPage): string {
  switch (kind) {
    case 'customers-import':
      return `/imports/${pk}?kind=customers`
    case 'invoices-import':
      return `/imports/${pk}?kind=invoices`
    case 'payment-cases':
      return '/payment-processing/cases?state=all'
    case 'payment-plan':
      return paymentPlanPath(pk)
    case 'credit-memo':
      return `/credit-memos/${pk}`
    default:
      return recordPath(kind, pk)
  }
}
