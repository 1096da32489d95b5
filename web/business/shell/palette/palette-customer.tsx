import { CalendarRange, FilePlus2, HandCoins, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Right, roleCan, type StaffRole } from '../../../../domain/people/roles.ts'
import type { CommandGroup, CommandItem } from '../../../ui/overlay/command-palette.tsx'
import { newInvoicePath, recordPaymentPath, statementPath } from '../../paths.ts'
import type { RequestedAction } from './palette-request.ts'

/** Customers for whom the palette offers actions: more would hide what else was found. */
const MOST_CUSTOMERS = 2

/** Customers that are offered when the action itself was typed. */
const MOST_REQUESTED = 6

interface FoundCustomer {
  readonly pk: string
  readonly name: string
}

interface Caller {
  readonly role: StaffRole
  /** False for an account whose invoices come from an accounting platform. */
  readonly keptHere: boolean
}

type Go = (href: string) => void

const ACTIONS: Readonly<
  Record<RequestedAction, (customer: FoundCustomer, caller: Caller, go: Go) => readonly CommandItem[]>
> = {
  invoice: ({ pk, name }, { role, keptHere }, go) =>
    keptHere && roleCan(role, 'invoices.write')
      ? [
          {
            id: `invoice-${pk}`,
            label: `New invoice for ${name}`,
            icon: <FilePlus2 />,
            onSelect: () => go(newInvoicePath(pk)),
          },
        ]
      : [],
  payment: ({ pk, name }, { role }, go) =>
    roleCan(role, 'payments.record')
      ? [
          {
            id: `record-${pk}`,
            label: `Record payment from ${name}`,
            icon: <HandCoins />,
            onSelect: () => go(recordPaymentPath(pk)),
          },
        ]
      : [],
}

/** The requested action for each customer that was found; none for a role that may not take it. */
export const requestedActions = (
  action: RequestedAction,
  customers: readonly FoundCustomer[],
  caller: Caller,
  go: Go,
): CommandGroup => ({
  id: 'requested',
  heading: 'Actions',
  items: customers.slice(0, MOST_REQUESTED).flatMap((customer) => ACTIONS[action](customer, caller, go)),
})

/** Actions of the role on the customers that the typed text finds first. */
export function customerActions(
  customers: readonly FoundCustomer[],
  caller: Caller,
  go: Go,
  copyPayLink: (customer: FoundCustomer) => void,
): CommandGroup {
  const items = customers.slice(0, MOST_CUSTOMERS).flatMap((customer): CommandItem[] => {
    const { pk, name } = customer
    const item = (right: Right, id: string, label: string, icon: ReactNode, onSelect: () => void) =>
      roleCan(caller.role, right) ? [{ id: `${id}-${pk}`, label, icon, onSelect }] : []
    return [
      ...ACTIONS.invoice(customer, caller, go),
      ...ACTIONS.payment(customer, caller, go),
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
