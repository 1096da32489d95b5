import { describe, expect, it } from 'vitest'
import { findTextProblem } from './check-texts.ts'
import { renderTemplate } from './render-template.ts'

const MAX_BODY_LENGTH = 5000
const problemOf = (body: string) => findTextProblem('reminder', { subject: 'Hello', body })
const fill = (unit: string, around = '') =>
  unit.repeat(Math.floor((MAX_BODY_LENGTH - around.length) / unit.length))
const doubled = (times: number) =>
  `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(times)}{{ a }}`

describe('a text that would run long is refused when it is saved', () => {
  it.each([
    ['a loop over numbers', '{% for i in (1..1000000) %}x{% endfor %}', 'can’t count through numbers'],
    ['numbers in a value', '{% assign a = (1..9) %}x', 'can’t count through numbers'],
    ['numbers backwards', '\n{% for i in (9..-99) %}x{% endfor %}', '(line 2)'],
    [
      'a loop in a loop',
      '{% for a in invoices %}{% if a.number %}\n{% for b in invoices %}x{% endfor %}{% endif %}{% endfor %}',
      'A loop can’t be inside another loop (line 2).',
    ],
    ['a long tag', `{% if ${'invoice.number or '.repeat(20)} true %}x{% endif %}`, 'A tag has at most 300'],
    ['a text that doubles', doubled(40), 'Filters make this text too long.'],
    [
      'a text that doubles by replacing',
      `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | replace: "x", a %}'.repeat(6)}{{ a }}`,
      'Filters make this text too long.',
    ],
    [
      'a text that doubles by capturing',
      '{% capture a %}xx{% endcapture %}{{ a }}',
      'There is no tag “capture” (line 1).',
    ],
    [
      'splitting and joining',
      '{{ "xxxx" | split: "" | join: "yyyy" }}',
      'There is no filter “split” (line 1).',
    ],
    ['a longer list', '{% assign a = invoices | concat: invoices %}x', 'There is no filter “concat”'],
    ['padding of a date', '{{ "now" | date: "%999999999d" }}', 'There is no filter “date”'],
    [
      'much for each of many invoices',
      `{% for a in invoices %}${fill('{{ a.number }}', '{% for a in invoices %}{% endfor %}')}{% endfor %}`,
      'This text repeats too much.',
    ],
    [
      'a long text for each of many invoices',
      `{% for a in invoices %}${'x'.repeat(4000)}{% endfor %}`,
      'This text gets too long.',
    ],
  ])('%s', (_, body, reason) => {
    expect(body.length).toBeLessThanOrEqual(MAX_BODY_LENGTH)
    expect(problemOf(body)).toContain(reason)
  })

  it('but not one that lists invoices with conditions and filters', () => {
    const row =
      '{{ forloop.index }}. {{ a.number | upcase }}: {{ a.remaining | default: "?" }}{% unless forloop.last %}, {% endunless %}'
    expect(problemOf(`{% for a in invoices limit: 60 %}${row}{% else %}None{% endfor %}`)).toBeNull()
    expect(
      problemOf('{% # about invoices (1..3) %}{% if company.name contains "x" %}x{% else %}y{% endif %}'),
    ).toBeNull()
  })
})

describe('a stored text stops at a limit of work', () => {
  const invoices = Array.from({ length: 30_000 }, () => ({ number: 'aaaa' }))
  const rendered = (body: string) => () => renderTemplate({ subject: 'Hello', body }, { invoices })

  it.each([
    ['a long list', '{% for a in invoices %}x{% endfor %}'],
    [
      'a list sorted again for each row',
      '{% for a in invoices %}{{ invoices | sort: "number" | size }}{% endfor %}',
    ],
    [
      'a search of a long pattern',
      `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(9)}{{ a | replace: a, "y" }}`,
    ],
    [
      'a condition on a long pattern',
      `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(9)}{% if a contains a %}y{% endif %}`,
    ],
    ['the whole list', '{{ invoices }}'],
  ])('%s', (_, body) => {
    expect(rendered(body)).toThrow(/^(This text|Filters)/)
  })
})
