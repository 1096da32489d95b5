import { contract } from '../../../../contract/index.ts'
import type { Route } from '../../../../contract/route.ts'

/** Calls of one kind, as a chapter of the reference. */
export interface ApiGroup {
  readonly room: keyof typeof contract
  readonly title: string
  readonly about: string
}

export interface ApiSection {
  readonly title: string
  readonly groups: readonly ApiGroup[]
}

type Rooms = Partial<Record<keyof typeof contract, readonly [title: string, about: string]>>

const section = (title: string, rooms: Rooms): ApiSection => ({
  title,
  groups: Object.entries(rooms).map(([room, [name, about]]) => ({
    room: room as keyof typeof contract,
    title: name,
    about,
  })),
})

/** Every room of the contract in the order in which a reader needs it: what programs call first, then what our own screens call. */
export const API_SECTIONS: readonly ApiSection[] = [
  section('Receivables', {
    customers: ['Customers', 'The businesses and people who owe the account money.'],
    customerGroups: ['Customer groups', 'Groups of customers, which share a reminder flow and switches.'],
    customerNotes: ['Customer notes', 'What the team writes about a customer.'],
    customerMerges: ['Customer merges', 'Join duplicates of a customer, after a preview, and undo it.'],
    emailAddresses: ['Email addresses', 'Addresses of customers that bounced, complained or unsubscribed.'],
    invoices: ['Invoices', 'Drafts, open invoices, their states and their pay links.'],
    invoiceRuns: ['Bulk actions', 'Send, remind, void or write off many invoices in the background.'],
    creditMemos: ['Credit memos', 'Credit of a customer, applied to invoices.'],
    paymentPlans: [
      'Payment plans',
      'Installments of open invoices, proposed to a customer and confirmed by them.',
    ],
  }),
  section('Payments', {
    payments: ['Payments', 'What customers paid: recorded by hand or charged, with refunds.'],
    autoPayments: ['Automatic payments', 'Charges of stored payment methods on the due date.'],
    paymentCases: [
      'Payment cases',
      'Differences between our books and a processor’s, which a person settles.',
    ],
    payouts: ['Payouts', 'What a processor paid to the bank account, with the payments inside.'],
  }),
  section('Collection', {
    reminders: ['Reminders', 'Reminders that were sent, are planned or are held, and why.'],
    reminderFlows: ['Reminder flows', 'Steps before and after the due date, by group of customers.'],
    reminderTemplates: ['Reminder templates', 'Texts of reminders.'],
    reminderRehearsals: ['Rehearsals', 'What a flow would have sent, before it is switched on.'],
    reminderCheckList: ['Reminder check list', 'What is missing before reminders can be sent.'],
    mailTemplates: ['Mail templates', 'Texts of the other mails to customers.'],
    lateFees: ['Late fees', 'Fees that were charged, are coming up or were waived.'],
    lateFeeRules: ['Late fee rules', 'When a fee is charged, and how much.'],
    statements: ['Statements', 'What a customer owes, as a list or as a PDF.'],
    statementSending: ['Sending statements', 'Statements by email: to one customer, to all, by schedule.'],
    worklist: ['Worklist', 'Tasks for people.'],
    answers: ['Promises and disputes', 'What customers say instead of paying.'],
    contactChanges: ['Contact changes', 'Contact data that customers propose and the team decides on.'],
  }),
  section('Reports and events', {
    events: ['Events', 'What happened, in order. Webhooks send the same.'],
    reports: ['Reports', 'The dashboard, search and the shared report.'],
    charts: ['Charts', 'Figures over time, each with the rows behind it.'],
    auditLog: ['Audit log', 'Who did what, sealed by a chain of hashes.'],
  }),
  section('Account', {
    accounts: ['Accounts', 'The company, its settings and its logo.'],
    accounting: ['Accounting', 'The connected accounting platform: syncs, posts and differences.'],
    imports: ['Imports', 'CSV files of customers and invoices.'],
    accountData: ['Account data', 'Export everything, erase personal data, close the account.'],
    webhooks: ['Webhook endpoints', 'Addresses that receive events, and every delivery to them.'],
    apiKeys: ['API keys', 'Keys of the account’s own programs.'],
    paymentConnections: ['Processor connections', 'Connections to payment processors.'],
    processorChoice: ['Processor choice', 'Which processor takes which kind of payment.'],
    team: ['Team', 'Members, invitations and roles.'],
    clients: ['Clients', 'Companies that a firm works for.'],
    companies: ['Companies', 'Every company of a person, with what needs attention.'],
    billing: ['Plan and billing', 'The account’s own subscription to Quittance.'],
    savedViews: ['Saved views', 'Lists with their filters under a name.'],
    notifications: ['Notifications', 'What a member is told in the app.'],
    onboarding: ['Getting started', 'Steps of setting up an account.'],
    help: ['Help', 'Which hints a person has seen.'],
    installation: ['Installation', 'What this installation offers.'],
  }),
  section('Customer portal', {
    portalLogins: ['Portal logins', 'Logins of all customers, as the team sees and invites them.'],
    inviteRuns: ['Portal invitations', 'Invite many customers at once.'],
    accessRequests: ['Access requests', 'People who ask a company for a login to its portal.'],
    portalPeople: ['A customer’s people', 'Further people whom a customer invites.'],
    portal: ['Portal', 'What a customer sees of their invoices and company.'],
    openInvoices: ['Open invoices', 'Pay several invoices with one payment.'],
    ownPayments: ['A customer’s payments', 'Payments as the customer sees them.'],
    ownCreditMemos: ['A customer’s credit', 'Credit memos as the customer sees them.'],
    paymentMethods: ['Payment methods', 'Cards and bank accounts that a customer stores.'],
    payLinkEntry: ['Pay links', 'The session behind the link in an email.'],
    logInLinks: ['Login links', 'Log in to the portal by an emailed link.'],
    preview: ['Preview', 'The portal as a customer sees it, for staff.'],
  }),
  section('Sign-in and demo', {
    identity: ['Identity', 'A person’s login, password, second factor and sessions.'],
    socialLogins: ['Login by a provider', 'Log in with Google, Xero and others.'],
    sandbox: ['Sandbox', 'The processor that moves no money.'],
    dev: ['Demo', 'The demo’s clock and mailbox.'],
  }),
]

export const API_GROUPS: readonly ApiGroup[] = API_SECTIONS.flatMap(({ groups }) => groups)

const ROOMS = new Map<Route, keyof typeof contract>(
  Object.entries(contract).flatMap(([room, routes]) =>
    Object.values(routes as Record<string, Route>).map(
      (one) => [one, room as keyof typeof contract] as const,
    ),
  ),
)
const TITLES = new Map(API_GROUPS.map((group) => [group.room, group]))

/** Returns the group of a route of the contract. */
export function groupOf(route: Route): ApiGroup {
  const group = TITLES.get(ROOMS.get(route)!)
  if (group === undefined) throw new Error(`${route.method} ${route.path} has no group in api-groups.ts`)
  return group
}
