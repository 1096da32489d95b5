import type { TypedTexts } from './typed-texts.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'
const SECRET = /passw|secret|token|card|cvc|cvv|(?<!postal.)code|iban|bic|routing|account.?number|\bkey\b/i

/** Never kept: passwords, codes, cards, bank accounts and keys; files; and what only searches for a choice. */
function isKept(field: Field): boolean {
  if (field instanceof HTMLInputElement && ['password', 'file', 'hidden'].includes(field.type)) return false
  if (field.getAttribute('role') === 'combobox' || field.readOnly === true) return false
  return !SECRET.test(`${field.autocomplete} ${field.name} ${labelOf(field)}`)
}

declare global {
  interface HTMLSelectElement {
    /** Selects have none. */
    readonly readOnly?: undefined
  }
}

const labelOf = (field: Field): string =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name).trim()

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

const textOf = (field: Field): string => (isBox(field) ? String(field.checked) : field.value)

/** Returns the fields by their labels; of equal labels, the later ones have a number. */
function fieldsIn(dialog: HTMLElement): Map<string, Field> {
  const found = new Map<string, Field>()
  for (const field of dialog.querySelectorAll<Field>(FIELDS)) {
    if (!isKept(field)) continue
    const label = labelOf(field) || 'Text'
    let name = label
    for (let count = 2; found.has(name); count += 1) name = `${label} ${count}`
    found.set(name, field)
  }
  return found
}

/** Returns the values of the changed fields. */
export const changedIn = (dialog: HTMLElement, isChanged: (field: Element) => boolean): TypedTexts =>
  Object.fromEntries(
    [...fieldsIn(dialog)].flatMap(([name, field]) => (isChanged(field) ? [[name, textOf(field)]] : [])),
  )

/** Puts values back into their fields as if they were typed. Returns those without a field. */
export function putBack(
  dialog: HTMLElement,
  texts: TypedTexts,
  before: (field: Element) => void,
): TypedTexts {
  const fields = fieldsIn(dialog)
  const left: Record<string, string> = {}
  for (const [name, value] of Object.entries(texts)) {
    const field = fields.get(name)
    if (!field) left[name] = value
    else {
      before(field)
      type(field, value)
    }
  }
  return left
}

function type(field: Field, value: string): void {
  if (textOf(field) === value) return
  if (isBox(field)) {
    field.click()
    return
  }
  // React reads a value that its own setter did not write as one that was typed.
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
