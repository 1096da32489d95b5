import type { HelpTopic } from '../../../domain/people/help-topics.ts'
import { LATE_FEE_RULES_PATH, PAYOUTS_PATH, REMINDERS_PATH } from '../paths.ts'

export interface HelpText {
  readonly title: string
  /** In one sentence, what the screen is for. */
  readonly note: string
  /** How it works, in the order in which somebody meets it. */
  readonly points: readonly string[]
  /** Where to go on. */
  readonly more?: { readonly label: string; readonly href: string }
  /** Screens of the topic. */
  readonly path: RegExp
}

/** Help about screens that need an explanation: the note on the screen, and the sheet behind it. */
export const HELP_TEXTS: Readonly<Record<HelpTopic, HelpText>> = {
  reminder_flows: {
    title: 'Reminder flows',
    note: 'A flow decides which reminder each customer gets, and when; rehearse it before you publish it.',
    points: [
      'A flow is a list of steps around the due date: emails to the customer, and tasks for your team.',
      'A draft changes nothing. Rehearse it to see, day by day, what would have been sent and to whom.',
      'What passes by itself holds a step: a weekend, a payment on its way, a pause. What switches reminders off ends it.',
      'Just before an email leaves, its invoices are checked again. One that was paid meanwhile is left out.',
    ],
    more: { label: 'See what will be sent next', href: REMINDERS_PATH },
    path: /^\/reminders\/flows/,
  },
  late_fees: {
    title: 'Late fees',
    note: 'Rules decide what is charged on late invoices; you see each fee before it is charged, and can waive it after.',
    points: [
      'A rule names the fee, the days of grace, how often it repeats and the most that it may reach.',
      'Rehearse a rule before you turn it on. It lists the invoices it would charge, and those it leaves out with the reason.',
      'Every fee is part of its invoice’s total. Waiving one takes back what is not paid of it.',
      'We don’t know which fees your contracts and your state allow. Check the rate before you charge it.',
    ],
    more: { label: 'Open the rules', href: LATE_FEE_RULES_PATH },
    path: /^\/late-fees/,
  },
  payment_plans: {
    title: 'Payment plans',
    note: 'A plan splits open invoices into installments that the customer agrees to, and holds reminders while it is kept.',
    points: [
      'You propose a plan, or let customers choose one themselves within your policy.',
      'A plan counts once the customer has agreed. Their words, the day and the address are kept with it.',
      'Installments are reminded of by themselves. A missed one is shown here, and the plan defaults after the days you set.',
      'When a plan defaults or is canceled, its invoices are due as before, with their reminders.',
    ],
    path: /^\/payment-plans/,
  },
  statements: {
    title: 'Statements',
    note: 'A statement lists everything a customer owes with one link to pay it all; send them yourself or by schedule.',
    points: [
      'Open a customer to see their statement of any period before you send it.',
      'The schedule sends them once a month, except to customers and groups for which you switched statements off.',
      'An open-item statement lists what is unpaid. A balance-forward statement lists every movement of the period.',
      'A sent statement keeps its number and figures. What is booked later for its period is in the next one.',
    ],
    path: /^\/statements/,
  },
  processors: {
    title: 'Payment processors',
    note: 'Connect your own processor: your customers’ money goes straight to you, and never through us.',
    points: [
      'The Sandbox works at once with test cards and moves no money. Connect a processor to take real payments.',
      'You may connect several, and choose which one takes each kind of payment.',
      'Before you disconnect one, we list what ends with it.',
    ],
    more: { label: 'See payouts', href: PAYOUTS_PATH },
    path: /^\/settings\/payment-processor/,
  },
  accounting: {
    title: 'Accounting connection',
    note: 'Quittance reads customers and invoices from your books and posts payments where they take them; you decide what differs.',
    points: [
      'The first reading takes some minutes for a large company. You can work meanwhile.',
      'What comes from your books is edited there, and read from there.',
      'Choose the accounts and items that payments, fees and surcharges are posted to before the first payment arrives.',
      'While your data here is older than a day, no reminders, late fees or automatic payments go out.',
      'To change to another company or platform, disconnect the connected one, then choose Move. Customers, invoices and payments stay.',
    ],
    path: /^\/settings\/accounting-connection$/,
  },
  conflicts: {
    title: 'Accounting conflicts',
    note: 'A conflict is a difference between Quittance and your books that no rule can decide, so you do.',
    points: [
      'Each one shows both sides, and what you can do about it.',
      'What it is about is neither read nor posted until you decide.',
      'After a move to other books, reminders, late fees and automatic payments wait until you have decided all of them.',
      'Decided conflicts stay under Closed, with your decision.',
    ],
    path: /^\/settings\/accounting-connection\/conflicts/,
  },
  payouts: {
    title: 'Payouts',
    note: 'A payout is what your processor sent to your bank: payments less refunds and its fees, to match your statement.',
    points: [
      'Open one to see the payments that it holds, each with its fee.',
      'With connected books, a payout can be booked there so that it matches the line on your bank statement.',
      'Payouts are read at night, so one of today appears tomorrow.',
    ],
    path: /^\/payment-processing\/payouts/,
  },
  developers: {
    title: 'API keys and webhooks',
    note: 'A key lets your own program call our API; a webhook tells your program what happened here.',
    points: [
      'A key is shown once. Give it only the scopes that it needs, and a last day.',
      'Send each write with an Idempotency-Key, so that a repeated request does not act twice.',
      'Webhooks are signed by the Standard Webhooks scheme. Check the signature before you trust one.',
      'What your program does not take is sent again with growing pauses, and you can replay it from the log.',
    ],
    path: /^\/settings\/developers/,
  },
  reports: {
    title: 'Reports',
    note: 'Reports show how well you collect and what is coming; every figure opens the list behind it.',
    points: [
      'Amounts of different currencies are never added up. Choose the currency at the top.',
      'Move through a chart with Tab: each bar says its figures, and the table below holds the same ones.',
      'Aging by customer goes back to any day, as your records stand now, and can be printed.',
      'Each report says at its end how its figures are calculated.',
    ],
    path: /^\/reports/,
  },
  worklist: {
    title: 'Worklist',
    note: 'The worklist holds what needs a person: promises that were not kept, disputes, addresses that fail, and your own tasks.',
    points: [
      'Tasks appear by themselves, once for each cause. Those about invoices end once these are paid or closed.',
      'Assign a task to a colleague, or snooze it until a day.',
      'Steps of reminder flows for your team arrive here on their day.',
    ],
    path: /^\/worklist/,
  },
  auto_payments: {
    title: 'Automatic payments',
    note: 'Customers agree to be charged on each due date; you see here who did, and what is charged next.',
    points: [
      'Only the customer can turn them on, when they pay or in the portal. You can turn them off.',
      'They get an email before each charge, and a receipt after it.',
      'A declined charge is tried again on the first, third and fifth day after it. Then it becomes a task in the worklist.',
      'No charge exceeds the amount that was announced; what was paid meanwhile is not charged.',
    ],
    path: /^\/automatic-payments/,
  },
  companies: {
    title: 'Your companies',
    note: 'All companies that you work for, with what each is owed, what is overdue and what needs attention.',
    points: [
      'Open a company to work in it with the role that you have there. The switcher in the sidebar changes between them.',
      'Create a company for a client, or let a client invite you to theirs.',
      'Give colleagues access to clients under Clients and colleagues, with one role for each client.',
      'A client can end your access at any time, and you can leave.',
    ],
    path: /^\/companies/,
  },
}

/** The topic of a page; null for pages that need no explanation. */
export function helpTopicOf(pathname: string): HelpTopic | null {
  const found = (Object.entries(HELP_TEXTS) as [HelpTopic, HelpText][]).find(([, { path }]) =>
    path.test(pathname),
  )
  return found?.[0] ?? null
}
