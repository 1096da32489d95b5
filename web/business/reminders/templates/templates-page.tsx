import { Bell, Ellipsis, Mail } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { NewButton } from '../../layout/new-button.tsx'
import { FLOWS_PATH } from '../flows/use-flows.ts'
import { DeleteTemplateDialog } from './delete-template-dialog.tsx'
import { plainSubject } from './plain-subject.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { type Template, useTemplates } from './use-templates.ts'

type Open = { readonly to: 'edit' | 'delete'; readonly template: Template } | 'new' | null

const COLUMNS: Column<Template>[] = [
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
    cell: ({ subject }) => <span className="text-ink-2">{plainSubject(subject)}</span>,
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

const columnsWith = (onDelete: (template: Template) => void): Column<Template>[] => [
  ...COLUMNS,
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

/** Lists the texts that reminder flows send. */
export function TemplatesPage() {
  const templates = useTemplates()
  const mayWrite = useCan('reminders.write')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const newButton = mayWrite && <NewButton onPress={() => setOpen('new')}>New template</NewButton>
  return (
    <>
      <PageHeader
        title="Reminder templates"
        actions={
          <>
            <ButtonLink href={FLOWS_PATH} icon={<Bell />}>
              Flows
            </ButtonLink>
            {newButton}
          </>
        }
      />
      <DataTable
        className="border-t border-line"
        label="Reminder templates"
        columns={mayWrite ? columnsWith((template) => setOpen({ to: 'delete', template })) : COLUMNS}
        rows={templates.data?.results}
        rowKey={({ pk }) => pk}
        loading={templates.isFetching}
        onOpen={(template) => setOpen({ to: 'edit', template })}
        skeletonRows={4}
        empty={
          <EmptyState icon={<Mail />} title="No templates yet" action={newButton}>
            A template is the text of a reminder. The first flow that you add brings six ready-made ones.
          </EmptyState>
        }
        error={
          templates.error && (
            <Note
              tone="error"
              title="Failed to load reminder templates"
              onRetry={() => templates.refetch()}
              retrying={templates.isFetching}
              className="mx-4 my-6 md:mx-6"
            >
              {actionErrorText(templates.error)}
            </Note>
          )
        }
      />
      {open === 'new' && <TemplateDialog template={null} readOnly={false} onClose={close} />}
      {open !== null && open !== 'new' && open.to === 'edit' && (
        <TemplateDialog template={open.template} readOnly={!mayWrite} onClose={close} />
      )}
      {open !== null && open !== 'new' && open.to === 'delete' && (
        <DeleteTemplateDialog template={open.template} onClose={close} />
      )}
    </>
  )
}
