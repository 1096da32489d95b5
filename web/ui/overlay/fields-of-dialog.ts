import { CHOICES } from '../combobox/chosen-options.ts'
import type { ComboboxOption } from '../combobox/combobox-options.ts'
import type { TypedTexts } from './typed-texts.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'
const SECRET = /passw|secret|token|card|cvc|cvv|(?<!postal.)code|iban|bic|routing|account.?number|\bkey\b/i

/** Never kept: passwords, codes, cards, bank accounts and keys; files; and what only searches. */
function isKept(field: Field): boolean {
  if (field instanceof HTMLInputElement && ['password', 'file', 'hidden'].includes(field.type)) return false
  if ((isCombobox(field) && !CHOICES.has(field)) || field.readOnly === true) return false
  return !SECRET.test(`${field.autocomplete} ${field.name} ${labelOf(field)}`)
}

const isCombobox = (field: Field): boolean => field.getAttribute('role') === 'combobox'

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

function textOf(field: Field): string {
  const choice = CHOICES.get(field)
  if (choice) return JSON.stringify(choice.option)
  return isBox(field) ? String(field.checked) : field.value
}

/** Returns a field's value, and whether its box is checked. */
export const stateOf = ({ value, checked }: HTMLInputElement): string =>
  `${value} ${String(checked ?? false)}`

/** Returns a kept value as people read it: of a chosen option its label. */
export function wordsOf(value: string): string {
  try {
    const option = JSON.parse(value) as Partial<ComboboxOption> | null
    return option === null ? 'none' : (option.label ?? value)
  } catch {
    return value
  }
}

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

/**
 * Puts values back into their fields as if they were typed, also into those that appear later, such as the invoices of a chosen
 * customer. Calls `before` with each field and `onLeft` with the values that have no field yet. Returns what ends the waiting.
 */
export function putBack(
  area: HTMLElement,
  texts: TypedTexts,
  before: (field: Element) => void,
  onLeft: (left: TypedTexts) => void,
): () => void {
  const names = Object.keys(texts)
  const pending = new Set(names)
  const nextOf = (fields: ReadonlyMap<string, Field>) =>
    names.findIndex((name) => pending.has(name) && fields.has(name))
  let isWriting = true
  const step = (): void => {
    const fields = fieldsIn(area)
    const at = nextOf(fields)
    isWriting = at >= 0
    if (at < 0) {
      onLeft(Object.fromEntries([...pending].map((name) => [name, texts[name]!])))
      return
    }
    const field = fields.get(names[at]!)!
    before(field)
    type(field, texts[names[at]!]!)
    pending.delete(names[at]!)
    // A field that came late may have changed those after it, as a chosen invoice changes the amount.
    for (const name of names.slice(at + 1)) if (fields.has(name)) pending.add(name)
    // The next value waits until the form has this one: it may write all its values at once.
    timer = setTimeout(step)
  }
  let timer = setTimeout(step)
  const observer = new MutationObserver(() => {
    if (isWriting || nextOf(fieldsIn(area)) < 0) return
    isWriting = true
    timer = setTimeout(step)
  })
  observer.observe(area, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

function type(field: Field, value: string): void {
  if (textOf(field) === value) return
  const choice = CHOICES.get(field)
  if (choice) {
    choice.choose(JSON.parse(value) as ComboboxOption | null)
    return
  }
  if (isBox(field)) {
    field.click()
    return
  }
  // React reads a value that its own setter did not write as one that was typed.
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  // A field that shows what is being typed until it is left shows what the form has again.
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
