import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { RemindersPanel } from '../invoices/reminders-panel.tsx'

/** Decisions about the reminders of the customer’s invoices, and the customer’s pause. */
export function CustomerReminders({ customer }: { customer: CustomerDetail }) {
  const { pk: account } = useAccount()
  const call = useCall()
  return (
    <RemindersPanel
      subject={{ scope: 'customer', pk: customer.pk, name: customer.short_name }}
      canBePaused={customer.is_active}
      load={(signal) =>
        call(contract.reminders.listOfCustomer, { params: { account, customer: customer.pk } }, { signal })
      }
    />
  )
}
