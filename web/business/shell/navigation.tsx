import { CreditCard, FileText, LayoutDashboard, ReceiptText, Settings, Users } from 'lucide-react'
import type { NavItem } from '../../ui/app-shell.tsx'

/** The sidebar, group by group. A page joins it when it can be opened. */
export const NAVIGATION: readonly (readonly NavItem[])[] = [
  [{ id: 'dashboard', label: 'Dashboard', href: '/', icon: <LayoutDashboard /> }],
  [
    { id: 'invoices', label: 'Invoices', href: '/invoices', icon: <FileText /> },
    { id: 'customers', label: 'Customers', href: '/customers', icon: <Users /> },
    { id: 'payments', label: 'Payments', href: '/payment-processing', icon: <CreditCard /> },
    { id: 'credit-memos', label: 'Credit memos', href: '/credit-memos', icon: <ReceiptText /> },
  ],
  [{ id: 'settings', label: 'Settings', href: '/settings', icon: <Settings /> }],
]

/** Pages that belong to an entry and have an address of their own. */
const BELONGS: Readonly<Record<string, string>> = { 'invoice-view': 'invoices', imports: 'customers' }

const firstSegment = (path: string): string => path.split('/')[1] ?? ''

/** The entry that a path is at or below; null for pages outside the sidebar. */
export function currentEntry(path: string, groups = NAVIGATION): string | null {
  const segment = firstSegment(path)
  if (BELONGS[segment] !== undefined) return BELONGS[segment]
  return groups.flat().find((item) => firstSegment(item.href) === segment)?.id ?? null
}
