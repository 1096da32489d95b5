import { Ellipsis } from 'lucide-react'
import { LANGUAGES } from '../../../../domain/mails/languages.ts'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { plainSubject } from './plain-subject.ts'
import type { Template } from './use-templates.ts'

const languagesOf = ({ texts }: Template): string =>
  texts.map(({ language }) => LANGUAGES[language]).join(', ')

/** Columns of reminder templates. */
export const TEMPLATE_COLUMNS: Column<Template>[] = [
  {
    id: 'name',
    header: 'Template',
    rowHeader: true,
    width: 14,
    card: 'title',
    text: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    id: 'subject',
    header: 'Subject',
    card: 'foot',
    text: ({ subject }) => plainSubject(subject),
    cell: (template) => (
      <>
        <span className="text-ink-2">{plainSubject(template.subject)}</span>
        {template.texts.length > 0 && <span className="text-ink-3"> · also {languagesOf(template)}</span>}
      </>
    ),
  },
  {
    id: 'used_by',
    header: 'Used by',
    width: 14,
    card: 'foot',
    text: ({ used_by }) => used_by.join(', '),
    cell: ({ used_by }) =>
      used_by.length > 0 ? (
        <>
          <span className="text-ink-3 @min-md:hidden">Used by </span>
          {used_by.join(', ')}
        </>
      ) : (
        <span className="text-ink-3">Not used</span>
      ),
  },
]

/** The columns with a menu of changes at the end. */
export const columnsWith = (onDelete: (template: Template) => void): Column<Template>[] => [
  ...TEMPLATE_COLUMNS,
  {
    id: 'changes',
    header: 'Changes',
    headerHidden: true,
    width: 5,
    align: 'end',
    card: 'value',
    cell: (template) => (
      <Menu
        align="end"
        trigger={<IconButton icon={<Ellipsis />} label={`Change ${template.name}`} />}
        items={[{ id: 'delete', label: 'Delete', danger: true, onSelect: () => onDelete(template) }]}
      />
    ),
  },
]
