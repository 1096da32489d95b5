import {
  AppWindow,
  Bell,
  Building2,
  ChartColumn,
  CirclePercent,
  CreditCard,
  FilePlus2,
  FileText,
  Folders,
  HandCoins,
  History,
  Rocket,
  Settings,
  Upload,
  UserPlus,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { type Right, roleCan, type StaffRole } from '../../../../domain/people/roles.ts'
import type { CommandGroup, CommandItem } from '../../../ui/overlay/command-palette.tsx'
import { SETTINGS_PAGES } from '../../accounts/settings/settings-pages.ts'
import {
  ACTIVITY_PATH,
  COMPANIES_PATH,
  CUSTOMER_GROUPS_PATH,
  GETTING_STARTED_PATH,
  IMPORT_PATH,
  LATE_FEE_RULES_PATH,
  NEW_CUSTOMER_PATH,
  NEW_INVOICE_PATH,
  NEW_PAYMENT_PATH,
  PAYOUTS_PATH,
  PORTAL_SETTINGS_PATH,
  recordPath,
  reportPath,
} from '../../paths.ts'
import { REPORT_GROUPS } from '../../reports/charts/report-groups.ts'
import { NAVIGATION } from '../navigation.tsx'

/** An action that leaves the page as it is. */
export type OwnCommand = CommandItem & Pick<Command, 'also'>

export interface Command {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly href: string
  readonly right?: Right
  /** Other words for it, which are matched from their beginning. */
  readonly also?: readonly string[]
  /** Creates what an account of an accounting platform reads from there. */
  readonly creates?: true
}

const ACTIONS: readonly Command[] = [
  {
    id: 'new-invoice',
    label: 'New invoice',
    icon: <FilePlus2 />,
    href: NEW_INVOICE_PATH,
    right: 'invoices.write',
    creates: true,
  },
  {
    id: 'new-customer',
    label: 'New customer',
    icon: <UserPlus />,
    href: NEW_CUSTOMER_PATH,
    right: 'customers.write',
    creates: true,
  },
  {
    id: 'record-payment',
    label: 'Record payment',
    icon: <HandCoins />,
    href: NEW_PAYMENT_PATH,
    right: 'payments.record',
  },
  {
    id: 'import',
    label: 'Import',
    icon: <Upload />,
    href: IMPORT_PATH,
    right: 'imports.run',
    creates: true,
  },
]

const PAGES: readonly Command[] = [
  ...NAVIGATION.flat().filter((item) => item.id !== 'settings'),
  { id: 'customer-groups', label: 'Customer groups', icon: <Folders />, href: CUSTOMER_GROUPS_PATH },
  { id: 'companies', label: 'Your companies', icon: <Building2 />, href: COMPANIES_PATH },
  { id: 'getting-started', label: 'Getting started', icon: <Rocket />, href: GETTING_STARTED_PATH },
  {
    id: 'overdue',
    label: 'Overdue invoices',
    icon: <FileText />,
    href: '/invoices?view=overdue',
    also: ['past due'],
  },
  { id: 'payouts', label: 'Payouts', icon: <CreditCard />, href: PAYOUTS_PATH },
  { id: 'activity', label: 'Activity', icon: <History />, href: ACTIVITY_PATH },
  ...REPORT_GROUPS.flatMap(({ reports }) =>
    reports.map(
      ([report, label]): Command => ({
        id: `report-${report}`,
        label,
        icon: <ChartColumn />,
        href: reportPath(report),
        right: 'reports.read',
        also: ['reports', 'chart'],
      }),
    ),
  ),
  { id: 'reminder-flows', label: 'Reminder flows', icon: <Bell />, href: '/reminders/flows' },
  { id: 'late-fee-rules', label: 'Late fee rules', icon: <CirclePercent />, href: LATE_FEE_RULES_PATH },
  {
    id: 'portal-settings',
    label: 'Portal settings',
    icon: <AppWindow />,
    href: PORTAL_SETTINGS_PATH,
    right: 'portal.preferences.read',
  },
  ...SETTINGS_PAGES.map((page) => ({
    ...page,
    id: page.href,
    label: page.title,
    icon: <Settings />,
    also: ['settings'],
  })),
]

/** True when the text is part of the name, all its words are, or another word for the command begins with it. */
export function isNamed(
  { label, also = [] }: { label: string; also?: readonly string[] },
  text: string,
): boolean {
  const wanted = text.trim().toLowerCase()
  const name = label.toLowerCase()
  return (
    name.includes(wanted) ||
    wanted.split(/\s+/).every((word) => name.includes(word)) ||
    also.some((one) => one.startsWith(wanted))
  )
}

/**
 * Actions and pages that the text names and that the role may use; `own` act without leaving the page.
 */
export function matchCommands(
  text: string,
  { role, keptHere }: { readonly role: StaffRole; readonly keptHere: boolean },
  go: (href: string) => void,
  own: readonly OwnCommand[],
): readonly CommandGroup[] {
  const group = (id: string, heading: string, commands: readonly Command[]): CommandGroup => ({
    id,
    heading,
    items: commands
      .filter(
        (command) =>
          isNamed(command, text) &&
          (keptHere || !command.creates) &&
          (!command.right || roleCan(role, command.right)),
      )
      .map(({ id, label, icon, href }) => ({ id, label, icon, onSelect: () => go(href) })),
  })
  return [
    group('actions', 'Actions', ACTIONS),
    group('pages', 'Pages', PAGES),
    { id: 'own', heading: 'You', items: own.filter((command) => isNamed(command, text)) },
  ]
}

type Hit = ReplyOf<typeof contract.reports.search>['results'][number]

const KINDS = [
  { kind: 'customer', heading: 'Customers', icon: <Users /> },
  { kind: 'invoice', heading: 'Invoices', icon: <FileText /> },
  { kind: 'payment', heading: 'Payments', icon: <CreditCard /> },
] as const

/** Found records by kind, each linked to its page. */
export function groupHits(hits: readonly Hit[], go: (href: string) => void): readonly CommandGroup[] {
  return KINDS.map(({ kind, heading, icon }) => ({
    id: kind,
    heading,
    items: hits
      .filter((hit) => hit.kind === kind)
      .map((hit) => ({
        id: hit.pk,
        label: hit.title,
        detail: hit.detail,
        icon,
        onSelect: () => go(recordPath(kind, hit.pk)),
      })),
  }))
}
