import {
  isNode,
  isTest,
  lineFinder,
  nameOf,
  type Problem,
  type Rule,
  type Source,
  type SyntaxNode,
  walk,
} from './project.ts'

/** Returns a message when the node breaks the rule, otherwise undefined. */
type Judge = (node: SyntaxNode, source: Source, parent: SyntaxNode | undefined) => string | undefined

function nodeRule(name: string, applies: (path: string) => boolean, judge: Judge): Rule {
  return {
    name,
    check: (project) =>
      project.sources.filter(({ path }) => applies(path)).flatMap((source) => judgeNodes(source, judge)),
  }
}

function judgeNodes(source: Source, judge: Judge): Problem[] {
  const problems: Problem[] = []
  const lineOf = lineFinder(source.text)
  walk(source.program, (node, parent) => {
    const message = judge(node, source, parent)
    if (message) problems.push({ path: source.path, line: lineOf(node.start), message })
  })
  return problems
}

function textRule(name: string, applies: (path: string) => boolean, pattern: RegExp, message: string): Rule {
  return {
    name,
    check: (project) =>
      project.paths
        .filter((path) => applies(path) && /\.(tsx?|mjs|js|css|html|sql|md|json|ya?ml|sh)$/.test(path))
        .flatMap((path) =>
          project
            .text(path)
            .split('\n')
            .flatMap((line, index) => (pattern.test(line) ? [{ path, line: index + 1, message }] : [])),
        ),
  }
}

/** Nobody reads or edits it; its generator is checked. */
const GENERATED = 'clients/typescript/operations.ts'

const isProduct = (path: string): boolean =>
  !isTest(path) && !path.startsWith('testing/') && path !== GENERATED
const under =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`))

const longestFile = 300
const longestFunction = 60
const longestComponent = 100

const fileLength: Rule = {
  name: `files have at most ${longestFile} lines`,
  check: (project) =>
    project.sources
      .filter(({ path }) => isProduct(path))
      .map(({ path, text }) => ({ path, length: text.replace(/\n$/, '').split('\n').length }))
      .filter(({ length }) => length > longestFile)
      .map(({ path, length }) => ({ path, message: `${length} lines` })),
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const functionLength = nodeRule(
  `functions have at most ${longestFunction} lines (${longestComponent} in .tsx)`,
  isProduct,
  (node, { path, text }) => {
    if (!functionTypes.has(node.type)) return undefined
    const length = text.slice(node.start, node.end).split('\n').length
    return length > (path.endsWith('.tsx') ? longestComponent : longestFunction)
      ? `a function of ${length} lines`
      : undefined
  },
)

const noAny = nodeRule(
  'no any',
  () => true,
  (node) => (node.type === 'TSAnyKeyword' ? 'use a specific type, or unknown' : undefined),
)

const moneyWords =
  /amount|minor|price|total|balance|owed|paid|cents|money|fee|tax|discount|credit|refund|surcharge/i

/** Code that handles money never converts an amount to a floating-point number. */
const noFloats = nodeRule(
  'no floats near money',
  (path) => isProduct(path) && under('domain', 'contract', 'server/rooms', 'server/gateways')(path),
  (node, source) => {
    if (isFraction(node) && moneyWords.test(lineOf(node, source))) {
      return saysNotMoney(source, node) ? undefined : 'a fraction is a float: count in the smallest unit'
    }
    const converted = floatConversion(node, source)
    return converted && !saysNotMoney(source, node) ? `${converted} makes a float` : undefined
  },
)

function floatConversion(node: SyntaxNode, source: Source): string | undefined {
  if (node.type === 'UnaryExpression' && node.operator === '+') {
    return moneyWords.test(textOf(node, source)) ? 'the plus sign' : undefined
  }
  if (node.type !== 'CallExpression') return undefined
  const name = nameOf(node.callee)
  if (name === 'parseFloat' || name === 'toFixed') return name
  return name === 'Number' && moneyWords.test(textOf(node, source)) ? 'Number()' : undefined
}

const textOf = (node: SyntaxNode, source: Source): string => source.text.slice(node.start, node.end)

const isFraction = (node: SyntaxNode): boolean =>
  node.type === 'Literal' && typeof node.value === 'number' && !Number.isInteger(node.value)

const lineOf = (node: SyntaxNode, source: Source): string =>
  source.lines[lineFinder(source.text)(node.start) - 1] ?? ''

/** A line may state why its number is not an amount: `// not money: a count of rows`. */
function saysNotMoney(source: Source, node: SyntaxNode): boolean {
  return /\/\/ not money: \S+/.test(lineOf(node, source))
}

