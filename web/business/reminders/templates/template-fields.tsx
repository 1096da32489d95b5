import { type RefObject, useRef } from 'react'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CompletedField } from './completed-field.tsx'
import { insertInto, type TextElement, type Variable } from './use-completion.ts'
import { VariableList } from './variable-list.tsx'

export interface TemplateValues {
  /** Null for a mail of the product, whose name is fixed. */
  readonly name: string | null
  readonly subject: string
  readonly body: string
}

/** Fields of a template. A variable of the list is inserted at the caret of the text that had the focus last. */
export function TemplateFields({
  values,
  errors,
  variables,
  readOnly,
  onChange,
}: {
  values: TemplateValues
  errors: Partial<Record<keyof TemplateValues, string>>
  variables: readonly Variable[]
  readOnly: boolean
  onChange: (change: Partial<TemplateValues>) => void
}) {
  const subject = useRef<TextElement>(null)
  const body = useRef<TextElement>(null)
  const last = useRef<RefObject<TextElement | null>>(body)
  const insert = (text: string) => {
    const field = last.current.current
    if (!field) return
    const { selectionStart, selectionEnd, value } = field
    insertInto(field, selectionStart ?? value.length, selectionEnd ?? value.length, text)
    field.focus()
  }
  return (
    <fieldset disabled={readOnly} className="grid min-w-0 gap-4">
      <legend className="sr-only">Template</legend>
      {values.name !== null && (
        <TextField
          label="Name"
          maxLength={80}
          autoComplete="off"
          value={values.name}
          error={errors.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      <CompletedField
        label="Subject"
        lines={1}
        maxLength={300}
        value={values.subject}
        error={errors.subject}
        variables={variables}
        field={subject}
        onFocus={() => {
          last.current = subject
        }}
        onChange={(text) => onChange({ subject: text })}
      />
      <CompletedField
        label="Text"
        hint="Blank lines separate paragraphs. Type {{ for a variable. Amounts, tables and buttons are added automatically."
        lines={9}
        maxLength={5000}
        value={values.body}
        error={errors.body}
        variables={variables}
        field={body}
        onFocus={() => {
          last.current = body
        }}
        onChange={(text) => onChange({ body: text })}
      />
      <VariableList variables={variables} onInsert={insert} />
    </fieldset>
  )
}
