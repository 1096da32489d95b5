import type { ComboboxOption } from './combobox-options.ts'

export interface Choice {
  readonly option: ComboboxOption | null
  choose(option: ComboboxOption | null): void
}

/**
 * What is chosen in each combobox, by its input: the text in it names an option, and only the option itself can be put back after a
 * session ended.
 */
export const CHOICES = new WeakMap<Element, Choice>()
