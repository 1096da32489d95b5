import { CalendarRange, FilePlus2, HandCoins, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Right, roleCan, type StaffRole } from '../../../../domain/people/roles.ts'
import type { CommandGroup, CommandItem } from '../../../ui/overlay/command-palette.tsx'
import { newInvoicePath, recordPaymentPath, statementPath } from '../../paths.ts'

/** Customers for whom the palette offers actions: more would hide what else was found. */
const MOST_CUSTOMERS = 2

interface FoundCustomer {
  readonly pk: string
  readonly name: string
}

/** Actions of the role on the customers that the typed text finds first. */
export function customerActions(
  customers: readonly FoundCustomer[],
  { role, keptHere }: { readonly role: StaffRole; readonly keptHere: boolean },
  go: (href: string) => void,
  copyPayLink: (customer: FoundCustomer) => void,
): CommandGroup {
  const items = customers.slice(0, MOST_CUSTOMERS).flatMap((customer): CommandItem[] => {
    const { pk, name } = customer
    const item = (right: Right, id: string, label: string, icon: ReactNode, onSelect: () => void) =>
      roleCan(role, right) ? [{ id: `${id}-${pk}`, label, icon, onSelect }] : []
    const newInvoice = item('invoices.write', 'invoice', `New invoice for ${name}`, <FilePlus2 />, () =>
      go(newInvoicePath(pk)),
    )
    return [
      ...(keptHere ? newInvoice : []),
      ...item('payments.record', 'record', `Record payment for ${name}`, <HandCoins />, () =>
        go(recordPaymentPath(pk)),
      ),
      ...item('statements.read', 'statement', `Statement of ${name}`, <CalendarRange />, () =>
        go(statementPath(pk)),
      ),
      ...item('invoices.write', 'link', `Copy link to all open invoices of ${name}`, <Link2 />, () =>
        copyPayLink(customer),
      ),
    ]
  })
  return { id: 'customer-actions', heading: 'For this customer', items }
}