/** Time is read from the product's clock, which tests and the demo control. */
const oneClock = nodeRule(
  'time is read from the clock only',
  (path) =>
    isProduct(path) && path !== 'server/platform/clock.ts' && under('domain', 'contract', 'server')(path),
  (node) => {
    const reads =
      (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && isEmpty(node.arguments)) ||
      (node.type === 'CallExpression' && isNode(node.callee) && readsClock(node.callee))
    return reads ? 'use server/platform/clock.ts' : undefined
  },
)

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0

function readsClock(callee: SyntaxNode): boolean {
  if (callee.type === 'Identifier') return callee.name === 'Date'
  if (callee.type !== 'MemberExpression') return false
  if (nameOf(callee.object) === 'Date') return nameOf(callee.property) === 'now'
  return (
    isNode(callee.object) &&
    callee.object.type === 'MemberExpression' &&
    nameOf(callee.object.object) === 'Temporal' &&
    nameOf(callee.object) === 'Now'
  )
}

const noRawHtml = nodeRule('no raw HTML in the web', under('web'), (node) => {
  const name = node.type === 'JSXAttribute' || node.type === 'Property' ? nameOf(node.name ?? node.key) : ''
  if (name === 'dangerouslySetInnerHTML') return 'React escapes what it renders; this does not'
  const written = node.type === 'AssignmentExpression' ? nameOf(node.left) : ''
  return /^(inner|outer)HTML$/.test(written) ? `${written} is not escaped` : undefined
})

const runners = new Set(['it', 'test', 'describe', 'suite', 'bench'])
const switches = new Set(['skip', 'only', 'todo', 'fixme', 'fails', 'fail'])

const noSkipped = nodeRule('no test is skipped or focused', isTest, (node) => {
  if (node.type !== 'MemberExpression' || !switches.has(nameOf(node.property))) return undefined
  let base = node.object
  while (isNode(base) && base.type === 'MemberExpression') base = base.object
  return runners.has(nameOf(base)) ? `.${nameOf(node.property)} hides tests` : undefined
})

/** Hooks of Vitest, which belong to the file that is tested when they are called. */
const hooks = new Set(['beforeAll', 'beforeEach', 'afterEach', 'afterAll'])
/** Vitest runs these anew for every file. */
const setupFiles = new Set(['testing/measure-file.ts', 'testing/logs/watch-logs.ts'])

/** Test files share their loaded modules, so that a hook at the top of a module would run for the first file only that loads it. */
const noSharedHooks: Rule = {
  name: 'no hooks at the top of shared modules',
  check: (project) =>
    project.sources
      .filter(({ path }) => !isTest(path) && !setupFiles.has(path))
      .flatMap((source) =>
        judgeNodes(source, (node, _, parent) => {
          const isHook = node.type === 'CallExpression' && hooks.has(nameOf(node.callee))
          if (!isHook || !parent || !isAtTop(source, parent)) return undefined
          return 'register it when it is needed: onTestFinished, or a function that the test file calls'
        }),
      ),
}

const isAtTop = ({ program }: Source, node: SyntaxNode): boolean =>
  (program.body as readonly SyntaxNode[]).includes(node)

// Joined from parts, so that this file does not match.
const openEnds = new RegExp(`\\b(${['TO', 'FIX'].join('DO|')}ME)\\b`)
/** Formats of providers' API keys, and the first line of key files. */
const keys = new RegExp(
  [
    `-----BEGIN [A-Z ]*${'PRIVATE'} KEY`,
    '\\bAKIA[0-9A-Z]{16}\\b',
    '\\b[rs]k_live_\\w{10,}',
    '\\bgh[pousr]_\\w{30,}',
    '\\bxox[abprs]-\\w{10,}',
    '\\bnpm_\\w{30,}',
  ].join('|'),
)
const outsidePages = new RegExp(['\\.\\.', 'shared'].join('/'))

export const codeRules: Rule[] = [
  fileLength,
  functionLength,
  noAny,
  noFloats,
  oneClock,
  noRawHtml,
  noSkipped,
  noSharedHooks,
  textRule(
    'no markers of unfinished work',
    (path) => path !== 'package-lock.json',
    openEnds,
    'finish it, or write an issue',
  ),
  textRule('no private key is checked in', () => true, keys, 'revoke this key, then remove it'),
  textRule('no path leads outside the checkout', isProduct, outsidePages, 'this is not in the checkout'),
]
