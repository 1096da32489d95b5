import type { StepAnchor, StepKind } from './flow.ts'

/** A text of a ready-made flow. */
export interface StarterTemplate {
  readonly name: string
  readonly subject: string
  readonly body: string
}

export interface StarterStep {
  readonly name: string
  readonly kind: StepKind
  readonly anchor: StepAnchor
  readonly offsetDays: number
  /** Null for a thank-you and a task. */
  readonly template: keyof typeof STARTER_TEMPLATES | null
  /** Liquid text of a task. */
  readonly text?: string
  readonly repeatDays?: number
  readonly repeatTimes?: number
}

/** Lines about one invoice or several, which every text shares. */
const STILL_OPEN = `{% if totals.count == 1 %}Invoice {{ invoice.number }} was due on {{ invoice.due_date }} and {{ invoice.remaining }} is still open.{% if invoice.next_late_fee != blank %} A late fee of {{ invoice.next_late_fee }} is added on {{ invoice.next_late_fee_date }}.{% endif %}{% else %}{{ totals.count }} invoices are past due, and {{ totals.remaining }} is still open.{% endif %}`

export const STARTER_TEMPLATES = {
  coming_due: {
    name: 'Coming due',
    subject:
      '{% if totals.count == 1 %}Invoice {{ invoice.number }} is due on {{ invoice.due_date }}{% else %}{{ totals.count }} invoices are due soon{% endif %}',
    body: `Hello {{ customer.name }},

{% if totals.count == 1 %}Invoice {{ invoice.number }} over {{ invoice.remaining }} is due on {{ invoice.due_date }}.{% else %}{{ totals.count }} invoices over {{ totals.remaining }} in all are due soon.{% endif %} You can pay online in a minute.

If your payment is on its way, thank you.`,
  },
  // Says when it was due after all: on a weekend it waits for the next working day.
  due_today: {
    name: 'Due today',
    subject:
      '{% if totals.count == 1 %}Invoice {{ invoice.number }} {% if invoice.days_past_due == 0 %}is due today{% else %}was due on {{ invoice.due_date }}{% endif %}{% else %}{{ totals.count }} invoices are due{% endif %}',
    body: `Hello {{ customer.name }},

{% if totals.count == 1 %}Invoice {{ invoice.number }} over {{ invoice.remaining }} {% if invoice.days_past_due == 0 %}is due today{% else %}was due on {{ invoice.due_date }}{% endif %}.{% else %}{{ totals.count }} invoices over {{ totals.remaining }} in all are due.{% endif %}

If your payment is on its way, thank you, and please ignore this note.`,
  },
  first: {
    name: 'First reminder',
    subject:
      '{% if totals.count == 1 %}Invoice {{ invoice.number }} is past due{% else %}{{ totals.count }} invoices are past due{% endif %}',
    body: `Hello {{ customer.name }},

${STILL_OPEN} It may have slipped through, so here it is again.

If your payment is on its way, thank you, and please ignore this note.`,
  },
  second: {
    name: 'Second reminder',
    subject:
      '{% if totals.count == 1 %}{{ invoice.number }}: {{ invoice.remaining }} is {{ invoice.days_past_due }} {% if invoice.days_past_due == 1 %}day{% else %}days{% endif %} past due{% else %}{{ totals.count }} invoices are past due: {{ totals.remaining }}{% endif %}',
    body: `Hello {{ customer.name }},

${STILL_OPEN} Please pay it this week.

If something is wrong with the invoice, reply to this email and we’ll sort it out.`,
  },
  third: {
    name: 'Third reminder',
    subject:
      '{% if totals.count == 1 %}Please pay invoice {{ invoice.number }}{% else %}Please pay {{ totals.count }} invoices{% endif %}: {{ totals.remaining }} past due',
    body: `Hello {{ customer.name }},

${STILL_OPEN} We wrote to you about it before and haven’t heard from you.

Please pay within seven days, or reply to this email and tell us when we can expect your payment.`,
  },
  final: {
    name: 'Final notice',
    subject:
      '{% if totals.count == 1 %}Final notice for invoice {{ invoice.number }}{% else %}Final notice for {{ totals.count }} invoices{% endif %}',
    body: `Hello {{ customer.name }},

${STILL_OPEN} Our earlier reminders were not answered.

This is our final notice. Please pay at once, or call us today to agree on a payment.`,
  },
} as const satisfies Record<string, StarterTemplate>

const due = (
  template: keyof typeof STARTER_TEMPLATES,
  offsetDays: number,
  repeat: { repeatDays: number; repeatTimes: number } = { repeatDays: 0, repeatTimes: 0 },
): StarterStep => ({
  name: STARTER_TEMPLATES[template].name,
  kind: 'email',
  anchor: 'due_date',
  offsetDays,
  template,
  ...repeat,
})

const THANKS: StarterStep = {
  name: 'Thank you',
  kind: 'email',
  anchor: 'paid',
  offsetDays: 1,
  template: null,
}

const CALL: StarterStep = {
  name: 'Call the customer',
  kind: 'task',
  anchor: 'due_date',
  offsetDays: 30,
  template: null,
  text: `Ask when {{ customer.name }} will pay {{ totals.remaining }}, and whether something is wrong with {% if totals.count == 1 %}the invoice{% else %}the invoices{% endif %}.`,
}

/** Ready-made flows to start from. */
export const STARTER_FLOWS = {
  gentle: {
    name: 'Gentle',
    description:
      'For regular customers: a note before the due date, two friendly reminders, and a thank-you after the payment.',
    gapDays: 5,
    steps: [due('coming_due', -5), due('first', 7), due('second', 21), THANKS],
  },
  standard: {
    name: 'Standard',
    description: 'For most customers: six messages from a week before the due date to the final notice.',
    gapDays: 3,
    steps: [
      due('coming_due', -7),
      due('due_today', 0),
      due('first', 3),
      due('second', 14),
      due('third', 28),
      due('final', 45),
    ],
  },
  firm: {
    name: 'Firm',
    description:
      'For customers who often pay late: closer together, the final notice is repeated, and you are told to call.',
    gapDays: 2,
    steps: [
      due('coming_due', -3),
      due('due_today', 0),
      due('second', 5),
      due('third', 12),
      due('final', 21, { repeatDays: 7, repeatTimes: 3 }),
      CALL,
    ],
  },
} as const satisfies Record<
  string,
  { name: string; description: string; gapDays: number; steps: readonly StarterStep[] }
>
export type StarterFlow = keyof typeof STARTER_FLOWS
export const STARTER_FLOW_NAMES = Object.keys(STARTER_FLOWS) as StarterFlow[]
/** Hour of the day at which ready-made flows send. */
export const STARTER_HOUR = 9
