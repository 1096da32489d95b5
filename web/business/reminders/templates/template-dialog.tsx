import { useState } from 'react'
import type { Language } from '../../../../domain/mails/languages.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { placeErrors } from '../../../session/forms/place-errors.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { useSettled } from '../../layout/use-settled.ts'
import type { InvoiceOption } from '../preview/invoice-choice.tsx'
import { MailTrial } from '../preview/mail-trial.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { type EditedMail, templateOf } from './edited-mail.ts'
import { LanguageChoice } from './language-choice.tsx'
import { TemplateFields } from './template-fields.tsx'
import { useMailDrafts } from './use-mail-drafts.ts'
import { useMailSaving } from './use-mail-saving.ts'

const FORM = 'template-form'
const FIELDS = ['name', 'subject', 'body']

/** Edits a mail's texts in its languages, with the mail for a real invoice beside them. */
export function TemplateDialog({
  edited,
  accountLanguage,
  readOnly,
  onClose,
}: {
  edited: EditedMail
  accountLanguage: Language
  readOnly: boolean
  onClose: () => void
}) {
  const drafts = useMailDrafts(edited, accountLanguage)
  const { language, values } = drafts
  const { save, remove } = useMailSaving(edited, onClose)
  const [invoice, setInvoice] = useState<InvoiceOption | null>(null)
  const { subject, body } = useSettled(values)
  const request = {
    kind: edited.mail.kind,
    language: language === 'default' ? null : language,
    invoice: invoice?.id ?? null,
  }
  const preview = usePreview({ subject, body }, request)
  const placed = save.error && placeErrors(save.error, (name) => FIELDS.includes(name))
  // Errors of the preview are those of the text as it is now; errors of the last save may be about an earlier one.
  const errors = { ...placed?.fields, ...textErrors(preview.error) }
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={save.isPending}
      size="xl"
      title={edited.template === 'new' ? 'New template' : (templateOf(edited)?.name ?? edited.mail.name)}
      description={edited.template === null ? edited.mail.sent_when : undefined}
      footer={
        readOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <DialogButtons
            label={edited.template === 'new' ? 'Add template' : 'Save template'}
            form={FORM}
            busy={save.isPending}
            onCancel={onClose}
          />
        )
      }
    >
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <form
          id={FORM}
          noValidate
          className="grid min-w-0 content-start gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            const texts = drafts.toSave()
            if (texts.length === 0) onClose()
            else save.mutate(texts)
          }}
        >
          {placed && <Note tone="error">{placed.message}</Note>}
          {remove.error && <Note tone="error">{actionErrorText(remove.error)}</Note>}
          {edited.template !== 'new' && (
            <LanguageChoice
              edited={edited}
              accountLanguage={accountLanguage}
              language={language}
              removing={remove.isPending}
              onChange={drafts.show}
              onRemove={
                readOnly
                  ? null
                  : (removed) => {
                      drafts.forget(removed)
                      remove.mutate(removed)
                    }
              }
            />
          )}
          <TemplateFields
            values={values}
            errors={errors}
            variables={edited.mail.variables}
            readOnly={readOnly}
            onChange={(change) => {
              drafts.change(change)
              save.reset()
            }}
          />
        </form>
        <MailTrial
          preview={preview}
          invoice={invoice}
          onInvoice={setInvoice}
          test={readOnly ? null : { ...request, subject: values.subject, body: values.body }}
        />
      </div>
    </TypedDialog>
  )
}

const textErrors = (error: Error | null): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.fields).map(([name, messages]) => [name, messages.join(' ')]))
    : {}
