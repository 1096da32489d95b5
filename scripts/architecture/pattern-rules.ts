import { analyse } from 'scslre'
import { isTest, lineFinder, type Problem, type Rule, type Source, type SyntaxNode, walk } from './project.ts'

/** Patterns that may backtrack, each with the reason why its text is short. */
const SHORT: Readonly<Record<string, string>> = {
  '\\B(?=(\\d{3})+$)': 'the figures of an amount, of which there are some twenty at most',
  '\\/+$': 'an address, which is no longer than a browser or a configuration makes it',
}

/**
 * With a pattern of quadratic time, one long cell or header could block the server for minutes. scslre finds such
 * patterns. Tests are exempt, because their patterns match only their own texts.
 */
const linear: Rule = {
  name: 'regular expressions run in linear time',
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
    const message = `${pattern} backtracks: its time grows faster than the text`
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
