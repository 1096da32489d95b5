import type { BuiltInTexts } from './texts.ts'

const DAYS = '{{ invoice.days_past_due }} {% if invoice.days_past_due == 1 %}day{% else %}days{% endif %}'
const ABOUT =
  '{% if payment.invoice_count == 1 %} for invoice {{ payment.invoices }}{% elsif payment.invoice_count > 1 %} for invoices {{ payment.invoices }}{% endif %}'
const VERB = '{% if payment.was_disputed %}was disputed{% else %}was returned{% endif %}'
const SEQUEL =
  '{% if charge.is_turned_off %}We turned off automatic payments with this method.{% elsif charge.next_date == blank %}We won’t try again automatically.{% else %}We’ll try again on {{ charge.next_date }}.{% endif %}'

export const en: BuiltInTexts = {
  invoice: {
    subject:
      'Invoice {{ invoice.number }} from {{ company.name }} — {% if invoice.is_paid %}paid{% else %}{{ invoice.remaining }} due {{ invoice.due_date_short }}{% endif %}',
    heading: 'Invoice {{ invoice.number }} from {{ company.name }}',
    preheader:
      '{% if invoice.is_paid %}{{ invoice.total }}, paid{% else %}{{ invoice.remaining }}, due {{ invoice.due_date }}{% endif %}',
    body: '{% if message == blank %}Please find invoice {{ invoice.number }} attached as a PDF.{% else %}{{ message }}{% endif %}',
  },
  'overdue-invoice': {
    subject:
      'Overdue: invoice {{ invoice.number }} from {{ company.name }} — {{ invoice.remaining }} was due {{ invoice.due_date_short }}',
    heading: 'Invoice {{ invoice.number }} from {{ company.name }} is overdue',
    preheader: `{{ invoice.remaining }}, ${DAYS} overdue`,
    body: `{% if message != blank %}{{ message }}

{% endif %}Invoice {{ invoice.number }} was due on {{ invoice.due_date }} and is ${DAYS} overdue. You find it attached as a PDF.{% if invoice.next_late_fee != blank %} If it stays unpaid, a late fee of {{ invoice.next_late_fee }} is added on {{ invoice.next_late_fee_date }}.{% endif %}

If your payment is on its way, thank you.`,
  },
  'pay-link': {
    subject: 'New link for invoice {{ invoice.number }} from {{ company.name }}',
    heading: 'Invoice {{ invoice.number }} from {{ company.name }}',
    preheader: '{{ invoice.remaining }}, due {{ invoice.due_date }}',
    body: 'Here is the new link you asked for. Use it to view and pay what is due.',
  },
  receipt: {
    subject: 'Receipt: {{ payment.amount }} paid to {{ company.name }}',
    heading: 'We have received your payment, thank you!',
    preheader: `{{ payment.amount }} received${ABOUT}. Thank you!`,
    body: `{{ company.name }} received your payment${ABOUT}. Your receipt is attached as a PDF.`,
  },
  refund: {
    subject: 'Refund: {{ refund.amount }} from {{ company.name }}',
    heading: '{{ company.name }} refunded {{ refund.amount }}',
    preheader:
      '{% if payment.is_manual %}From payment {{ payment.number }}.{% else %}To {{ payment.method }}.{% endif %}',
    body: '{% if payment.is_manual %}This refund belongs to your payment {{ payment.number }}.{% else %}It can take a few days to show on your statement.{% endif %}',
  },
  'payment-returned': {
    subject: 'Invoice {{ invoice.number }} is open again: {{ invoice.remaining }}',
    heading: 'Invoice {{ invoice.number }} is open again',
    preheader: `Your payment of {{ payment.amount }} ${VERB}.`,
    body: `Your payment of {{ payment.amount }} by {{ payment.method }} ${VERB}, so it no longer counts toward this invoice.`,
  },
  'payment-action': {
    subject: 'Please finish your payment of {{ payment.amount }} to {{ company.name }}',
    heading: 'Your payment isn’t finished',
    preheader:
      '{% if payment.needs_verification %}Verify your bank account by {{ payment.act_by }}.{% else %}Your bank asks you to confirm it by {{ payment.act_by }}.{% endif %}',
    body: `{% if payment.needs_verification %}Within two business days a small deposit reaches your bank account {{ payment.method }}. Its description has a code that begins with SM. Open the page below and enter the code by {{ payment.act_by }}. Then your payment for invoice {{ invoice.number }} is sent.{% else %}{{ company.name }} wanted to charge {{ payment.method }} for invoice {{ invoice.number }}, as you agreed. Your bank asks you to confirm this payment. Open the page below and confirm it by {{ payment.act_by }}.{% endif %}

Nothing has been charged yet.`,
  },
  'charge-notice': {
    subject: '{{ charge.amount }} will be charged on {{ charge.date }} for invoice {{ invoice.number }}',
    heading: 'Invoice {{ invoice.number }} will be paid automatically',
    preheader: 'To {{ charge.method }}. You don’t need to do anything.',
    body: `As you agreed, {{ company.name }} will charge {{ charge.method }} on {{ charge.date }}. You don’t need to do anything.

Before that day, you can pay another way or turn automatic payments off in the portal.`,
  },
  'charge-failed': {
    subject: 'Your automatic payment for invoice {{ invoice.number }} failed',
    heading: 'Your automatic payment failed',
    preheader: `{{ payment.reason }} ${SEQUEL}`,
    body: `{{ company.name }} could not charge {{ charge.method }} for invoice {{ invoice.number }}. {{ payment.reason }}

${SEQUEL} You can pay another way at any time.`,
  },
  'charge-stopped': {
    subject: 'Your automatic payment for invoice {{ invoice.number }} needs another method',
    heading: 'Please choose another payment method',
    preheader:
      '{% if charge.is_expired %}{{ charge.method }} has expired.{% elsif charge.is_other_currency %}{{ charge.method }} can’t be charged in the currency of this invoice.{% else %}{{ charge.method }} can’t be charged any more.{% endif %}',
    body: `{{ company.name }} can’t collect invoice {{ invoice.number }}, due {{ invoice.due_date }}, automatically. {% if charge.is_expired %}{{ charge.method }} has expired.{% elsif charge.is_other_currency %}{{ charge.method }} can’t be charged in the currency of this invoice.{% else %}{{ charge.method }} can’t be charged any more.{% endif %}

Please pay with another method on the page below. To go on paying automatically, turn on automatic payments for another method in the portal. Nothing was charged.`,
  },
  'credit-memo': {
    subject: 'Credit memo {{ credit_memo.number }} from {{ company.name }}: {{ credit_memo.amount }}',
    heading: 'Credit memo {{ credit_memo.number }} from {{ company.name }}',
    preheader:
      '{% if credit_memo.reason == blank %}You have {{ credit_memo.amount }} of credit.{% else %}{{ credit_memo.reason }}{% endif %}',
    body: 'You have {{ credit_memo.amount }} of credit with us. The credit memo is attached as a PDF.',
  },
  'thank-you': {
    subject:
      '{% if totals.count == 1 %}Thank you for paying invoice {{ invoice.number }}{% else %}Thank you for paying {{ totals.count }} invoices{% endif %}',
    heading: 'Thank you for your payment',
    preheader:
      '{% if totals.count == 1 %}{{ totals.paid }} received{% else %}{{ totals.paid }} received for {{ totals.count }} invoices{% endif %}',
    body: `Hello {{ customer.name }},

{% if totals.count == 1 %}Invoice {{ invoice.number }} is paid in full. Thank you for paying {{ invoice.paid }}.{% else %}{{ totals.count }} invoices are paid in full. Thank you for paying {{ totals.paid }} in all.{% endif %}

You don’t need to do anything more. If you have a question, just reply to this email.`,
  },
  statement: {
    subject: 'Statement from {{ company.name }}: {{ statement.from }} to {{ statement.to }}',
    heading: 'Your statement from {{ company.name }}',
    preheader:
      '{% if statement.open_count == 0 %}Nothing is open.{% else %}{{ statement.owed }} is open.{% endif %}',
    body: `Hello {{ customer.name }},

Your statement for {{ statement.from }} to {{ statement.to }} is attached as a PDF. {% if statement.open_count == 0 %}No invoice is open.{% else %}{{ statement.owed }} is open on {% if statement.open_count == 1 %}one invoice{% else %}{{ statement.open_count }} invoices{% endif %}{% if statement.overdue != blank %}, of which {{ statement.overdue }} is past due{% endif %}.{% endif %}{% if pay_all_link != blank %} You can pay all of them at once with the link below.{% endif %}

If something looks wrong, just reply to this email.`,
  },
  'plan-proposal': {
    subject: 'Payment plan from {{ company.name }}: {{ plan.total }} in {{ plan.count }} installments',
    heading: 'Your payment plan',
    preheader: '{{ plan.total }} for {{ plan.invoices }}. Please confirm it by {{ plan.confirm_until }}.',
    body: `{% if message != blank %}{{ message }}

{% endif %}{{ company.name }} proposes that you pay {{ plan.invoices }} in installments. Please look at the plan and confirm it by {{ plan.confirm_until }}. Nothing is charged when you open it.`,
  },
  'plan-confirmed': {
    subject: 'Your payment plan with {{ company.name }} is confirmed',
    heading: 'Your payment plan is confirmed',
    preheader: '{{ plan.total }} for {{ plan.invoices }} in {{ plan.count }} installments',
    body: 'Thank you for confirming the payment plan for {{ plan.invoices }}. What you agreed to is attached as a PDF.',
  },
  installment: {
    subject:
      '{% if installment.is_missed %}Missed installment: {{ installment.amount }} was due {{ installment.due_date }}{% else %}Installment of {{ installment.amount }} due {{ installment.due_date }}{% endif %}',
    heading:
      '{% if installment.is_missed %}An installment was not paid{% else %}Your next installment{% endif %}',
    preheader: '{{ installment.amount }} for {{ plan.invoices }}',
    body: `Hello {{ customer.name }},

{% if installment.is_missed %}The installment of {{ installment.amount }} for {{ plan.invoices }} was due on {{ installment.due_date }} and has not arrived yet. Please pay it now, so that your payment plan goes on.{% else %}{{ installment.amount }} of your payment plan for {{ plan.invoices }} is due on {{ installment.due_date }}.{% endif %}

If your payment is on its way, thank you.`,
  },
  reminderPreheader:
    '{% if totals.count == 1 %}{{ invoice.remaining }}, {% if invoice.days_past_due > 0 %}was due{% else %}due{% endif %} {{ invoice.due_date }}{% else %}{{ totals.remaining }} on {{ totals.count }} invoices{% endif %}',
}
