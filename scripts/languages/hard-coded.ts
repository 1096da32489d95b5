import { findTexts, isSyntaxNode, type SyntaxNode, walk } from './find-texts.ts'

/** Attributes and properties that carry a text, whatever it begins with. */
const TEXT_NAMES =
  /^(label|title|placeholder|alt|hint|legend|description|detail|note|body|message|text|children|aria-(label|description|roledescription|valuetext)|\w+(Label|Title|Text|Hint))$/
/** Attributes and properties that never carry one. */
const OTHER_NAMES =
  /^(className|id|key|href|src|name|type|variant|size|tone|autoComplete|enterKeyHint|style|d|viewBox|pattern|data-.*)$/
/** Begins like a sentence or a title: an upper-case letter, and a lower-case one, a blank or an apostrophe after it. */
const SENTENCE = /^\P{L}*\p{Lu}(\p{Ll}|[ ’])/u
const WORD = /\p{L}{2}/u
/** Names of keys, and of the browser's errors, that look like words. */
const NAMES =
  /^([A-Z][a-z]+([A-Z][a-z]*)+|Enter|Escape|Tab|Home|End|Delete|Backspace|Shift|Control|Meta|Accept.*)$/

/** A text in the code that no language can translate. */
export interface HardCoded {
  readonly text: string
  readonly position: number
}

/** Finds texts that a page shows and that aren't in a call of `t` or `rich`. */
export function findHardCoded(program: SyntaxNode): HardCoded[] {
  const translated = findTexts(program).calls
  const found: HardCoded[] = []
  const add = (text: string, position: number): void => {
    found.push({ text: text.replace(/\s+/g, ' ').trim().slice(0, 70), position })
  }
  /** `named`: the attribute or property that the value stands in. */
  const visit = (node: SyntaxNode, named: string | null): void => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS') || isForDevelopers(node)) {
      if (!/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return
    }
    if (
      node.type === 'CallExpression' &&
      translated.some(({ start, end }) => start === node.start && end === node.end)
    ) {
      for (const value of valuesOf(node)) visit(value, null)
      return
    }
    const name = nameOf(node)
    if (name !== null && OTHER_NAMES.test(name)) return
    const isText = named !== null && TEXT_NAMES.test(named)
    if (node.type === 'JSXText' && WORD.test(node.value as string)) add(node.value as string, node.start)
    else if (node.type === 'Literal' && typeof node.value === 'string') {
      const { value } = node
      if (!NAMES.test(value) && (SENTENCE.test(value) || (isText && WORD.test(value)))) add(value, node.start)
    } else if (node.type === 'TemplateLiteral') {
      const texts = (node.quasis as SyntaxNode[]).map((quasi) => (quasi.value as { cooked: string }).cooked)
      const joined = texts.join('{}')
      if (
        SENTENCE.test(joined) ||
        / \p{Ll}{2,}[ .]|[ ]\p{Ll}{2,}$/u.test(joined) ||
        (isText && WORD.test(texts.join(' ')))
      )
        add(joined, node.start)
    }
    const below = name ?? (KEEPS_NAME.test(node.type) ? named : null)
    for (const [field, value] of Object.entries(node)) {
      if (field === 'key' && node.type === 'Property' && !node.computed) continue
      for (const child of Array.isArray(value) ? value : [value])
        if (isSyntaxNode(child) && child.type !== 'TemplateElement') visit(child, below)
    }
  }
  walkTop(program, (node) => visit(node, null))
  return found
}

/** Values of these stand for the attribute or property in which they are. */
const KEEPS_NAME = /^(ConditionalExpression|LogicalExpression|JSXExpressionContainer)$/

/** Messages of errors that say a programmer's mistake, names of lazy parts, and comparisons. */
function isForDevelopers(node: SyntaxNode): boolean {
  if (node.type === 'BinaryExpression') return /^[!=]==?$/.test(node.operator as string)
  if (node.type === 'SwitchCase') return false
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  const { name } = node.callee as SyntaxNode
  return name === 'Error' || name === 'lazyWithRetry'
}

function valuesOf(call: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = []
  const object = (call.arguments as SyntaxNode[]).find(({ type }) => type === 'ObjectExpression')
  for (const property of (object?.properties as SyntaxNode[] | undefined) ?? [])
    if ((property.key as SyntaxNode | undefined)?.name !== 'context')
      values.push(property.value as SyntaxNode)
  return values
}

function nameOf(node: SyntaxNode): string | null {
  if (node.type === 'JSXAttribute') {
    const { name } = node.name as SyntaxNode
    return typeof name === 'string' ? name : null
  }
  if (node.type === 'Property' && !node.computed) {
    const key = node.key as SyntaxNode
    return (key.name ?? key.value) as string
  }
  return null
}

const walkTop = (program: SyntaxNode, visit: (node: SyntaxNode) => void): void =>
  walk(program, (node) => {
    if (node.type === 'Program') return undefined
    visit(node)
    return false
  })
