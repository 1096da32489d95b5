/** All reports by what they answer: the name in the address, the title, and what each of them shows. */
export const REPORT_GROUPS = [
  {
    title: 'Money that came',
    reports: [
      ['cash', 'Collected and invoiced', 'What came in against what you billed, month by month.'],
      [
        'collection',
        'How well we collect',
        'Days sales outstanding, collection effectiveness, average days delinquent.',
      ],
      [
        'sources',
        'Collected by source',
        'What brought the money: reminders, the portal, automatic payments, your own hands.',
      ],
    ],
  },
  {
    title: 'Money that is owed',
    reports: [
      ['aging', 'Aging over time', 'How old the owed amounts were at the end of each month.'],
      ['aging-by-customer', 'Aging by customer', 'Who owed how much on any day, to print or export.'],
      ['debtors', 'Top debtors', 'The customers who owe most.'],
    ],
  },
  {
    title: 'Money that will come',
    reports: [
      ['expected-cash', 'Expected cash', 'What each week will likely bring, from how each customer pays.'],
      ['next-days', 'Next seven days', 'Due dates, promises, installments and automatic payments.'],
    ],
  },
] as const
