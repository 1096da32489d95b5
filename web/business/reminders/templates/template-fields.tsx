import { useRef } from 'react'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { VariableList } from './variable-list.tsx'

export interface TemplateValues {
  readonly name: string
  readonly subject: string
  readonly body: string
}

/** Fields of a template. A variable is inserted at the caret of the text that had the focus last. */
export function TemplateFields({
  values,
  errors,
  readOnly,
  onChange,
}: {
  values: TemplateValues
  errors: Partial<Record<keyof TemplateValues, string>>
  readOnly: boolean
  onChange: (change: Partial<TemplateValues>) => void
}) {
  const subject = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  const last = useRef<'subject' | 'body'>('body')
  const insert = (text: string) => {
    const field = last.current === 'subject' ? subject.current : body.current
    if (!field) return
    const { selectionStart, selectionEnd, value } = field
    field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  return (
    <fieldset disabled={readOnly} className="grid min-w-0 gap-4">
      <legend className="sr-only">Template</legend>
      <TextField
        label="Name"
        maxLength={80}
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        ref={subject}
        label="Subject"
        maxLength={300}
        autoComplete="off"
        value={values.subject}
        error={errors.subject}
        onFocus={() => {
          last.current = 'subject'
        }}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <TextArea
        ref={body}
        label="Text"
        hint="Blank lines separate paragraphs. The amount, the invoices and the pay button follow by themselves."
        rows={9}
        maxLength={5000}
        value={values.body}
        error={errors.body}
        onFocus={() => {
          last.current = 'body'
        }}
        onChange={(event) => onChange({ body: event.target.value })}
      />
      <VariableList onInsert={insert} />
    </fieldset>
  )
}
