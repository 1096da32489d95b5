import { fileURLToPath } from 'node:url'
import { codeRules } from './architecture/code-rules.ts'
import { graphRules } from './architecture/graph-rules.ts'
import { layerRules } from './architecture/layer-rules.ts'
import { lockfileRules } from './architecture/lockfile-rule.ts'
import { migrationRules } from './architecture/migration-rules.ts'
import { moneyRules } from './architecture/money-rules.ts'
import { nameRules } from './architecture/name-rules.ts'
import { ownershipRules } from './architecture/ownership-rules.ts'
import { patternRules } from './architecture/pattern-rules.ts'
import { loadProject, type Problem } from './architecture/project.ts'
import { requirementRules } from './architecture/requirement-rules.ts'
import { sizeRules } from './architecture/size-rules.ts'
import { statementRules } from './architecture/statement-rules.ts'
import { webRules } from './architecture/web-rules.ts'

/** One architecture rule and its violations. */
export type RuleResult = { name: string; problems: Problem[] }

/** Checks the checkout at `root` against every architecture rule. */
export function checkArchitecture(root: string): RuleResult[] {
  const project = loadProject(root)
  const rules = [
    ...layerRules,
    ...graphRules,
    ...codeRules,
    ...nameRules,
    ...migrationRules,
    ...statementRules,
    ...patternRules,
    ...moneyRules,
    ...lockfileRules,
    ...requirementRules,
    ...ownershipRules,
    ...sizeRules,
    ...webRules,
  ]
  return [
    { name: 'every source parses', problems: project.unparsed },
    ...rules.map((rule) => ({ name: rule.name, problems: rule.check(project) })),
  ]
}

/** Formats a broken rule for a terminal. */
export function describeResult({ name, problems }: RuleResult): string {
  const lines = problems.map(({ path, line, message }) => `    ${path}${line ? `:${line}` : ''}  ${message}`)
  return [`  ✗ ${name}`, ...lines].join('\n')
}

if (import.meta.main) {
  const results = checkArchitecture(fileURLToPath(new URL('..', import.meta.url)))
  const broken = results.filter(({ problems }) => problems.length > 0)
  for (const result of broken) console.log(describeResult(result))
  console.log(`${results.length - broken.length} rules kept, ${broken.length} broken`)
  process.exitCode = broken.length > 0 ? 1 : 0
}
