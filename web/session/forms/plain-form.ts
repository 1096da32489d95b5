import { type FormEvent, useState } from 'react'
import { t } from '../../ui/language/text.ts'
import { placeErrors } from './place-errors.ts'

/** Messages by field. */
export type Messages = Readonly<Record<string, string | undefined>>

/** Returns the error of a field's text, or null. */
export type FieldCheck = (text: string) => string | null

export const required: FieldCheck = (text) => (text.trim() === '' ? t('This field is required.') : null)

/**
 * A short form of text fields without a form library, for pages that must load first. The browser holds the
 * values; fields are the keys of `checks`, and those missing on the page are left out. `send` may return
 * messages by field; its errors appear beside the fields they name, and as `problem`.
 */
export function usePlainForm<Name extends string>(given: {
  checks: Readonly<Record<Name, FieldCheck>>
  send: (values: Record<Name, string>) => Promise<Messages | undefined>
  /** API fields with another name in this form. */
  names?: Readonly<Record<string, NoInfer<Name>>>
}) {
  const [errors, setErrors] = useState<Messages>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const names = Object.keys(given.checks) as Name[]

  const show = (form: HTMLFormElement, messages: Messages) => {
    setErrors(messages)
    const first = names.find((name) => messages[name] !== undefined)
    if (first !== undefined) fieldOf(form, first)?.focus()
  }
  const submit = async (form: HTMLFormElement) => {
    const values = valuesOf(form, names)
    const wrong = checkAll(values, names, given.checks, form)
    setProblem(null)
    show(form, wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      show(form, (await given.send(values)) ?? {})
    } catch (error) {
      const placed = placeErrors(error, (name) => fieldOf(form, name) !== null, given.names)
      show(form, placed.fields)
      setProblem(placed.message)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    field: (name: Name) => ({ name, error: errors[name] }),
    /** Spread onto the form element. */
    form: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!busy) void submit(event.currentTarget)
      },
      // A message stays until its field changes.
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const name = (target as HTMLInputElement).name as Name
        if (errors[name] !== undefined) setErrors({ ...errors, [name]: undefined })
      },
    },
  }
}

const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement | null =>
  form.elements.namedItem(name) as HTMLInputElement | null

const valuesOf = <Name extends string>(form: HTMLFormElement, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fieldOf(form, name)?.value ?? ''])) as Record<Name, string>

function checkAll<Name extends string>(
  values: Record<Name, string>,
  names: readonly Name[],
  checks: Readonly<Record<Name, FieldCheck>>,
  form: HTMLFormElement,
): Messages {
  const wrong: Record<string, string> = {}
  for (const name of names) {
    const message = fieldOf(form, name) && checks[name](values[name])
    if (message) wrong[name] = message
  }
  return wrong
}
