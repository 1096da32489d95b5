import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import type { Invoice } from './invoice-look.ts'
import { RemindersPanel } from './reminders-panel.tsx'

/** Decisions about the invoice’s reminders, and their pause. */
export function InvoiceReminders({ invoice }: { invoice: Invoice }) {
  const { pk: account } = useAccount()
  const call = useCall()
  return (
    <RemindersPanel
      subject={{ scope: 'invoice', pk: invoice.pk, name: invoice.number }}
      canBePaused={invoice.state === 'open'}
      load={(signal) =>
        call(contract.reminders.listDecisions, { params: { account, invoice: invoice.pk } }, { signal })
      }
    />
  )
}
