import { Link2 } from 'lucide-react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { useCan } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { isSome } from '../../ui/text/money-text.ts'
import { useCopyPayLink } from '../invoices/pay-link/use-copy-pay-link.tsx'

/** Copies one link with which anybody can pay all open invoices of a customer. Those of its duplicates have links of their own. */
export function JointPayLink({ customer, ownOnly }: { customer: CustomerDetail; ownOnly: boolean }) {
  const mayWrite = useCan('invoices.write')
  const link = useCopyPayLink()
  if (!mayWrite || !isSome(customer.aging.total)) return null
  return (
    <>
      <Button
        icon={<Link2 />}
        className="justify-self-start"
        busy={link.busy}
        onClick={() => link.copy({ customer })}
      >
        {ownOnly ? 'Copy pay link for its own open invoices' : 'Copy pay link for all open invoices'}
      </Button>
      {link.dialog}
    </>
  )
}
