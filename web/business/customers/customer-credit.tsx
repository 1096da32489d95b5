import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { recordPath } from '../paths.ts'
import { type LeftOver, UseCreditDialog } from '../payments/use-credit-dialog.tsx'

const SHOWN = '5'

/** Lists payments with unapplied credit, each with an action to use it. */
export function CustomerCredit({ customer }: { customer: CustomerDetail }) {
  const account = useAccount()
  const call = useCall()
  const mayUse = useCan('payments.record')
  const [using, setUsing] = useState<LeftOver | null>(null)
  const query = { customer: customer.pk, filter_unapplied_gt: '0', order_by: 'created', page_size: SHOWN }
  const payments = useQuery({
    queryKey: [account.pk, 'payments', query],
    queryFn: ({ signal }) =>
      call(contract.payments.list, { params: { account: account.pk }, query }, { signal }),
  })
  return (
    <section className="border-b border-line" aria-label="Unapplied credit">
      <ul>
        {payments.data?.results.map((payment) => (
          <li key={payment.pk} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-6">
            <span className="min-w-0 flex-1">
              {moneyText(payment.unapplied_amount, payment.total_currency)} of{' '}
              <Link href={recordPath('payment', payment.pk)} className="link-quiet">
                {payment.transaction_number}
              </Link>{' '}
              is unapplied
            </span>
            {mayUse && (customer.open_invoices_count > 0 || customer.merged_into !== null) && (
              <Button size="sm" onClick={() => setUsing(payment)}>
                Apply credit
              </Button>
            )}
          </li>
        ))}
      </ul>
      {using && <UseCreditDialog payment={using} onClose={() => setUsing(null)} />}
    </section>
  )
}
