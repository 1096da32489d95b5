import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/layout/button.tsx'
import type { ListState } from '../list-search.ts'

export interface DroppedFiltersProps {
  readonly list: Pick<ListState, 'dropped' | 'set'>
  readonly what?: 'list' | 'report'
  /** Currencies that there are, offered in place of an unknown one. */
  readonly currencies?: readonly string[]
  readonly className?: string
}

const ACTION = 'max-sm:-ms-2.5 underline underline-offset-3'

/** Says what the address asks for that can't be, and offers the page without it, or with a currency that there is. */
export function DroppedNote({ list, what = 'list', currencies = [], className }: DroppedFiltersProps) {
  const offered = list.dropped.some(([name]) => name === 'currency') ? currencies : []
  return (
    <p role="status" className={cx('flex w-full flex-wrap items-center gap-x-2 text-soon', className)}>
      <span className="wrap-anywhere">
        {`We can’t show what the address asks for: ${list.dropped.map(wordsOf).join(', ')}.`}
      </span>
      {offered.map((currency) => (
        <Button
          key={currency}
          variant="bare"
          size="sm"
          className={ACTION}
          onClick={() => list.set({ currency })}
        >
          {`Show ${currency}`}
        </Button>
      ))}
      {offered.length === 0 && (
        <Button variant="bare" size="sm" className={ACTION} onClick={() => list.set({})}>
          {`Show the ${what} without it`}
        </Button>
      )}
    </p>
  )
}

const MAX_QUOTED = 40

/** A value as people typed it, without characters that can't be seen. */
const quoted = (value: string): string => {
  const seen = value.replace(/\p{C}/gu, '')
  return `“${seen.length > MAX_QUOTED ? `${seen.slice(0, MAX_QUOTED)}…` : seen}”`
}

const nameOf = (parameter: string): string =>
  parameter
    .replace(/^(filter|exclude)_/, '')
    .replace(/_(lt|gt|lte|gte|eq|neq)$/, '')
    .replaceAll('_', ' ')

const WORDS: Readonly<Record<string, (value: string) => string>> = {
  page: (value) => `page ${quoted(value)}`,
  page_size: (value) => `${quoted(value)} rows a page`,
  order_by: (value) => `sorting by ${quoted(value.replace(/^[-+ ]/, ''))}`,
  search: () => 'a search text that is too long or has unreadable characters',
  currency: (value) => `the currency ${quoted(value)}`,
  on: (value) => `the day ${quoted(value)}`,
}

function wordsOf([parameter, value]: readonly [string, string]): string {
  const words = WORDS[parameter]
  if (words) return words(value)
  return /^(filter|exclude)_/.test(parameter)
    ? `the filter ${quoted(nameOf(parameter))}`
    : `${nameOf(parameter)} ${quoted(value)}`
}
