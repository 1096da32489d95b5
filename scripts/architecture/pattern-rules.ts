import { analyse } from 'scslre'
import { isTest, lineFinder, type Problem, type Rule, type Source, type SyntaxNode, walk } from './project.ts'

/** Patterns that may look at a text more often than once, each with what keeps the text short. */
const SHORT: Readonly<Record<string, string>> = {
  '\\B(?=(\\d{3})+$)': 'the figures of an amount, of which there are some twenty at most',
  '\\/+$': 'an address, which is no longer than a browser or a configuration makes it',
}

/**
 * A pattern that takes the square of its text's length lets one long cell or header keep the server busy for minutes
 *. Found by scslre, in what the product runs; a test's patterns meet only its own texts.
 */
const linear: Rule = {
  name: 'patterns take no longer than their text',
  check: (project) =>
    project.sources
      .filter(({ path }) => /^(server|domain|contract|web)\//.test(path) && !isTest(path))
      .flatMap(problemsOf),
}

function problemsOf(source: Source): Problem[] {
  const problems: Problem[] = []
  const lineOf = lineFinder(source.text)
  walk(source.program, (node) => {
    const pattern = patternOf(node)
    if (pattern === null || pattern.source in SHORT || analyse(pattern).reports.length === 0) return
    const message = `${pattern} looks at the same text again and again`
    problems.push({ path: source.path, line: lineOf(node.start), message })
  })
  return problems
}

function patternOf(node: SyntaxNode): RegExp | null {
  const regex =
    node.type === 'Literal' ? (node.regex as { pattern: string; flags: string } | undefined) : undefined
  return regex === undefined ? null : new RegExp(regex.pattern, regex.flags)
}

export const patternRules: Rule[] = [linear]
