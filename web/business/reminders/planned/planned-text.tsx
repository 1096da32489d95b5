import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { MailFrame } from '../preview/mail-frame.tsx'
import type { MessageText, ShownMessage } from './use-planned.ts'

/** Text of one message, which can be changed for this message only, and the email below it. */
export function PlannedText({
  message,
  isThanks,
  typed,
  readOnly,
  saving,
  isChanged,
  onType,
  onSave,
  onUseTemplate,
}: {
  message: ShownMessage
  isThanks: boolean
  typed: MessageText | null
  readOnly: boolean
  saving: boolean
  isChanged: boolean
  onType: (text: MessageText) => void
  onSave: () => void
  onUseTemplate: () => void
}) {
  const { subject, body } = typed ?? message
  return (
    <>
      <fieldset disabled={readOnly} className="grid min-w-0 gap-4">
        <legend className="sr-only">Text of this message</legend>
        <TextField
          label="Subject"
          maxLength={300}
          autoComplete="off"
          value={subject}
          onChange={(event) => onType({ subject: event.target.value, body })}
        />
        <TextArea
          label="Text"
          hint={`Changes this message only. The amount${isThanks ? ' and the invoices' : ', the invoices and the pay button'} follow by themselves.`}
          rows={8}
          maxLength={5000}
          value={body}
          onChange={(event) => onType({ subject, body: event.target.value })}
        />
        {isChanged && (
          <Button className="justify-self-start" busy={saving} onClick={onSave}>
            Save text
          </Button>
        )}
      </fieldset>
      {message.has_own_text && (
        <Note
          tone={message.is_outdated ? 'warning' : 'info'}
          title={
            message.is_outdated
              ? 'This text was written for other invoices or amounts'
              : 'Changed for this message only'
          }
          {...(!readOnly && { onRetry: onUseTemplate, retryLabel: 'Use template', retrying: saving })}
        >
          {message.is_outdated
            ? 'The message waits until you save its text again or use the template.'
            : undefined}
        </Note>
      )}
      <section aria-labelledby="planned-mail" className="grid gap-2.5">
        <h3 id="planned-mail" className="font-semibold">
          Email
        </h3>
        <div className="overflow-hidden rounded-10 border border-line shadow-low">
          <MailFrame html={message.html} />
        </div>
      </section>
    </>
  )
}
