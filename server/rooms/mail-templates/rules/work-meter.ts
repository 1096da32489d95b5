/** Refusal of a text that is written in a way that no mail needs, in a sentence for the person who writes it. */
export class TextRefusal extends Error {}

/** Rows of a list that every text must be able to show. */
export const MIN_LIST_ROWS = 100

const MAX_STEPS = 20_000
const MAX_FILTERED_LENGTH = 50_000
const MAX_OUTPUT_LENGTH = 100_000
/** A step evaluates all tags of the text at worst, so long texts get fewer steps. */
const MAX_EVALUATED_LENGTH = 5_000_000
const STEP_LENGTH = 100

/**
 * Counts the work of rendering one text: parts that are rendered, characters that filters read or write, and characters of the
 * result. Limits of work, unlike those of time, refuse the same texts on a busy machine.
 */
export class WorkMeter {
  private stepsLeft: number
  private filteredLeft = MAX_FILTERED_LENGTH
  private outputLeft = MAX_OUTPUT_LENGTH

  /** `tagLength` is the number of characters in all tags of the text. */
  constructor(tagLength: number) {
    this.stepsLeft = Math.min(MAX_STEPS, MAX_EVALUATED_LENGTH / (STEP_LENGTH + tagLength))
  }

  countStep(): void {
    if (--this.stepsLeft < 0)
      throw new TextRefusal('This text repeats too much. Write less inside its loops.')
  }

  countFiltered(length: number): void {
    this.filteredLeft -= Math.max(0, length)
    if (this.filteredLeft < 0) throw new TextRefusal('Filters make this text too long. Use fewer of them.')
  }

  countOutput(length: number): void {
    this.outputLeft -= length
    if (this.outputLeft < 0) throw new TextRefusal('This text gets too long. Write less inside its loops.')
  }
}

/** Text of a value as Liquid writes it. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(textOf).join('') : String(value)
}
