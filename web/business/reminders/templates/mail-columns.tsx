import type { MailTemplate } from '../../../../contract/reminders/mail-templates.ts'
import { LANGUAGES } from '../../../../domain/mails/languages.ts'
import type { Column } from '../../../ui/table/data-table.tsx'

const changedIn = ({ texts }: MailTemplate): string =>
  texts
    .filter(({ is_changed }) => is_changed)
    .map(({ language }) => LANGUAGES[language])
    .join(', ')

/** Columns of the product's mails: when each is sent, and the languages whose text the account changed. */
export const MAIL_COLUMNS: Column<MailTemplate>[] = [
  {
    id: 'name',
    header: 'Email',
    rowHeader: true,
    width: 19,
    card: 'title',
    text: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    id: 'sent_when',
    header: 'Sent',
    card: 'foot',
    text: ({ sent_when }) => sent_when,
    cell: ({ sent_when }) => <span className="text-ink-2">{sent_when}</span>,
  },
  {
    id: 'changed',
    header: 'Text',
    width: 14,
    card: 'foot',
    text: (mail) => changedIn(mail),
    cell: (mail) =>
      changedIn(mail) === '' ? <span className="text-ink-3">Built-in</span> : <>Changed: {changedIn(mail)}</>,
  },
]
