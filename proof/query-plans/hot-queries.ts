/**
 * The requests that users make many times a day, each with the most rows that the database may read for it in a company of
 * some thousands of invoices. `:account`, `:invoice`, `:number`, `:customer`, `:group`, `:flow` and `:payment` stand for those of
 * a seeded company.
 */
export interface HotQuery {
  readonly what: string
  readonly path: string
  /** The caller: a member of the company, or the customer in the portal. */
  readonly as: 'staff' | 'customer'
  /** The most rows that may be read from all tables and indexes together. */
  readonly mostRows: number
}

const staff = (what: string, path: string, mostRows: number): HotQuery => ({
  what,
  path,
  as: 'staff',
  mostRows,
})
const customer = (what: string, path: string, mostRows: number): HotQuery => ({
  what,
  path,
  as: 'customer',
  mostRows,
})

const INVOICES = '/api/accounts/:account/invoices/'
const CUSTOMERS = '/api/accounts/:account/customers/'
const PAYMENTS = '/api/accounts/:account/payments/'
const REMINDERS = '/api/accounts/:account/reminders/'
const REPORTS = '/api/accounts/:account/reports/'
const TASKS = '/api/accounts/:account/tasks/'
const AUDIT_LOG = '/api/accounts/:account/audit-log/'

export const HOT_QUERIES: readonly HotQuery[] = [
  staff('list of invoices', `${INVOICES}?page=1`, 900),
  staff('list of invoices by number', `${INVOICES}?page=1&order_by=number`, 900),
  staff('list of invoices by due date', `${INVOICES}?page=1&order_by=-due_date`, 900),
  staff('list of invoices by total', `${INVOICES}?page=1&order_by=-total`, 900),
  staff('list of open invoices', `${INVOICES}?page=1&view=open&order_by=due_date`, 1500),
  staff('list of overdue invoices', `${INVOICES}?page=1&view=overdue&order_by=due_date`, 1500),
  staff('list of drafts', `${INVOICES}?page=1&view=draft`, 900),
  staff('invoices of a customer', `${INVOICES}?page=1&customer=:customer`, 900),
  staff('search by number', `${INVOICES}?page=1&search=:number`, 900),
  staff('search by customer', `${INVOICES}?page=1&search=harbor`, 1500),
  staff('open invoices by customer', `${INVOICES}?page=1&search=harbor&view=open`, 1500),
  staff('invoices in a currency', `${INVOICES}?page=1&filter_currency_eq=EUR`, 1500),
  staff('list of invoices by total', `${INVOICES}?page=1&order_by=-total`, 900),
  staff('list of invoices by what remains', `${INVOICES}?page=1&order_by=-remaining`, 900),
  staff('last page of the list of invoices', `${INVOICES}?page=:last&page_size=20`, 900),
  staff('one invoice', `${INVOICES}:invoice/`, 100),
  staff('list of customers', `${CUSTOMERS}?page=1`, 1100),
  staff('customers of a group', `${CUSTOMERS}?page=1&filter_group=:group`, 1800),
  staff('customer groups', '/api/customer-groups/?page_size=100', 2500),
  staff('one customer', `${CUSTOMERS}:customer/`, 300),
  staff('list of payments', `${PAYMENTS}?page=1`, 200),
  staff('payments of a kind', `${PAYMENTS}?page=1&filter_type=check`, 300),
  staff('payments that were posted', `${PAYMENTS}?page=1&filter_posted=true`, 300),
  staff('payments of a state, by total', `${PAYMENTS}?page=1&filter_status=rejected&order_by=-total`, 300),
  staff('search for a payment', `${PAYMENTS}?page=1&search=PAY-1200`, 100),
  staff('one payment', `${PAYMENTS}:payment/`, 200),
  staff('search everywhere', '/api/accounts/:account/search/?q=:number', 400),
  staff('search everywhere for a customer', '/api/accounts/:account/search/?q=harbor', 400),
  staff('credit memos', '/api/accounts/:account/credit-memos/?page=1', 200),
  staff('credit memos by number', '/api/accounts/:account/credit-memos/?page=1&order_by=-number', 200),
  staff('one credit memo', '/api/accounts/:account/credit-memos/:memo/', 200),
  staff('differences with processors', '/api/accounts/:account/payment-cases/?page=1', 400),
  staff('automatic payments of a customer', `${CUSTOMERS}:customer/auto-payments/`, 100),
  staff('automatic payment of an invoice', `${INVOICES}:invoice/auto-payment/`, 100),
  staff('portal login of a customer', `${CUSTOMERS}:customer/customer-portal/`, 100),
  staff('defaults of a new invoice', `${INVOICES}defaults/`, 400),
  staff('list of imports', '/api/accounts/:account/imports/?page=1', 2500),
  staff('one import', '/api/accounts/:account/imports/:import/', 100),
  staff('events of the account', '/api/accounts/:account/events/?page_size=25', 400),
  staff('events of a customer', '/api/accounts/:account/events/?customer=:customer', 300),
  staff('following events', '/api/accounts/:account/events/follow/?after=100', 500),
  staff('rows of an import', '/api/accounts/:account/imports/:import/rows/?page=1', 300),
  staff('links to shared reports', '/api/accounts/:account/report-links/', 2500),
  staff('getting started', '/api/accounts/:account/onboarding/', 100),
  staff('proposed contact details', '/api/accounts/:account/contact-changes/?page=1', 200),
  staff('requests for access', '/api/accounts/:account/access-requests/', 300),
  staff('invitations to the portal', '/api/accounts/:account/portal-invite-runs/', 200),
  staff('policy of payment plans', '/api/accounts/:account/payment-plan-policy/', 100),
  staff('connections to processors', '/api/accounts/:account/payment-connections/', 100),
  staff('sync with the accounting platform', '/api/accounts/:account/sync-status/', 200),
  staff('syncs', '/api/accounts/:account/syncs/?page=1', 200),
  staff('connections to accounting platforms', '/api/accounts/:account/accounting-connections/', 200),
  staff('differences with accounting', '/api/accounts/:account/accounting-conflicts/?page=1', 200),
  staff('what the plan caps', '/api/accounts/:account/plan-quotas/', 300),
  staff('team', '/api/accounts/:account/team/', 300),
  staff('settings', '/api/accounts/:account/', 100),
  staff('own companies', '/api/accounts/', 100),
  staff('own profile', '/api/profile/', 100),
  staff('own sessions', '/api/profile/sessions/', 100),
  staff('own logins at providers', '/api/profile/identities/', 100),
  staff('own second factor', '/api/profile/second-factor/', 100),
  staff('dashboard', '/api/accounts/:account/dashboard/', 4000),
  // Entries that are not in the sums yet are read too: all of the seeded company, until the job has followed.
  staff('report by month', `${REPORTS}months/`, 60_000),
  staff('expected cash', `${REPORTS}expected-cash/`, 60_000),
  staff('collected by source', `${REPORTS}sources/`, 60_000),
  staff('top debtors', `${REPORTS}debtors/`, 6000),
  staff('what the next days bring', `${REPORTS}next-days/`, 600),
  staff('aging by customer', `${REPORTS}aging/`, 9000),
  staff('audit log', `${AUDIT_LOG}?page=1`, 400),
  staff('audit log of a record', `${AUDIT_LOG}?page=1&object=:payment`, 200),
  staff('audit log of an area that has nothing', `${AUDIT_LOG}?page=1&area=sandbox`, 100),
  staff('audit log of a kind that did nothing', `${AUDIT_LOG}?page=1&actor_kind=preview`, 100),
  staff('audit log of a person who did nothing', `${AUDIT_LOG}?page=1&person=:customer`, 100),
  staff('audit log of a time without entries', `${AUDIT_LOG}?page=1&to=2001-01-01`, 100),
  staff('people of the audit log', `${AUDIT_LOG}people/`, 100),
  staff('reminders that were sent', `${REMINDERS}sent/?page=1`, 2500),
  staff('reminders that are held', `${REMINDERS}held/?page=1`, 2500),
  staff('reminders to come', `${REMINDERS}upcoming/`, 4000),
  staff('what reminders need', `${REMINDERS}check-list/`, 4000),
  staff('reminders of an invoice', `${INVOICES}:invoice/reminders/`, 200),
  staff('reminders of a customer', `${CUSTOMERS}:customer/reminders/`, 1500),
  staff('flows of reminders', '/api/accounts/:account/reminder-flows/', 300),
  staff('one flow of reminders', '/api/accounts/:account/reminder-flows/:flow/', 100),
  staff('templates of reminders', '/api/accounts/:account/reminder-templates/', 100),
  staff('texts of mails', '/api/accounts/:account/mail-templates/', 100),
  staff('rules for late fees', '/api/accounts/:account/late-fee-rules/', 100),
  staff('late fees that were charged', '/api/accounts/:account/late-fees/?page=1', 2500),
  staff('late fees that were waived', '/api/accounts/:account/late-fees/?page=1&state=waived', 2500),
  staff(
    'late fees that a payment came before',
    '/api/accounts/:account/late-fees/?page=1&state=proposed',
    40_000,
  ),
  staff('late fees to come', '/api/accounts/:account/late-fees/upcoming/?page=1', 4000),
  staff('a statement of a customer', `${CUSTOMERS}:customer/statement/?from=2026-01-01&to=2026-03-31`, 2500),
  staff('statements of a customer', '/api/accounts/:account/statements/?page=1&customer=:customer', 300),
  staff('statements that were issued', '/api/accounts/:account/statements/?page=1', 2500),
  staff('runs of statements', '/api/accounts/:account/statement-runs/', 100),
  staff('addresses of a customer', `${CUSTOMERS}:customer/email-addresses/`, 100),
  staff('tasks', `${TASKS}?page=1`, 2500),
  staff('tasks that are done', `${TASKS}?page=1&view=done`, 2500),
  staff('tasks of an invoice', `${TASKS}?page=1&invoice=:invoice`, 200),
  staff('tasks of a customer', `${TASKS}?page=1&customer=:customer`, 600),
  staff('number of tasks that are due', `${TASKS}count/`, 1500),
  staff('people who may have tasks', `${TASKS}members/`, 300),
  customer('portal home', '/api/portal-home/', 1000),
  customer('portal list of invoices', '/api/invoices/?page=1', 700),
  customer('portal list of invoices by what remains', '/api/invoices/?page=1&order_by=-remaining', 200),
  customer('portal last page of invoices', '/api/invoices/?page=:own&page_size=5', 700),
  customer('portal search by number', '/api/invoices/?page=1&search=INV-', 1000),
  customer('portal account', '/api/account/', 120),
  customer('portal companies', '/api/all-accounts/', 100),
  customer('portal automatic payments', '/api/auto-payments/', 400),
  customer('portal credit memos', '/api/credit-memos/?page=1', 300),
  customer('portal payment methods', '/api/payment-methods/', 100),
  customer('portal settings', '/api/preferences/', 100),
  customer('portal payments of an invoice', '/api/invoices/:invoice/payments/', 200),
  customer('portal ways to pay', '/api/invoices/:invoice/payment-options/', 200),
  customer('portal invoice', '/api/invoices/:invoice/', 200),
]
