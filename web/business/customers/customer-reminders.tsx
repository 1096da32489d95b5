import { useQuery } from '@tanstack/react-query'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { RemindersPanel, remindersKey } from '../invoices/reminders-panel.tsx'

function useLoadReminders(customer: string) {
  const { pk: account } = useAccount()
  const call = useCall()
  return (signal: AbortSignal) =>
    call(contract.reminders.listOfCustomer, { params: { account, customer } }, { signal })
}

/** The pause of a customer's reminders. What was decided is in the customer's time line. */
export function CustomerReminders({ customer }: { customer: CustomerDetail }) {
  const load = useLoadReminders(customer.pk)
  return (
    <RemindersPanel
      subject={{ scope: 'customer', pk: customer.pk, name: customer.short_name }}
      canBePaused={customer.is_active}
      showsHistory={false}
      load={load}
    />
  )
}

/** Reads what was decided about a customer's reminders; nothing without the right to see it. */
export function useReminderDecisions(customer: string) {
  const { pk: account } = useAccount()
  const load = useLoadReminders(customer)
  return useQuery({
    queryKey: remindersKey(account, { scope: 'customer', pk: customer }),
    enabled: useCan('reminders.read'),
    queryFn: ({ signal }) => load(signal),
  })
}
