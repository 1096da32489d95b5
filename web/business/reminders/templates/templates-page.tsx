import { Bell, Mail } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MailTemplate } from '../../../../contract/reminders/mail-templates.ts'
import { useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { NewButton } from '../../layout/new-button.tsx'
import { FLOWS_PATH } from '../flows/use-flows.ts'
import { DeleteTemplateDialog } from './delete-template-dialog.tsx'
import type { EditedMail } from './edited-mail.ts'
import { MAIL_COLUMNS } from './mail-columns.tsx'
import { columnsWith, TEMPLATE_COLUMNS } from './template-columns.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { useMailTemplates } from './use-mail-templates.ts'
import { type Template, useTemplates } from './use-templates.ts'

/** The open text: a mail of the product by kind, a reminder template by id, or a new one. */
type Open = { readonly kind: MailTemplate['kind'] } | { readonly pk: string } | 'new' | null

/** Lists the texts of reminders and of all other emails to customers. */
export function TemplatesPage() {
  const templates = useTemplates()
  const mails = useMailTemplates()
  const mayWrite = useCan('reminders.write')
  const [open, setOpen] = useState<Open>(null)
  const [deleted, setDeleted] = useState<Template | null>(null)
  const newButton = mayWrite && <NewButton onPress={() => setOpen('new')}>New template</NewButton>
  const edited = open && findEdited(open, templates.data?.results ?? [], mails.data?.results ?? [])
  return (
    <>
      <PageHeader
        title="Email templates"
        actions={
          <>
            <ButtonLink href={FLOWS_PATH} icon={<Bell />}>
              Flows
            </ButtonLink>
            {newButton}
          </>
        }
      />
      <Section title="Reminders">
        <DataTable
          className="border-t border-line"
          label="Reminder templates"
          columns={mayWrite ? columnsWith(setDeleted) : TEMPLATE_COLUMNS}
          rows={templates.data?.results}
          rowKey={({ pk }) => pk}
          loading={templates.isFetching}
          onOpen={({ pk }) => setOpen({ pk })}
          skeletonRows={4}
          empty={
            <EmptyState icon={<Mail />} title="No templates yet" action={newButton}>
              A template is the text of a reminder. The first flow that you add brings six ready-made ones.
            </EmptyState>
          }
          error={templates.error && <LoadError title="Failed to load reminder templates" query={templates} />}
        />
      </Section>
      <Section title="Other emails to customers">
        <DataTable
          className="border-t border-line"
          label="Other emails to customers"
          columns={MAIL_COLUMNS}
          rows={mails.data?.results.filter(({ kind }) => kind !== 'reminder')}
          rowKey={({ kind }) => kind}
          loading={mails.isFetching}
          onOpen={({ kind }) => setOpen({ kind })}
          skeletonRows={9}
          empty={null}
          error={mails.error && <LoadError title="Failed to load the emails" query={mails} />}
        />
      </Section>
      {edited && mails.data && (
        <TemplateDialog
          edited={edited}
          accountLanguage={mails.data.language}
          readOnly={!mayWrite}
          onClose={() => setOpen(null)}
        />
      )}
      {deleted && <DeleteTemplateDialog template={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

/** Finds what is open in the lists as they are now; null until they are loaded. */
function findEdited(
  open: Exclude<Open, null>,
  templates: readonly Template[],
  mails: readonly MailTemplate[],
): EditedMail | null {
  const kind = typeof open === 'object' && 'kind' in open ? open.kind : 'reminder'
  const mail = mails.find((one) => one.kind === kind)
  if (!mail) return null
  if (open === 'new') return { mail, template: 'new' }
  if ('kind' in open) return { mail, template: null }
  const template = templates.find(({ pk }) => pk === open.pk)
  return template ? { mail, template } : null
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mb-6">
    <h2 className="px-4 pb-2 font-semibold md:px-6">{title}</h2>
    {children}
  </section>
)

/** A failed list with a button that tries again; nothing while it is fine. */
const LoadError = ({
  title,
  query,
}: {
  title: string
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}) =>
  query.error && (
    <Note
      tone="error"
      title={title}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
      className="mx-4 my-6 md:mx-6"
    >
      {actionErrorText(query.error)}
    </Note>
  )
