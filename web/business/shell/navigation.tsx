import {
  AppWindow,
  Bell,
  CalendarRange,
  ChartColumn,
  CirclePercent,
  ClipboardList,
  CreditCard,
  FileText,
  LayoutDashboard,
  ReceiptText,
  Repeat,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import { type Right, roleCan, type StaffRole } from '../../../domain/people/roles.ts'
import type { NavItem } from '../../ui/layout/app-shell-props.ts'
import { KEYS } from '../../ui/overlay/shortcut-keys.ts'
import { AUTO_PAYMENTS_PATH } from '../paths.ts'

/** `right`: needed to open the page; without it everybody may. */
type Entry = NavItem & { readonly right?: Right }

/** Sidebar entries, by group. */
export const NAVIGATION: readonly (readonly Entry[])[] = [
  [{ id: 'dashboard', label: 'Dashboard', href: '/', icon: <LayoutDashboard />, keys: KEYS.goToDashboard }],
  [
    { id: 'invoices', label: 'Invoices', href: '/invoices', icon: <FileText />, keys: KEYS.goToInvoices },
    { id: 'customers', label: 'Customers', href: '/customers', icon: <Users />, keys: KEYS.goToCustomers },
    {
      id: 'payments',
      label: 'Payments',
      href: '/payment-processing',
      icon: <CreditCard />,
      keys: KEYS.goToPayments,
    },
    {
      id: 'credit-memos',
      label: 'Credit memos',
      href: '/credit-memos',
      icon: <ReceiptText />,
      keys: KEYS.goToCreditMemos,
    },
  ],
  [
    {
      id: 'worklist',
      label: 'Worklist',
      href: '/worklist',
      icon: <ClipboardList />,
      keys: KEYS.goToWorklist,
    },
    { id: 'reminders', label: 'Reminders', href: '/reminders', icon: <Bell /> },
    {
      id: 'auto-payments',
      label: 'Automatic payments',
      href: AUTO_PAYMENTS_PATH,
      icon: <Repeat />,
      right: 'auto_payments.read',
    },
    { id: 'payment-plans', label: 'Payment plans', href: '/payment-plans', icon: <CalendarRange /> },
    { id: 'late-fees', label: 'Late fees', href: '/late-fees', icon: <CirclePercent /> },
    { id: 'statements', label: 'Statements', href: '/statements', icon: <ScrollText /> },
    { id: 'reports', label: 'Reports', href: '/reports', icon: <ChartColumn />, right: 'reports.read' },
  ],
  [
    {
      id: 'customer-portal',
      label: 'Customer portal',
      href: '/customer-portal',
      icon: <AppWindow />,
      right: 'customers.read',
    },
    { id: 'settings', label: 'Settings', href: '/settings', icon: <Settings />, keys: KEYS.goToSettings },
  ],
]

/** Entries that a role may open; while the role is unknown, those that everybody may. */
export const navigationFor = (role: StaffRole | undefined): readonly (readonly NavItem[])[] =>
  NAVIGATION.map((group) =>
    group.filter(({ right }) => !right || (role !== undefined && roleCan(role, right))),
  )

/** Adds the number of due tasks to their entry; 0 and an unknown number show none. */
export const withTaskCount = (
  nav: readonly (readonly NavItem[])[],
  due: number | undefined,
): readonly (readonly NavItem[])[] =>
  due
    ? nav.map((group) => group.map((item) => (item.id === 'worklist' ? { ...item, count: due } : item)))
    : nav

/** Pages with paths of their own that belong to an entry. */
const BELONGS: Readonly<Record<string, string>> = { 'invoice-view': 'invoices' }

const firstSegment = (path: string): string => path.split('/')[1] ?? ''

/**
 * The entry of a path or its parent; null for pages outside the sidebar. An import belongs to the entry of
 * its `kind`.
 */
export function currentEntry(path: string, kind: string | undefined): string | null {
  const segment = firstSegment(path)
  if (segment === 'imports') return kind ?? null
  if (BELONGS[segment] !== undefined) return BELONGS[segment]
  return NAVIGATION.flat().find((item) => firstSegment(item.href) === segment)?.id ?? null
}
