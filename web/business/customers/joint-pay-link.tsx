import { Link2 } from 'lucide-react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { useCan } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { isSome } from '../../ui/text/money-text.ts'
import { useCopyPayLink } from '../invoices/pay-link/use-copy-pay-link.tsx'

/** Copies one link with which anybody can pay all open invoices of a customer. */
export function JointPayLink({ customer }: { customer: CustomerDetail }) {
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
        Copy pay link for all open invoices
      </Button>
      {link.dialog}
    </>
  )
}
