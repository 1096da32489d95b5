import { type Context, defaultOperators, type FilterImplOptions, Liquid } from 'liquidjs'

/** Tags whose work is bounded by the length of the text and of the lists that it shows. */
const TAGS = ['#', 'assign', 'break', 'case', 'comment', 'continue', 'cycle', 'echo', 'for', 'if', 'unless']

/** Filters that take time in proportion to their input, don't lengthen lists, and know no date or secret. */
const FILTERS = [
  ...[
    'abs',
    'at_least',
    'at_most',
    'ceil',
    'divided_by',
    'floor',
    'minus',
    'modulo',
    'plus',
    'round',
    'times',
  ],
  ...['append', 'capitalize', 'default', 'downcase', 'lstrip', 'normalize_whitespace', 'number_of_words'],
  ...[
    'prepend',
    'remove',
    'remove_first',
    'remove_last',
    'replace',
    'replace_first',
    'replace_last',
    'rstrip',
  ],
  ...['slice', 'squish', 'strip', 'strip_newlines', 'truncate', 'truncatewords', 'upcase'],
  ...[
    'compact',
    'first',
    'join',
    'last',
    'map',
    'reject',
    'reverse',
    'size',
    'sort',
    'sort_natural',
    'sum',
    'where',
  ],
]

/** Filters that look for their first argument in the text. */
const SEARCHES = /^(remove|replace)/

/** Work of calling a filter with nothing, in characters. */
const CALL_LENGTH = 10

/** Creates a Liquid engine that reads no files, and whose filters report their work as memory. */
export function createEngine(): Liquid {
  const liquid = new Liquid({
    templates: {},
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: true,
    // Without escaping, because the mail's layout escapes the whole text.
    parseLimit: 20_000,
    operators: {
      ...defaultOperators,
      contains(left: unknown, right: unknown, context: Context) {
        context.memoryLimit.use(searchLength(left, right))
        return defaultOperators.contains!(left, right, context)
      },
    },
  })
  for (const name of Object.keys(liquid.tags)) if (!TAGS.includes(name)) delete liquid.tags[name]
  for (const [name, filter] of Object.entries(liquid.filters))
    if (FILTERS.includes(name)) liquid.registerFilter(name, countedFilter(filter, SEARCHES.test(name)))
    else delete liquid.filters[name]
  return liquid
}

/** Counts each call of a filter with the length of its input. Filters that lengthen a text count their result themselves. */
function countedFilter(filter: FilterImplOptions, searches: boolean): FilterImplOptions {
  const handler = typeof filter === 'function' ? filter : filter.handler
  return function (input: unknown, ...args: unknown[]): unknown {
    this.context.memoryLimit.use(CALL_LENGTH + (searches ? searchLength(input, args[0]) : lengthOf(input)))
    return handler.call(this, input, ...args)
  }
}

/** Characters that are compared to find a long pattern in a long text at worst, 16 at a time. */
const searchLength = (text: unknown, pattern: unknown): number =>
  lengthOf(text) * (1 + lengthOf(pattern) / 16)

const lengthOf = (input: unknown): number =>
  typeof input === 'string' || Array.isArray(input) ? input.length : 0
